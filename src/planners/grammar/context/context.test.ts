import { describe, expect, it } from "vitest";
import { readDialogue } from "./dialogue.ts";
import { readFacts } from "./facts.ts";
import { parseLoose } from "./loose-literal.ts";

describe("parseLoose", () => {
  it.each<[string, unknown]>([
    ['{"a": 1, "b": [true, null]}', { a: 1, b: [true, null] }],
    ["{'a': 'it\\'s', 'b': (1, 2), 'c': None, 'd': True}", { a: "it's", b: [1, 2], c: null, d: true }],
    ["{'a': ", undefined],
    ["{1: 2}", undefined],
    ["['open", undefined],
  ])("%s", (text, value) => {
    expect(parseLoose(text)).toEqual(value);
  });

  it("gives up on depth instead of overflowing", () => {
    expect(parseLoose("[".repeat(50_000))).toBeUndefined();
  });
});

describe("readFacts", () => {
  it("takes scalars of objects in system messages and nothing else", () => {
    const facts = readFacts([
      { role: "system", content: "Profile: {'basic': {'HomeCity': 'Oslo', 'tags': ['x']}, 'age': 4}" },
      { role: "user", content: "{'secret': 1}" },
    ]);
    expect(facts.map(({ value }) => value)).toEqual(["Oslo", 4]);
  });
});

describe("readDialogue", () => {
  it("joins the turns that a question interrupted", () => {
    const { request, past } = readDialogue([
      { role: "user", content: "old request" },
      { role: "assistant", content: "Done." },
      { role: "user", content: "Book a room" },
      { role: "assistant", content: "For how many people?" },
    ]);
    expect(request).toBe("Book a room.");
    expect(past).toBe("old request.");
  });

  it("keeps earlier turns apart after a result", () => {
    expect(
      readDialogue([
        { role: "user", content: "Book a room" },
        { role: "assistant", content: "Booked." },
      ]),
    ).toEqual({ request: "", past: "Book a room." });
  });
});
