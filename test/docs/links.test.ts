import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { pages, proseOf, root } from "./support/markdown.ts";

type Link = { line: number; target: string };

// All links of all pages must work.
describe("links of pages", () => {
  it.each(pages())("%s has only valid links", (page) => {
    expect(linksIn(proseOf(page)).flatMap(({ line, target }) => faultOf(page, target, line))).toEqual([]);
  });

  it("finds broken links", () => {
    const text = "[a](no-such.md) [b](README.md#no-such-heading)\n[c](#nothing) [d](https://example.com/x#y)";
    expect(linksIn(text).flatMap(({ line, target }) => faultOf("README.md", target, line))).toEqual([
      "README.md:1 no-such.md is not there",
      "README.md:1 README.md has no heading #no-such-heading",
      "README.md:2 README.md has no heading #nothing",
    ]);
  });
});

describe("llms.txt", () => {
  const text = readFileSync(join(root, "llms.txt"), "utf8");

  it("has the llmstxt.org format: title, summary, lists of described links", () => {
    const [title = "", , summary = ""] = text.split("\n");
    expect([title, summary]).toEqual([expect.stringMatching(/^# \S/), expect.stringMatching(/^> \S/)]);
    const rows = text.split("\n").filter((line) => line.startsWith("- "));
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((row) => !/^- \[[^\]]+\]\([^)]+\): \S/.test(row))).toEqual([]);
  });

  it("has only valid links, and links every page of docs/", () => {
    const links = linksIn(text);
    expect(links.flatMap(({ line, target }) => faultOf("llms.txt", target, line))).toEqual([]);
    const named = new Set(links.map(({ target }) => target));
    const docs = pages().filter((page) => /^docs\/[^/]+\.md$/.test(page));
    expect(docs.filter((page) => !named.has(page))).toEqual([]);
  });
});

function linksIn(text: string): Link[] {
  return text.split("\n").flatMap((row, at) => {
    const plain = row.replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/[()[\]]/g, " "));
    return [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => ({ line: at + 1, target: match[1] ?? "" }));
  });
}

function faultOf(page: string, target: string, line: number): string[] {
  if (/^[a-z]+:/i.test(target)) return [];
  const [path = "", anchor] = target.split("#");
  const name = path === "" ? page : join(dirname(page), path);
  const file = join(root, name);
  if (!existsSync(file)) return [`${page}:${line} ${target} is not there`];
  if (anchor === undefined || statSync(file).isDirectory() || !name.endsWith(".md")) return [];
  return anchorsOf(name).has(anchor) ? [] : [`${page}:${line} ${name} has no heading #${anchor}`];
}

/** GitHub anchors of headings; repeated ones get a number. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of proseOf(page).matchAll(/^#{1,6} +(.+)$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .trim()
      .replaceAll(" ", "-");
    let free = anchor;
    for (let again = 1; anchors.has(free); again += 1) free = `${anchor}-${again}`;
    anchors.add(free);
  }
  return anchors;
}
