import { describe, expect, it } from "vitest";
import { readDialogue } from "./dialogue.ts";
import { readFacts } from "./facts.ts";

describe("readFacts", () => {
  it("takes scalars of objects in system messages and nothing else", () => {
    const facts = readFacts([
      { role: "system", content: "Profile: {'basic': {'HomeCity': 'Oslo', 'tags': ['x']}, 'age': 4}" },
      { role: "user", content: "{'secret': 1}" },
    ]);
    expect(facts.map(({ value }) => value)).toEqual(["Oslo", 4]);
  });

  it.each<[string, unknown[]]>([
    ['{"a": 1, "b": [true, null], "c": "x"}', [1, "x"]],
    ["{'a': 'it\\'s', 'b': None, 'c': True, 'd': -2.5}", ["it's", true, -2.5]],
    ["{'a': ", []],
    ["{".repeat(50_000), []],
  ])("%.60s", (content, values) => {
    expect(readFacts([{ role: "system", content }]).map(({ value }) => value)).toEqual(values);
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
