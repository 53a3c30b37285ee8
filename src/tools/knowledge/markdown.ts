import type { Section } from "./passages.ts";

const heading = /^(#{1,6})\s+(.+?)\s*#*\s*$/;
const fence = /^\s*(?:```|~~~)/;

/** Markdown by its headings; a heading inside a fenced block is text. Front matter is not text. */
export function markdownSections(source: string): Section[] {
  const text = source.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, "");
  const sections: { heading: string; lines: string[] }[] = [{ heading: "", lines: [] }];
  const path: string[] = [];
  let isFenced = false;
  for (const line of text.split(/\r?\n/)) {
    if (fence.test(line)) {
      isFenced = !isFenced;
      continue;
    }
    const match = isFenced ? null : heading.exec(line);
    if (match === null) {
      sections.at(-1)?.lines.push(isFenced ? line : plain(line));
      continue;
    }
    const [, marks = "", title = ""] = match;
    path.splice(marks.length - 1);
    path[marks.length - 1] = plain(title);
    sections.push({ heading: path.filter((part) => part !== "").join(" › "), lines: [] });
  }
  return sections.map((section) => ({ heading: section.heading, text: section.lines.join("\n") }));
}

/** The visible text of a line: texts of links and images, without marks of emphasis. Bounded, so that it is linear. */
function plain(line: string): string {
  return line
    .replaceAll(/!?\[([^\]]{0,300})\]\([^)]{0,1000}\)/g, "$1")
    .replaceAll(/<\/?[a-z][^>]{0,200}>/gi, "")
    .replaceAll(/(\*\*|__|`)(.{1,300}?)\1/g, "$2");
}
