import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createBoundedCache, memoize } from "./bounded-cache.ts";

it("never holds more than its capacity, never a wrong value, and keeps what was used last", () => {
  const key = fc.nat(20);
  const use = fc.record({ kind: fc.constantFrom("get", "set", "delete"), key, value: fc.nat() });
  fc.assert(
    fc.property(fc.array(use, { maxLength: 200 }), fc.integer({ min: 2, max: 8 }), (uses, capacity) => {
      const cache = createBoundedCache<number, number>(capacity);
      const reference = new Map<number, number>();
      for (const { kind, key: used, value } of uses) {
        if (kind === "set") {
          cache.set(used, value);
          reference.set(used, value);
          expect(cache.get(used)).toBe(value);
        } else if (kind === "delete") {
          cache.delete(used);
          reference.delete(used);
          expect(cache.get(used)).toBeUndefined();
        } else expect([undefined, reference.get(used)]).toContain(cache.get(used));
      }
    }),
  );
});

it.each([2, 3, 10, 100])("holds at most %i entries, and at least half of them", (capacity) => {
  const cache = createBoundedCache<number, number>(capacity);
  for (let key = 0; key < 1000; key += 1) cache.set(key, key);
  const held = Array.from({ length: 1000 }, (_, key) => cache.get(999 - key)).filter((value) => value !== undefined);
  expect(held.length).toBeLessThanOrEqual(capacity);
  expect(held.length).toBeGreaterThanOrEqual(Math.floor(capacity / 2));
  expect(cache.get(999)).toBe(999);
});

it("keeps an entry in use, however many others come", () => {
  const cache = createBoundedCache<string, number>(10);
  cache.set("used", 1);
  for (let turn = 0; turn < 1000; turn += 1) {
    cache.set(`other ${turn}`, turn);
    if (turn % 4 === 0) expect(cache.get("used")).toBe(1);
  }
});

it("computes a remembered value once", () => {
  let calls = 0;
  const double = memoize(10, (value: number) => {
    calls += 1;
    return value * 2;
  });
  expect([double(2), double(2), double(3)]).toEqual([4, 4, 6]);
  expect(calls).toBe(2);
});
