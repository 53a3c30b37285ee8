/** Fields whose names say that they hold a secret, wherever they stand. */
export const secretName =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|.*(?:password|passwd|secret|token|api[_-]?key|credential|private[_-]?key).*)$/i;

/** Our own API keys, those of model providers, and whatever follows `Bearer` or `Basic`. */
export const secretText =
  /\bpw_[0-9a-f]{16}_[\w-]{8,}|\b(?:sk|gsk|xai)-[\w-]{16,}|\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi;

/** What stands in a secret's place. */
export const redactedMark = "[redacted]";

/** The start of a field with a text, in JSON that stands in a text; in JSON within JSON its quotes are escaped, and again. */
const fieldStart = /(\\*)"([\w.-]{1,64})\1"\s*:\s*\1"/g;

/** The text without secrets: by their form, and by the names of fields where JSON stands in it. */
export function redactText(text: string): string {
  const formless = text.replaceAll(secretText, redactedMark);
  let clean = "";
  let done = 0;
  for (const match of formless.matchAll(fieldStart)) {
    const start = match.index + match[0].length;
    if (match.index < done || !secretName.test(match[2] ?? "")) continue;
    const end = endOfText(formless, start, match[1]?.length ?? 0);
    clean += formless.slice(done, start) + (end > start ? redactedMark : "");
    done = end;
  }
  return clean + formless.slice(done);
}

/** Where a quoted text ends: at the first quote that is escaped no more often than the one that opened it. */
function endOfText(text: string, start: number, escapes: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let from = quote;
    while (from > start && text[from - 1] === "\\") from -= 1;
    if (quote - from <= escapes) return from;
  }
  return text.length;
}
