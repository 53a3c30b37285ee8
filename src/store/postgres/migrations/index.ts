import type { Migration } from "../../migration.ts";
import { runs } from "./0001-runs.ts";
import { jobs } from "./0002-jobs.ts";
import { records } from "./0003-records.ts";
import { access } from "./0004-access.ts";
import { knowledge } from "./0005-knowledge.ts";
import { lanes } from "./0006-lanes.ts";
import { heldJobs } from "./0007-held-jobs.ts";
import { runIndex } from "./0008-run-index.ts";
import { priority } from "./0009-priority.ts";
import { runIndexByTime } from "./0010-run-index-by-time.ts";

/** Schema history, in order. Append only: released migrations are never edited. */
export const migrations: readonly Migration[] = [
  runs,
  jobs,
  records,
  access,
  knowledge,
  lanes,
  heldJobs,
  runIndex,
  priority,
  runIndexByTime,
];
