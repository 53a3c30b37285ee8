import { Parser } from "htmlparser2";
import type { Section } from "./passages.ts";

const silent = new Set(["script", "style", "noscript", "template", "svg", "nav", "iframe"]);
const block = new Set(
  "p div section article main header footer aside ul ol li dl dt dd table tr td th pre blockquote br hr figure form".split(
    " ",
  ),
);
const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

const deepest = 2000;

/** The visible text by heading, and the title of the page. */
export function htmlSections(source: string): { title: string; sections: Section[] } {
  const sections: { heading: string; parts: string[] }[] = [{ heading: "", parts: [] }];
  const inside = { any: 0, silent: 0, heading: 0, title: 0 };
  let [title, heading] = ["", ""];
  const count = (name: string, by: 1 | -1): void => {
    inside.any += by;
    // Bounds the depth, because the work of the parser grows with it; real pages are less nested.
    if (inside.any > deepest) throw new Error(`is nested more than ${deepest} elements deep`);
    if (silent.has(name)) inside.silent += by;
    else if (name === "title") inside.title += by;
    else if (isHeading(name)) inside.heading += by;
  };
  const write = (text: string): void => void sections.at(-1)?.parts.push(text);
  const parser = new Parser({
    onopentagname(name) {
      count(name, 1);
      if (isHeading(name)) heading = "";
      if (block.has(name)) write("\n\n");
    },
    onclosetag(name) {
      count(name, -1);
      if (isHeading(name)) sections.push({ heading: heading.trim(), parts: [] });
      else if (block.has(name)) write("\n\n");
    },
    ontext(text) {
      if (inside.silent > 0) return;
      const flat = text.replaceAll(/\s+/g, " ");
      if (inside.title > 0) title += flat;
      else if (inside.heading > 0) heading += flat;
      else write(flat);
    },
  });
  parser.end(source);
  return { title: title.trim(), sections: sections.map(({ heading, parts }) => ({ heading, text: parts.join("") })) };
}
