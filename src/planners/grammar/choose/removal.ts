import type { Range } from "../fill/assign.ts";
import type { Sheet } from "../fill/sheet.ts";
import { changing } from "../judge/only-reads.ts";
import { stemOf, stemsOf } from "../profile/name-words.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import { manifestStems } from "../search/manifest-stems.ts";

const removal: ReadonlySet<string> = new Set(
  "delete remove cancel erase drop destroy purge wipe discard eliminate clear unsubscribe uninstall deactivate revoke terminate rid"
    .split(" ")
    .map(stemOf),
);

const looking = stemsOf("show list view display see fetch retrieve lookup count browse");
const changes: ReadonlySet<string> = new Set([...removal, ...changing]);

/**
 * A tool that takes something away is not meant unless somebody says so: a wrong deletion cannot be taken back. Nor is one
 * that changes something, where the request begins with a verb of looking.
 */
export function isUnaskedRemoval(sheet: Sheet, tool: ToolProfile, range: Range): boolean {
  const { tokens, marks } = sheet.reading;
  const opening = tokens.find((_, at) => at >= range.from && at < range.to && marks.verbs[at] === true);
  const verbs = looking.has(opening?.stem ?? "") ? changes : removal;
  const own = tool.nameStems.filter((stem) => verbs.has(stem));
  if (own.length === 0 || tool.nameStems.some((stem) => looking.has(stem))) return false;
  return !tokens
    .slice(range.from, range.to)
    .some((token) => token.kind === "word" && manifestStems(token).some((stem) => verbs.has(stem)));
}
