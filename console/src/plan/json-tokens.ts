type JsonToken = { kind: "key" | "text" | "number" | "word" | "other"; text: string };

const form = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** Splits JSON into tokens for highlighting; invalid text passes unchanged. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const match of text.matchAll(form)) {
    if (match.index > end) tokens.push({ kind: "other", text: text.slice(end, match.index) });
    const [whole, quoted, colon, number] = match;
    const kind =
      quoted !== undefined ? (colon === undefined ? "text" : "key") : number === undefined ? "word" : "number";
    tokens.push({ kind, text: quoted ?? whole });
    if (colon !== undefined) tokens.push({ kind: "other", text: colon });
    end = match.index + whole.length;
  }
  if (end < text.length) tokens.push({ kind: "other", text: text.slice(end) });
  return tokens;
}
