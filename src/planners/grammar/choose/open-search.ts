import { searchesAnything } from "../../../language/english/manifest-patterns.ts";
import { hasRole, rangesOf } from "../../../language/words/roles.ts";
import type { ScoredValue } from "../fill/scored.ts";
import type { Sheet } from "../fill/sheet.ts";
import type { ToolIndex } from "../search/tool-index.ts";
import { createDrafter, type Draft } from "./draft.ts";

const longest = 8;

/** "Who was Ada Lovelace?" for a tool that searches the web: the question shares no word with it and is one for it all the same. */
export function openSearch(sheet: Sheet, index: ToolIndex): Draft[] {
  const topic = topicOf(sheet);
  if (topic === undefined) return [];
  const whole = { from: 0, to: sheet.reading.tokens.length };
  for (const tool of index.tools) {
    const required = tool.params().flatMap((param, i) => (param.required ? [{ param, i }] : []));
    const [only] = required;
    if (only === undefined || required.length > 1 || only.param.type !== "string" || only.param.options.length > 0)
      continue;
    if (!searchesAnything.test(tool.spec.description)) continue;
    const draft = createDrafter(sheet, index).draft(tool, whole);
    return [{ ...draft, fill: { ...draft.fill, chosen: new Map([[only.i, topic]]) } }];
  }
  return [];
}

/** What the whole text asks about, without its article. */
function topicOf({ reading: { source, tokens } }: Sheet): ScoredValue | undefined {
  const [asks] = rangesOf(source, "asks about");
  if (asks === undefined || source.slice(0, asks.from).trim() !== "") return undefined;
  const behind = tokens.findIndex(({ from }) => from >= asks.to);
  const start = hasRole(tokens[behind]?.lower ?? "", "definite") ? behind + 1 : behind;
  const stop = tokens.findIndex(({ kind }, at) => at >= start && kind === "punctuation");
  const end = stop < 0 ? tokens.length : stop;
  const [first, last] = [tokens[start], tokens[end - 1]];
  if (behind < 0 || first === undefined || last === undefined || end - start > longest || end < tokens.length - 2)
    return undefined;
  return { score: 1.5, value: source.slice(first.from, last.to), start, end, kind: "name" };
}
