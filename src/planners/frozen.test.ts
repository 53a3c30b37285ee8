import { expect, it } from "vitest";
import { freezeDeep, isFrozenDeep } from "./frozen.ts";

it("freezes every part, and knows what it froze", () => {
  const value = freezeDeep({ a: [{ b: 1 }], c: "d", e: null });
  expect(() => Object.assign(value.a[0] ?? {}, { b: 2 })).toThrow(TypeError);
  expect([isFrozenDeep(value), isFrozenDeep(value.a)]).toEqual([true, true]);
});

it("does not trust what is frozen at the top only", () => {
  expect(isFrozenDeep(Object.freeze({ a: {} }))).toBe(false);
  expect(isFrozenDeep("text")).toBe(false);
});
