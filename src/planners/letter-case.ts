import type { Understand } from "./surfaces/understand.ts";
import { mapStrings } from "../plan/map-strings.ts";

/** Lower case, letter by letter; a letter whose lower case is longer is kept, so that offsets stay valid. */
export function foldCase(text: string): string {
  return Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  }).join("");
}

/**
 * Makes understanding independent of case, and restores the typed case in arguments, so that `Q-0192` stays `Q-0192`. A
 * value from the tool's schema keeps the schema's case.
 */
export function caseBlind(understand: Understand): Understand {
  return (goal, request) => {
    const folded = foldCase(goal);
    const outcome = understand(folded, request);
    const reasons = outcome.reasons.map((reason) => ({ ...reason, words: goal.slice(reason.from, reason.to) }));
    if (outcome.kind === "none") return { ...outcome, reasons };
    const schemas = new Map(request.toolbox.map(({ name, inputSchema }) => [name, inputSchema]));
    const calls = outcome.calls.map((call) => {
      const spelt = schemaWords(schemas.get(call.tool));
      const restore = (text: string): string => (spelt.has(text) ? text : (typedForm(text, goal, folded) ?? text));
      return { ...call, args: mapStrings(call.args, restore) };
    });
    return { ...outcome, calls, reasons };
  };
}

/** The typed form of a text that occurs in the goal as whole words. */
function typedForm(text: string, goal: string, folded: string): string | undefined {
  if (text === "" || text.includes("{{")) return undefined;
  for (let at = folded.indexOf(text); at !== -1; at = folded.indexOf(text, at + 1)) {
    const end = at + text.length;
    if (!isWordPart(folded[at - 1], text[0]) && !isWordPart(folded[end], text.at(-1))) return goal.slice(at, end);
  }
  return undefined;
}

/** Whether a neighbouring character continues the word. */
function isWordPart(neighbour = "", edge = ""): boolean {
  return /[\p{L}\p{N}]/u.test(neighbour) && /[\p{L}\p{N}]/u.test(edge);
}

function schemaWords(schema: unknown, words = new Set<string>(), depth = 0): Set<string> {
  if (typeof schema === "string") words.add(schema);
  else if (typeof schema === "object" && schema !== null && depth < 32) {
    for (const part of Object.values(schema)) schemaWords(part, words, depth + 1);
  }
  return words;
}
