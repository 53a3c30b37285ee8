/** Where text stops being JSON, and what was expected there. */
export type SyntaxFault = { at: number; expected: string };

/** Describes the fault: line, column, what was found, how to fix it. */
export function describeFault(text: string, { at, expected: wanted }: SyntaxFault): { message: string; hint: string } {
  const before = text.slice(0, at);
  const line = before.split("\n").length;
  const column = at - before.lastIndexOf("\n");
  const found =
    at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0)) : "the end of the text";
  return {
    message: `not JSON at line ${line}, column ${column}: expected ${wanted}, found ${found}`,
    hint: advice(text, at),
  };
}

function advice(text: string, at: number): string {
  const rest = text.slice(at, at + 16);
  if (text.trim() === "") return "The text is empty; send a JSON document.";
  if (at >= text.length) return "The text ends too early; check that it was not truncated.";
  if (/^[}\]]/.test(rest) && /,\s*$/.test(text.slice(Math.max(0, at - 64), at))) return "Remove the comma before it.";
  if (rest.startsWith("'")) return "Use double quotes.";
  if (/^(?:\/\/|\/\*|#)/.test(rest)) return "Remove the comment; JSON has none.";
  if (/^(?:True|False|None|undefined)\b/.test(rest)) return "Write true, false or null.";
  if (/^[-+]?(?:NaN|Infinity)/.test(rest)) return "Use null, or a finite number.";
  if (/^\p{Cc}/u.test(rest)) return "Escape it, for example as \\n or \\t.";
  if (rest.startsWith("\\")) return 'Use \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hex digits.';
  if (rest.startsWith("```")) return "Send the JSON alone, without a code fence.";
  return "Fix the syntax at that position.";
}
