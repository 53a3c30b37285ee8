import type { Migration } from "../../migration.ts";
import { runs } from "./0001-runs.ts";
import { knowledge } from "./0002-knowledge.ts";
import { access } from "./0003-access.ts";
import { records } from "./0004-records.ts";
import { lanes } from "./0005-lanes.ts";
import { runIndex } from "./0006-run-index.ts";
import { runIndexTools } from "./0007-run-index-tools.ts";
import { runIndexImports } from "./0008-run-index-imports.ts";
import { listedRuns } from "./0009-listed-runs.ts";
import { priority } from "./0010-priority.ts";
import { fewerRunWrites } from "./0011-fewer-run-writes.ts";
import { reactEntries } from "./0012-react-entries.ts";

/** Schema history, in order. Append only: released migrations are never edited. */
export const migrations: readonly Migration[] = [
  runs,
  knowledge,
  access,
  records,
  lanes,
  runIndex,
  runIndexTools,
  runIndexImports,
  listedRuns,
  priority,
  fewerRunWrites,
  reactEntries,
];
