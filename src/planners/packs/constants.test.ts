import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { demoManifest } from "../../demo/business/business-tools.ts";
import { nameWords, stemOf } from "../grammar/profile/name-words.ts";
import { parsePack } from "./parse-pack.ts";

const text = readFileSync(resolve(import.meta.dirname, "../../../packs/small-business.yaml"), "utf8");

describe("a constant in a step that writes", () => {
  const parsed = parsePack(text, "small-business.yaml");
  if (!parsed.ok) throw new Error("the pack must parse");
  const pack = parsed.value;
  const writing = new Set(
    demoManifest()
      .filter(({ effect }) => effect !== "read")
      .map(({ name }) => name),
  );
  const constants = pack.intents.flatMap((intent) =>
    intent.steps
      .filter(({ tool }) => writing.has(pack.tools[tool]?.name ?? ""))
      .flatMap(({ args }) => Object.entries(args))
      .filter(([, value]) => typeof value !== "string" || !value.includes("{"))
      .map(([param]) => ({ intent, param })),
  );

  it.each(constants)("is said by every English phrase: $param of $intent.id", ({ intent, param }) => {
    const stems = nameWords(param).map((word) => stemOf(word));
    for (const phrase of intent.phrases.filter((one) => !/\p{Script=Cyrillic}/u.test(one))) {
      const said = (phrase.match(/[a-z]+/gi) ?? []).map((word) => stemOf(word.toLowerCase()));
      expect(
        stems.some((stem) => said.includes(stem)),
        phrase,
      ).toBe(true);
    }
  });

  it("exists in this pack, so that the rule is checked", () => {
    expect(constants.length).toBeGreaterThan(0);
  });
});
