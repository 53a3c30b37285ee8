import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPassages } from "./passages.ts";
import { readDocument } from "./read-document.ts";

const read = async (source: string, text: string | Uint8Array) => {
  const answer = await readDocument(source, typeof text === "string" ? Buffer.from(text) : text);
  return "document" in answer ? answer.document : answer.problem;
};

describe("readDocument", () => {
  it("splits Markdown at its headings and keeps the heading of each passage", async () => {
    const text = `---
tags: [a]
---
Intro with [a link](http://x.example) and **strong** \`code\`.

# Orders

## How to order

First paragraph.

\`\`\`
# not a heading
\`\`\`

# Закупки ##
Текст.`;
    expect(await read("docs/guide.md", text)).toEqual({
      source: "docs/guide.md",
      title: "Orders",
      passages: [
        { heading: "", text: "Intro with a link and strong code." },
        { heading: "Orders › How to order", text: "First paragraph.\n\n# not a heading" },
        { heading: "Закупки", text: "Текст." },
      ],
    });
  });

  it("reads of HTML what a reader sees", async () => {
    const text = `<!doctype html><title>Vendors &amp; orders</title><style>p{}</style><nav>menu</nav>
      <h1>Adding a <em>vendor</em></h1><p>Open&nbsp;the list.<p>Press &laquo;Add&raquo;.<script>alert(1)</script>
      <ul><li>one<li>two</ul><h2>Удаление</h2><div>Нельзя<br>отменить</div>`;
    expect(await read("a.html", text)).toEqual({
      source: "a.html",
      title: "Vendors & orders",
      passages: [
        { heading: "Adding a vendor", text: "Open the list.\n\nPress «Add».\n\none\n\ntwo" },
        { heading: "Удаление", text: "Нельзя\n\nотменить" },
      ],
    });
  });

  it("reads the text of a PDF, page by page", async () => {
    expect(await read("manual.pdf", pdf(["Return policy", "Within 14 days"]))).toEqual({
      source: "manual.pdf",
      title: "manual",
      passages: [
        { heading: "page 1", text: "Return policy" },
        { heading: "page 2", text: "Within 14 days" },
      ],
    });
  });

  it.each([
    ["a.txt", Uint8Array.of(0xff, 0xfe), "is not UTF-8 text"],
    ["a.txt", "  \n ", "has no text in it"],
    ["a.docx", "x", "is none of .md, .markdown, .txt, .html, .htm, .pdf"],
    ["a.pdf", "not a pdf", "Invalid PDF structure."],
  ])("says why %s has no passages", async (source, text, problem) => expect(await read(source, text)).toBe(problem));
});

describe("toPassages", () => {
  it("loses nothing but white space and makes nothing longer than can be shown", () => {
    const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 });
    const text = fc.array(fc.oneof(word, fc.constantFrom("\n\n", ". ", " ", "x".repeat(3000))), { maxLength: 200 });
    fc.assert(
      fc.property(text, (parts) => {
        const source = parts.join(" ");
        const passages = toPassages([{ heading: "h", text: source }]);
        const squeeze = (value: string) => value.replaceAll(/\s+/g, "");
        expect(squeeze(passages.map((passage) => passage.text).join(""))).toBe(squeeze(source));
        for (const passage of passages) expect(passage.text.length).toBeLessThanOrEqual(1200);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

/** A PDF with a line of text on each page. */
function pdf(pages: readonly string[]): Uint8Array {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((text, at) => {
      const stream = `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;
      const resources = "/Resources << /Font << /F1 3 0 R >> >>";
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text);
}
