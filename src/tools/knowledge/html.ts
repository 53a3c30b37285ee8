import { Parser } from "htmlparser2";
import type { Section } from "./passages.ts";

const silent = new Set(["script", "style", "noscript", "template", "svg", "nav", "iframe"]);
const block = new Set(
  "p div section article main header footer aside ul ol li dl dt dd table tr td th pre blockquote br hr figure form".split(
    " ",
  ),
);
const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

/** The text a reader sees, by its headings, and the page's title. */
export function htmlSections(source: string): { title: string; sections: Section[] } {
  const sections: Section[] = [{ heading: "", text: "" }];
  let title = "";
  let heading = "";
  const open: string[] = [];
  const parser = new Parser({
    onopentagname(name) {
      open.push(name);
      if (isHeading(name)) heading = "";
      if (block.has(name)) write("\n\n");
    },
    onclosetag(name) {
      open.splice(open.lastIndexOf(name), 1);
      if (isHeading(name)) sections.push({ heading: heading.trim(), text: "" });
      else if (block.has(name)) write("\n\n");
    },
    ontext(text) {
      if (open.some((name) => silent.has(name))) return;
      const flat = text.replaceAll(/\s+/g, " ");
      if (open.includes("title")) title += flat;
      else if (open.some(isHeading)) heading += flat;
      else write(flat);
    },
  });
  const write = (text: string): void => {
    const last = sections.at(-1);
    if (last !== undefined) last.text += text;
  };
  parser.end(source);
  return { title: title.trim(), sections };
}
