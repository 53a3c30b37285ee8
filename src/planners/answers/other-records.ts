import { meantStems } from "../../language/words/meant-stems.ts";
import { hasRole } from "../../language/words/roles.ts";
import type { Reading } from "../../language/reading.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { contentStems, nameWords, stemOf } from "../grammar/profile/name-words.ts";
import { type Kind, kindsOf } from "./kinds.ts";

/** Records that businesses keep and that no tool here is about: "any invoices overdue" where there are none. */
export function otherRecords({ spans, tokens }: Reading, toolbox: readonly ToolSpec[]): string | undefined {
  const kinds = kindsOf(toolbox);
  const stemsAt = ({ start, end }: Reading["spans"][number]): string[] => meantStems(tokens.slice(start, end));
  // "Notes on deliveries" are notes.
  if (kinds.length === 0 || spans.some((span) => stemsAt(span).some((stem) => isHead(stem, kinds)))) return undefined;
  return spans.find(
    (span) =>
      /^(?:word|unknown|verb)$/.test(span.kind) &&
      hasRole(span.text.toLowerCase(), "business record") &&
      !toolbox.some((tool) => stemsAt(span).some((stem) => isAbout(stem, tool))),
  )?.text;
}

function isHead(stem: string, kinds: readonly Kind[]): boolean {
  return kinds.some(({ heads }) => heads.has(stem));
}

/** "Returns the open tasks" is about no returns. */
function isAbout(stem: string, { name, description }: ToolSpec): boolean {
  return (
    nameWords(name).some((word) => stemOf(word) === stem) ||
    (stem !== stemOf("returns") && contentStems(description).includes(stem))
  );
}
