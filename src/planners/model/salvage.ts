import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Json } from "../../plan/json.ts";
import { parseJsonText } from "../../plan/json-text.ts";
import { createIssue } from "../../plan/create-issue.ts";

/** The value, and notes on what surrounded it. */
type SalvagedJson = { value: Json; notes: readonly string[] };

/** Maximum length of an answer. */
const maxChars = 1_000_000;

/**
 * Finds the one JSON object in a model's text. It may be surrounded by thought in tags, a code fence, a byte order mark,
 * the word `json` or prose. The object itself is not repaired, and two objects are an error.
 */
export function salvageJson(text: string): CheckResult<SalvagedJson> {
  if (text.length > maxChars) return unusable(`the answer has ${text.length} characters; the limit is ${maxChars}`);
  const whole = parseJsonText(text);
  if (whole.ok) return { ok: true, value: { value: whole.value, notes: [] } };
  const notes: string[] = [];
  const note = (word: string, before: string, after: string): string => {
    if (before !== after) notes.push(word);
    return after;
  };
  const bare = note("a byte order mark", text, text.replace(/^\ufeff/, ""));
  const spoken = note("thought in tags", bare, bare.replaceAll(/<think(?:ing)?>[^]*?<\/think(?:ing)?>/g, ""));
  const found = fenced(spoken) ?? spoken;
  if (found !== spoken) notes.push("a fence");
  const candidate = found.replace(/^\s*json\b\s*/i, "");
  const objects = objectsIn(candidate);
  const [only] = objects;
  if (only === undefined) return unusable("the answer has no JSON object");
  if (objects.length > 1) return unusable("the answer has more than one JSON object");
  if (only !== candidate.trim()) notes.push("prose around the object");
  const parsed = parseJsonText(only);
  return parsed.ok ? { ok: true, value: { value: parsed.value, notes } } : parsed;
}

/** The content of the only code fence; undefined for none or several. */
function fenced(text: string): string | undefined {
  const fences = [...text.matchAll(/```[A-Za-z0-9_-]*[ \t]*\r?\n([^]*?)```/g)];
  return fences.length === 1 ? fences[0]?.[1] : undefined;
}

/** Every outermost `{…}`, by matching brackets outside strings. An unclosed one extends to the end. */
function objectsIn(text: string): string[] {
  const objects: string[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (inString) {
      if (mark === "\\") at += 1;
      else if (mark === '"') inString = false;
    } else if (mark === '"' && depth > 0) inString = true;
    else if (mark === "{") {
      if (depth === 0) start = at;
      depth += 1;
    } else if (mark === "}" && depth > 0) {
      depth -= 1;
      if (depth === 0) objects.push(text.slice(start, at + 1));
    }
  }
  return depth > 0 ? [...objects, text.slice(start)] : objects;
}

function unusable(message: string): ReturnType<typeof refused> {
  return refused(createIssue("MALFORMED_JSON", "", { message }));
}
