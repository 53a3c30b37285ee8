import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../../..");

const passedOver = new Set(["node_modules", "dist", "coverage"]);

/** Every page of the repository, from its root. What people write down for themselves in hidden folders is theirs. */
export function pages(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith(".") && !passedOver.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return pages(path);
      return entry.name.endsWith(".md") ? [relative(root, path)] : [];
    })
    .toSorted();
}

export function readPage(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** A fenced block. `tag` is its language, `kind` the word after it, `line` where its text begins. */
export type Block = { page: string; line: number; tag: string; kind: string; text: string; at: string };

export function blocksIn(page: string, text = readPage(page)): Block[] {
  return [...text.matchAll(/^( *)```([^\n`]*)\n(.*?)^\1```$/gms)].map((match) => {
    const [, indent = "", info = "", body = ""] = match;
    const [tag = "", kind = ""] = info.trim().split(/\s+/);
    const line = text.slice(0, match.index).split("\n").length + 1;
    return { page, line, tag, kind, text: body.replaceAll(new RegExp(`^${indent}`, "gm"), ""), at: `${page}:${line}` };
  });
}

/** Blocks of all pages with one of these tags. */
export function blocksOf(...tags: readonly string[]): Block[] {
  return pages()
    .flatMap((page) => blocksIn(page))
    .filter(({ tag }) => tags.includes(tag));
}

/** The page without its fenced blocks, line by line where they stood. */
export function proseOf(page: string): string {
  return readPage(page).replaceAll(/^( *)```[^\n`]*\n.*?^\1```$/gms, (block) => block.replaceAll(/[^\n]/g, ""));
}
