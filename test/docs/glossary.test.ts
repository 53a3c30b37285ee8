import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { pages, proseOf, root } from "./support/markdown.ts";

// docs/glossary.md names one term for each concept. Words of its last columns must not come back.

const sections = readFileSync(join(root, "docs/glossary.md"), "utf8").split(/^## /m).slice(1);
const avoidedIn = (isWanted: (title: string) => boolean): string[] =>
  sections
    .filter((section) => isWanted(section.split("\n", 1)[0] ?? ""))
    .flatMap((section) =>
      [...section.matchAll(/^\|.*\| ([^|]*) \|$/gm)].flatMap(([, cell = ""]) =>
        cell.split(",").map((word) => word.trim()),
      ),
    )
    .filter((word) => word !== "" && word !== "avoid" && word !== "---");

const isWording = (title: string): boolean => title.startsWith("Wording");
const avoidedTerms = avoidedIn((title) => !isWording(title));
const names = avoidedTerms.filter((word) => /^\w+$/.test(word));
const phrases = [...avoidedIn(isWording), ...avoidedTerms.filter((word) => !names.includes(word))];

/** The language module contains ordinary words as data. */
const wordData = ["src/language"];

const sources = ["src", "console/src", "test", "bench", "eval", "scripts", "examples"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => relative(root, join(root, folder, file)))
    .filter(
      (file) =>
        /\.tsx?$/.test(file) && !file.includes("node_modules") && !wordData.some((path) => file.startsWith(path)),
    )
    .filter((file) => !file.endsWith("glossary.test.ts")),
);

const logEvents = new Set(
  sources.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/\bevent: "([a-z_.]+)"/g)].map(([, event = ""]) => event),
  ),
);

function wordOf(name: string): RegExp {
  return new RegExp(`(?<![\\w$])${name}(?![\\w$])`);
}

/** The change log and decision records name old terms on purpose. */
const checkedPages = pages().filter((page) => !/CHANGELOG|docs\/decisions\/0|glossary/.test(page));

describe("docs/glossary.md", () => {
  it("has words to avoid", () => {
    expect(names.length).toBeGreaterThan(15);
    expect(logEvents.size).toBeGreaterThan(50);
    expect(phrases.length).toBeGreaterThan(8);
  });

  it.each(names)("%s is not an identifier", (name) => {
    expect(sources.filter((file) => wordOf(name).test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });

  it.each(names)("%s is not a part of a log event", (name) => {
    const part = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();
    expect(
      [...logEvents].filter((event) => `.${event}.`.replaceAll("_", ".").includes(`.${part.replaceAll("_", ".")}.`)),
    ).toEqual([]);
  });

  it.each(names)("%s does not appear in a page as a name", (name) => {
    expect(checkedPages.filter((page) => wordOf(name).test(proseOf(page)))).toEqual([]);
  });

  it.each(phrases)("%s does not appear in a page", (phrase) => {
    expect(checkedPages.filter((page) => proseOf(page).toLowerCase().includes(phrase.toLowerCase()))).toEqual([]);
  });
});
