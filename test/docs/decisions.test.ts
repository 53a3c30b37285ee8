import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPage, root } from "./support/markdown.ts";

describe("docs/decisions/README.md", () => {
  it("lists every decision with its number and title", () => {
    const listed = [...readPage("docs/decisions/README.md").matchAll(/^\| (\d{4}) \| \[(.+)\]\((.+)\) \| .+ \|$/gm)];
    const rows = listed.map(([, number, title, file]) => [file, `# ${number} ${title}`]);
    const files = readdirSync(join(root, "docs/decisions")).filter((file) => /^\d/.test(file));
    const titles = files.map((file) => [file, readPage(`docs/decisions/${file}`).split("\n", 1)[0]]);
    expect(rows).toEqual(titles.toSorted());
  });
});
