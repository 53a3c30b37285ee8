/** Truncates to `max` code units with an ellipsis; never splits a character. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** A line of words that somebody said, cut between two of them. */
export function shortenWords(text: string, max: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  return `${line
    .slice(0, max)
    .replace(/\s+\S*$/, "")
    .toWellFormed()}…`;
}
