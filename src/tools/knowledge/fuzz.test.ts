import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocument } from "./read-document.ts";
import { snippetOf } from "./snippet.ts";
import { wordSpans } from "./terms.ts";

const terms = (text: string) => wordSpans(text).map(({ word }) => word);
const markup = fc.constantFrom(
  "<p>",
  "</p>",
  "<h1>",
  "</h2>",
  "<!--",
  "-->",
  "<script>",
  "&amp;",
  "&#x1F30D;",
  "# ",
  "```\n",
  "\n\n",
  "---\n",
  "[a](",
  "**",
  "|",
);

describe("documents from anywhere", () => {
  it.each([".md", ".txt", ".html"])("are read or refused with a reason, whatever a %s holds", async (ending) => {
    const contents = fc.array(fc.oneof(fc.string({ unit: "grapheme", maxLength: 30 }), markup), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(contents, async (parts) => {
        const read = await readDocument(`a${ending}`, Buffer.from(parts.join("")));
        if ("problem" in read) expect(read.problem).toBe("has no text in it");
        else expect([read.document.title, ...read.document.passages.map(({ text }) => text.trim())]).not.toContain("");
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it.each([
    ["a.html", "<div>x"],
    ["a.html", "<p>x</p><br>"],
    ["a.html", "<h1><b>"],
    ["a.html", "<svg>"],
    ["a.html", "<!-- "],
    ["a.md", "["],
    ["a.md", "[a]("],
    ["a.md", "**a "],
    ["a.md", "<a "],
    ["a.md", "# a\n"],
    ["a.md", "---\n"],
    ["a.txt", "\n "],
    ["a.txt", "a. "],
    ["a.txt", "a"],
  ])("take time in proportion to their length: %s of %j", async (source, part) => {
    // A reader that were quadratic would not come back before the test is given up.
    const read = await readDocument(source, Buffer.from(part.repeat(100_000)));
    expect(Object.keys(read)).toHaveLength(1);
  });

  it("are shown by snippets that are short and are in the text", () => {
    const texts = fc.array(fc.lorem({ maxCount: 40 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(texts, fc.lorem({ maxCount: 3 }), (parts, query) => {
        const text = parts.join(" ");
        const snippet = snippetOf(text, query, terms);
        expect(snippet.length).toBeLessThanOrEqual(242);
        expect(text.replaceAll(/\s+/g, " ")).toContain(snippet.replaceAll("…", ""));
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});
