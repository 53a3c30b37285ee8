import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { demoManifest } from "../../demo/business/business-tools.ts";
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

  it("is no part of this pack: each value was said, or stands for words that were", () => {
    expect(constants).toEqual([]);
  });
});
