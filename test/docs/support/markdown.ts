import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type CodeBlock, fencesIn } from "../../../scripts/stranger/fences.ts";

export const root = resolve(import.meta.dirname, "../../..");

const passedOver = new Set(["node_modules", "dist", "coverage"]);

/** All pages of the repository, without hidden folders. */
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

export type Block = CodeBlock & { page: string; at: string };

export function blocksIn(page: string, text = readPage(page)): Block[] {
  return fencesIn(text).map((fence) => ({ ...fence, page, at: `${page}:${fence.line}` }));
}

/** Blocks of all pages with one of these tags. */
export function blocksOf(...tags: readonly string[]): Block[] {
  return pages()
    .flatMap((page) => blocksIn(page))
    .filter(({ tag }) => tags.includes(tag));
}

/** The page with its fenced blocks blanked out. */
export function proseOf(page: string): string {
  const text = readPage(page);
  const blank = ({ from, to }: CodeBlock): string => text.slice(from, to).replaceAll(/[^\n]/g, "");
  return fencesIn(text).reduceRight((rest, one) => rest.slice(0, one.from) + blank(one) + rest.slice(one.to), text);
}
