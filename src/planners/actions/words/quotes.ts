/** A stretch of a text; what stands in quotes is a piece of its own, without them. */
export type Piece = { text: string; from: number; quoted: boolean };

const pairs: Readonly<Record<string, string>> = { '"': '"', "“": "”", "«": "»", "„": "“", "‘": "’" };

/** After so many quotations that do not end, marks are taken for what they are: the work stays bounded. */
const mostUnclosed = 50;

/** Parts a text at its quotations. Quotes may stand in quotes; a mark inside a word is an apostrophe. */
export function partQuotes(source: string): Piece[] {
  const pieces: Piece[] = [];
  let begin = 0;
  let unclosed = 0;
  for (let at = 0; at < source.length; at += 1) {
    const end = unclosed < mostUnclosed ? quoteEnd(source, at) : undefined;
    if (end === undefined && opens(source, at) && source.charAt(at) === "'") unclosed += 1;
    if (end === undefined) continue;
    pieces.push({ text: source.slice(begin, at), from: begin, quoted: false });
    pieces.push({ text: unescaped(source.slice(at + 1, end)), from: at + 1, quoted: true });
    begin = end + 1;
    at = end;
  }
  pieces.push({ text: source.slice(begin), from: begin, quoted: false });
  return pieces.filter(({ text, quoted }) => quoted || text.trim() !== "");
}

/** People paste text in which a line break is written as two signs. */
function unescaped(text: string): string {
  return text.replaceAll("\\n", "\n");
}

function quoteEnd(source: string, at: number): number | undefined {
  const mark = source.charAt(at);
  if (mark === "'") return opens(source, at) ? apostropheEnd(source, at) : undefined;
  const close = pairs[mark];
  const end = close === undefined ? -1 : source.indexOf(close, at + 1);
  return end > at + 1 ? end : undefined;
}

function opens(source: string, at: number): boolean {
  return /^$|[\s(,:;-]/.test(source.charAt(at - 1)) && /[^\s']/.test(source.charAt(at + 1));
}

function closes(source: string, at: number): boolean {
  return /\S/.test(source.charAt(at - 1)) && /^$|[\s.,?!;:)']/.test(source.charAt(at + 1));
}

function apostropheEnd(source: string, at: number): number | undefined {
  let depth = 0;
  for (let i = at; i < source.length; i += 1) {
    if (source.charAt(i) !== "'") continue;
    if (opens(source, i)) depth += 1;
    else if (closes(source, i)) depth -= 1;
    if (depth === 0) return i;
  }
  return undefined;
}
