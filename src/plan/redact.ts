/** Names of fields that hold secrets. */
export const secretName =
  /^(?:authorization|proxy-authorization|cookie|set-cookie|.*(?:password|passwd|secret|token|api[_-]?key|credential|private[_-]?key).*)$/i;

/** Our own API keys, those of model providers, and whatever follows `Bearer` or `Basic`. */
const secretText = /\bpw_[0-9a-f]{16}_[\w-]{8,}|\b(?:sk|gsk|xai)-[\w-]{16,}|\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi;

/** Replaces a secret. */
export const redactedMark = "[redacted]";

/** The start of a string field in embedded JSON; nested JSON escapes its quotes, possibly several times. */
const fieldStart = /(\\*)"([\w.-]{1,64})\1"\s*:\s*\1"/g;

/** Removes secrets from text: by their format, and by field names in embedded JSON. */
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

/** The end of a quoted string: the first quote escaped no more often than the opening one. */
function endOfText(text: string, start: number, escapes: number): number {
  for (let quote = text.indexOf('"', start); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let from = quote;
    while (from > start && text[from - 1] === "\\") from -= 1;
    if (quote - from <= escapes) return from;
  }
  return text.length;
}
