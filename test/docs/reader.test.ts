import { readFileSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { searchOptions } from "../../site/search.ts";
import { pages, readPage, root } from "./support/markdown.ts";

const Task = z.strictObject({ task: z.string(), search: z.string(), page: z.string() });
const tasks = z.array(Task).parse(parse(readFileSync(join(root, "test/docs/reader-tasks.yaml"), "utf8")));

type Section = { id: string; title: string; titles: string[]; text: string };

/** The sections of a page as VitePress indexes them: a heading with its text, and the headings above it. */
function sectionsOf(page: string): Section[] {
  const above: string[] = [];
  return readPage(page)
    .split(/^(?=#{1,6} )/m)
    .flatMap((part, at) => {
      const [, marks = "", title = ""] = /^(#+) (.*)$/m.exec(part) ?? [];
      if (marks === "") return [];
      above.length = marks.length - 1;
      const titles = above.filter((one) => one !== undefined);
      above[marks.length - 1] = title;
      return [{ id: `${page}#${at}`, title, titles, text: part.slice(part.indexOf("\n") + 1) }];
    });
}

// The tasks a newcomer has are answered by a page among the first three that the site's search finds.
describe("search of the documentation site", () => {
  const index = new MiniSearch<Section>({ fields: ["title", "titles", "text"], searchOptions });
  index.addAll(
    pages()
      .filter((page) => /^(?:docs|examples|deploy)\/|^[A-Z]+\.md$/.test(page))
      .flatMap(sectionsOf),
  );

  it("has twenty tasks", () => {
    expect(tasks).toHaveLength(20);
  });

  it.each(tasks)("$task: “$search” finds $page", ({ search, page }) => {
    const found = [...new Set(index.search(search).map(({ id }) => String(id).replace(/#\d+$/, "")))].slice(0, 3);
    expect(found).toContain(`docs/${page}.md`);
  });
});
