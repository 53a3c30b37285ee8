import { describe, expect, it } from "vitest";
import { readGoalText } from "../packs/goal-text.ts";
import { anyTime } from "./book.ts";
import { type Example, featuresOf } from "./learned.ts";
import { trustIn } from "./likelihood.ts";
import { wordKinds } from "./name-runs.ts";

const textOf = (request: string) => readGoalText(request, { setting: anyTime });

describe("what a word of a guess may be", () => {
  const kindOf = (request: string, word: string) => {
    const goalText = textOf(request);
    const kinds = wordKinds(goalText, { tool: undefined, options: [], doubtful: [], outside: new Set() });
    return kinds[goalText.tokens.findIndex(({ lower }) => lower === word)];
  };

  it.each([
    ["which of the kilns are hot", "kilns", "counted"],
    ["how many kilns are hot", "kilns", "counted"],
    ["are all kilns hot", "kilns", "counted"],
    ["есть ли протечка", "протечка", "counted"],
    ["is the kiln hot", "kiln", "name"],
    ["open the kiln", "open", "verb"],
    ["show Brookside", "brookside", "name"],
  ])("in '%s', %s is a %s", (request, word, kind) => {
    expect(kindOf(request, word)).toBe(kind);
  });
});

describe("the form of a request", () => {
  it.each([
    ["how many kilns are hot", "asks many"],
    ["is the kiln hot", "asks whether"],
    ["heat the kiln", "asks nothing"],
    ["closed the kiln", "says a verb"],
    ["which kilns are hot", "is plural"],
    ["are all kilns hot", "quantity all"],
  ])("of '%s' has: %s", (request, feature) => {
    expect([...featuresOf(textOf(request))]).toContain(feature);
  });
});

it("never trusts words for an option so little that the other choices have no chance at all", () => {
  const goalText = textOf("heat the kiln high");
  const args = new Map([["level", { kind: "value", json: "low" } as const]]);
  const example: Example = { tool: "heat", args, features: new Set(), goalText, outside: [] };
  expect(trustIn("level", ["low", "high"], [example, example])).toBeGreaterThan(0);
});
