/** A fenced block of a page. `tag` is its language, `kind` the word after it, `line` where its text begins; `from` and `to` hold its fences. */
export type CodeBlock = { line: number; tag: string; kind: string; text: string; from: number; to: number };

export function fencesIn(page: string): CodeBlock[] {
  return [...page.matchAll(/^( *)```([^\n`]*)\n(.*?)^\1```$/gms)].map((match) => {
    const [whole, indent = "", said = "", body = ""] = match;
    const [tag = "", kind = ""] = said.trim().split(/\s+/);
    const line = page.slice(0, match.index).split("\n").length + 1;
    const text = body.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    return { line, tag, kind, text, from: match.index, to: match.index + whole.length };
  });
}
