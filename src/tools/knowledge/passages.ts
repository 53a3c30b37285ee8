import type { Passage } from "../../ports/knowledge.ts";

const longest = 1200;

/** Sections of a document in order, each with its heading. */
export type Section = { heading: string; text: string };

/**
 * Splits sections into passages that can be shown whole: at paragraphs, else at sentences, else at the maximum length.
 * Nothing is lost but white space.
 */
export function toPassages(sections: readonly Section[]): Passage[] {
  return sections.flatMap(({ heading, text }) => gather(paragraphs(text)).map((part) => ({ heading, text: part })));
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/[ \t]+/g, " ").trim())
    .filter((part) => part !== "")
    .flatMap((part) => (part.length <= longest ? [part] : gather(sentences(part), " ")));
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.!?…])\s+/).flatMap(cut);
}

/** A sentence without an end, such as a table or a list, is split at a space, or anywhere if it has none. */
function cut(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > longest) {
    const space = rest.lastIndexOf(" ", longest);
    const at = space > longest / 2 ? space : longest - (isHighSurrogate(rest, longest - 1) ? 1 : 0);
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest];
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xd800 && code <= 0xdbff;
}

/** Joins neighbours up to the maximum length. */
function gather(parts: readonly string[], glue = "\n\n"): string[] {
  const gathered: string[] = [];
  for (const part of parts) {
    const last = gathered.at(-1);
    if (last !== undefined && last.length + glue.length + part.length <= longest)
      gathered[gathered.length - 1] = `${last}${glue}${part}`;
    else if (part !== "") gathered.push(part);
  }
  return gathered;
}
