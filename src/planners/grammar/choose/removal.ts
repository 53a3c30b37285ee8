import type { Range } from "../fill/assign.ts";
import type { Sheet } from "../fill/sheet.ts";
import { stemOf } from "../profile/name-words.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import { manifestStems } from "../search/manifest-stems.ts";

const removal: ReadonlySet<string> = new Set(
  "delete remove cancel erase drop destroy purge wipe discard eliminate clear unsubscribe uninstall deactivate revoke terminate rid"
    .split(" ")
    .map(stemOf),
);

/** A tool that takes something away is not meant unless somebody says so: a wrong deletion cannot be taken back. */
export function isUnaskedRemoval(sheet: Sheet, tool: ToolProfile, range: Range): boolean {
  if (!tool.nameStems.some((stem) => removal.has(stem))) return false;
  return !sheet.reading.tokens
    .slice(range.from, range.to)
    .some((token) => token.kind === "word" && manifestStems(token).some((stem) => removal.has(stem)));
}
