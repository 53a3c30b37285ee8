import { describe, expect, it } from "vitest";
import { isPreposition } from "./compiled-pack.ts";
import { parsePattern } from "./pattern.ts";

describe("parsePattern", () => {
  it("takes words, alternatives, optional parts and slots apart", () => {
    expect(parsePattern("(закрой|опусти вниз) {cover} [сейчас]", isPreposition)).toEqual({
      words: [
        { options: [["закрой"], ["опусти", "вниз"]], optional: false },
        { options: [["сейчас"]], optional: true },
      ],
      slots: [{ slot: "cover", optional: false, after: [] }],
    });
  });

  it("lets a preposition announce the slot behind it, and a verb stand for itself", () => {
    const pattern = parsePattern("move {deal} (to|into) {stage} [(в|на) {area}]", isPreposition);
    expect(pattern).toMatchObject({
      words: [{ options: [["move"]] }],
      slots: [
        { slot: "deal", after: [] },
        { slot: "stage", after: [["to"], ["into"]] },
        { slot: "area", optional: true, after: [["в"], ["на"]] },
      ],
    });
  });

  it.each([
    ["move {", "partner"],
    ["move {}", "needs a name"],
    ["move (a|b", "not closed"],
    ["move [a", "not closed"],
    ["move a]", "partner"],
    ["move (a {b})", "only words"],
    ["()", "empty"],
    ["[a] [{b}]", "optional"],
  ])("says where %s goes wrong", (phrase, message) => {
    expect(parsePattern(phrase)).toMatchObject({ message: expect.stringContaining(message) });
  });
});
