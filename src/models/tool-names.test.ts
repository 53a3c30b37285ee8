import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createToolNames } from "./tool-names.ts";

describe("tool names as providers take them", () => {
  it.each([
    ["stays as it is", ["find_items"], "find_items", "find_items"],
    ["loses what is not allowed", ["linear.create_issue"], "linear.create_issue", "linear_create_issue"],
    ["is shortened with a hash", ["x".repeat(80)], "x".repeat(80), /^x{55}_[0-9a-f]{8}$/],
    ["is no other tool's", ["a.b", "a/b"], "a.b", /^a_b_[0-9a-f]{8}$/],
    ["leaves a plain name to whom it belongs", ["a_b", "a.b"], "a_b", "a_b"],
    ["in Russian", ["остатки"], "остатки", "_______"],
  ] as const)("%s", (_, names, name, spelled) => {
    const word = createToolNames(names).to(name);
    if (typeof spelled === "string") expect(word).toBe(spelled);
    else expect(word).toMatch(spelled);
  });

  it("come back to the tool they were made from, for any set of names", () => {
    const names = ["a.b", "a/b", "a_b", "остатки", "заявки_", "x".repeat(80), `${"x".repeat(80)}y`, "ok"];
    const spelled = createToolNames(names);
    const words = names.map((name) => spelled.to(name));
    expect(new Set(words).size).toBe(names.length);
    expect(words.map((word) => spelled.from(word))).toEqual(names);
    for (const word of words) expect(word).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it("never become one another", () => {
    const name = fc.string({
      unit: fc.constantFrom("a", "b", ".", "_", "-", "/", "ж", " "),
      minLength: 1,
      maxLength: 90,
    });
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 40 }), (names) => {
        const spelled = createToolNames(names);
        for (const one of names) expect(spelled.from(spelled.to(one))).toBe(one);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it("leave an invented name as the model said it", () => {
    expect(createToolNames(["find"]).from("make_it_so")).toBe("make_it_so");
  });
});
