import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type Entry } from "../../../console/src/i18n/table.ts";
import { createTranslate, type TextKey } from "../../../console/src/i18n/i18n.ts";

const folder = resolve(import.meta.dirname, "../../../console/src");
const tables = await Promise.all(
  readdirSync(join(folder, "i18n"))
    .filter((file) => !["table.ts", "i18n.ts"].includes(file))
    .map(async (file) =>
      Object.values((await import(join(folder, "i18n", file))) as Record<string, Record<string, Entry>>),
    ),
);
const texts = tables.flat().flatMap((table) => Object.entries(table));

describe("the texts of the interface", () => {
  it.each(texts)("%s has the same placeholders in both languages, and enough plural forms", (_, [en, ru]) => {
    const places = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted();
    expect(places(ru)).toEqual(places(en));
    const forms = [en.split("|").length, ru.split("|").length];
    expect([JSON.stringify([1, 1]), JSON.stringify([2, 3])]).toContain(JSON.stringify(forms));
  });

  it("select the plural form by the number", () => {
    const counts = [1, 2, 5, 11, 21, 22];
    expect(counts.map((n) => createTranslate("ru")("common.steps", { n }))).toEqual([
      "1 шаг",
      "2 шага",
      "5 шагов",
      "11 шагов",
      "21 шаг",
      "22 шага",
    ]);
    expect([1, 2].map((n) => createTranslate("en")("common.steps", { n }))).toEqual(["1 step", "2 steps"]);
  });

  // Unused texts become wrong unnoticed.
  it("are all used", () => {
    const source = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("i18n"))
      .map((file) => readFileSync(join(folder, file), "utf8"))
      .join("\n");
    const prefixes = [...source.matchAll(/`([a-z.]+\.)\$\{/g)].map((match) => match[1] ?? "");
    const unused = texts
      .map(([key]) => key as TextKey)
      .filter((key) => !source.includes(`"${key}"`) && !prefixes.some((start) => key.startsWith(start)));
    expect(unused).toEqual([]);
  });
});
