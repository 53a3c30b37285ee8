// What Python's str.isspace() accepts. JavaScript's trim() differs: it takes U+FEFF and leaves U+001C..1F and U+0085.
const space = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const isSpace = new RegExp(`[${space}]`);

/** Python's `str.strip()`. */
export function pyStrip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace.test(text.charAt(start))) start += 1;
  while (end > start && isSpace.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Python's `str.lower()`: the full, locale-free mapping of Unicode (İ becomes two code points, Σ at the end of a word ς),
 * which is what ECMAScript prescribes for `toLowerCase`. Letters newer than a runtime's tables stay as they are.
 */
export function pyLower(text: string): string {
  return text.toLowerCase();
}

/** Goals that differ only in case or outer white space are equal. */
export function normaliseGoal(goal: string): string {
  return pyLower(pyStrip(goal));
}

/** An absent context is null; an empty one stays an empty string, and hashes differently. */
export function normaliseContext(context: string | null | undefined): string | null {
  return context === null || context === undefined ? null : pyStrip(context);
}
