import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parsePack } from "./parse-pack.ts";

const head = `pack: shop
version: 1.0.0
description: A shop.
languages: [en]
tools:
  sell: { name: sell_item }
`;

function faults(text: string): string[] {
  const parsed = parsePack(text, "packs/shop.yaml");
  return parsed.ok ? [] : parsed.issues.map(({ message, hint }) => `${message} ${hint ?? ""}`.trim());
}

describe("parsePack", () => {
  it("reads a small pack and fills what may be left out", () => {
    const parsed = parsePack(head, "packs/shop.yaml");
    expect(parsed).toMatchObject({
      ok: true,
      value: { pack: "shop", intents: [], rules: [], tools: { sell: { says: [] } } },
    });
  });

  it.each([
    ["a key that stands twice", `${head}version: 2.0.0\n`, "packs/shop.yaml:7:1: Map keys must be unique"],
    ["a field nobody knows", `${head}inten: []\n`, 'packs/shop.yaml:7:1: "inten" is not a known field'],
    ["broken YAML", `${head}words: [a\n`, "packs/shop.yaml:"],
    ["a phrase that does not parse", intent("sell {item", "sell"), "packs/shop.yaml:9:15:"],
    ["a slot without a definition", intent("sell {item}", "sell"), '"item" is not defined in this pack'],
    ["a tool without a definition", intent("sell it", "sel"), 'Did you mean "sell"?'],
    ["a reference to a later step", intent("sell it", "sell", "{ item: '{{later}}' }"), '"later" is not defined'],
    [
      "a key that its slot does not have",
      `${head}slots: { day: { type: date } }\n${intent("sell {day}", "sell", "{ at: '{day.tmie}' }").slice(head.length)}`,
      '"tmie" is not defined in this pack Did you mean "time"?',
    ],
    ["a version that is none", head.replace("1.0.0", "one"), "packs/shop.yaml:2:1:"],
  ])("names file, line and column of %s", (_name, text, message) => {
    expect(faults(text).join("\n")).toContain(message);
  });

  it("reports everything at once", () => {
    expect(faults("pack: Shop\nlanguages: [de]\n").length).toBeGreaterThan(3);
  });

  it.each(["", "- 1", "null", "\u0000", "&a [*a]", "a: &x [1]\nb: [*x, *x]"])("never throws on %j", (text) => {
    expect(parsePack(text, "x.yaml").ok).toBe(false);
  });

  const shipped = resolve(import.meta.dirname, "../../../packs");
  it.each(readdirSync(shipped).filter((file) => file.endsWith(".yaml")))("the shipped %s is sound", (file) => {
    const parsed = parsePack(readFileSync(join(shipped, file), "utf8"), file);
    expect(parsed.ok ? [] : parsed.issues).toEqual([]);
  });
});

function intent(phrase: string, tool: string, args = "{}"): string {
  return `${head}intents:\n  - id: sell\n    phrases: ["${phrase}"]\n    steps: [{ tool: ${tool}, args: ${args} }]\n`;
}
