import { change, walk } from "./mutation.ts";

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Edge cases: empty, huge, other types, limits of JSON and Unicode. */
const edgeCases: readonly unknown[] = [
  undefined,
  null,
  true,
  "",
  " ",
  "0",
  "\u0000",
  "\u202Eabc",
  "\uFFFF",
  "𒐫".repeat(20),
  "a".repeat(50_000),
  "__proto__",
  "constructor",
  "{{results.x}}",
  "$step_1.output",
  0,
  -1,
  0.5,
  1e21,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[[[[[[[[[]]]]]]]]]],
  { constructor: { prototype: 1 } },
];

/** Replaces every value by every edge case, one at a time. */
export function* withEdgeCases(document: unknown): Generator {
  for (const [path] of walk(document, () => false)) {
    for (const value of path.length === 0 ? [] : edgeCases) yield change(document, path, value);
  }
}

/** Replaces, removes or adds one to three values at random. */
export function mutateRandomly(document: unknown, random: Random): unknown {
  const times = 1 + Math.floor(random() * 3);
  let spoilt = document;
  for (let time = 0; time < times; time += 1) {
    const [path] = pick([...walk(spoilt, () => false)], random) ?? [[]];
    const to = pick(edgeCases, random);
    spoilt = change(spoilt, random() < 0.2 ? [...path, "zz_extra"] : path, to);
  }
  return spoilt === undefined ? null : spoilt;
}

export function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}
