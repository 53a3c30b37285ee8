import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { salvageJson } from "./salvage.ts";

const object = { outcome: "none", reason: 'a "{" in a text' };
const json = JSON.stringify(object);
/** Keys that the parser of every document here refuses. */
const unsafe = new Set(["__proto__", "constructor", "prototype"]);

describe("the JSON in a model's text", () => {
  it.each([
    ["alone", json, []],
    ["with a byte order mark", `\ufeff${json}`, ["a byte order mark"]],
    ["in a fence", `\`\`\`\n${json}\n\`\`\``, ["a fence"]],
    ["in a fence with its language", `\`\`\`json\n${json}\n\`\`\``, ["a fence"]],
    ["in a fence amid prose", `Sure!\n\`\`\`JSON\r\n${json}\n\`\`\`\nHope it helps.`, ["a fence"]],
    ["after the word json", `json\n${json}`, []],
    ["with prose before and after", `Here it is: ${json} Anything else?`, ["prose around the object"]],
    ["after thought", `<think>maybe {"outcome":"plan"}?</think>\n${json}`, ["thought in tags"]],
    ["pretty", JSON.stringify(object, null, 2), []],
  ])("is found %s", (_, text, notes) => {
    expect(salvageJson(text)).toEqual({ ok: true, value: { value: object, notes } });
  });

  it.each([
    ["nothing", ""],
    ["prose", "I cannot do that."],
    ["two objects", `${json} or ${json}`],
    ["two fences", `\`\`\`\n${json}\n\`\`\`\n\`\`\`\n${json}\n\`\`\``],
    ["half an object", json.slice(0, -3)],
    ["a trailing comma", '{"outcome":"none",}'],
    ["single quotes", "{'outcome':'none'}"],
    ["a comment", '{"outcome":"none" /* really */}'],
    ["a duplicate key", '{"outcome":"plan","outcome":"none"}'],
    ["a number that would be rounded", '{"outcome":"none","n":12345678901234567890}'],
    ["depth beyond reason", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`],
    ["five megabytes", "x".repeat(5 * 1024 * 1024)],
    ["an object and half of another", `${json} {"a":`],
  ])("is not made out of %s", (_, text) => {
    expect(salvageJson(text).ok).toBe(false);
  });

  it("is found as it is in any prose without brackets, and nothing at all makes it throw", () => {
    const prose = fc.string().map((text) => text.replaceAll(/[{}"`<[\]]|^json/gi, ""));
    const value = fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => !unsafe.has(key)),
      fc.oneof(fc.string(), fc.integer(), fc.boolean()),
    );
    fc.assert(
      fc.property(prose, value, prose, (before, object, after) => {
        const found = salvageJson(`${before}\n${JSON.stringify(object)}\n${after}`);
        expect(found).toMatchObject({ ok: true, value: { value: object } });
      }),
      { seed: 3, numRuns: 200 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', "`", ":", ",", "a", " ", "\\", "\n") }),
        ),
        (text) => {
          const found = salvageJson(text);
          return found.ok || found.issues.length > 0;
        },
      ),
      { seed: 3, numRuns: 500 },
    );
  });

  it("rejects a list or a string", () => {
    expect(salvageJson("[1]")).toMatchObject({ ok: true, value: { value: [1] } });
  });
});
