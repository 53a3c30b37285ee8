import { contentHashFull } from "./hash.ts";

/**
 * A number in [0, 1) derived from its parts alone, so that a replay gets the same jitter. Parts are delimited:
 * `("a", "bc")` and `("ab", "c")` differ.
 */
export function deriveUnit(seed: string, ...parts: readonly (string | number)[]): number {
  const bits = Number.parseInt(contentHashFull([seed, ...parts]).slice(0, 13), 16); // 52 bits, exact in a double
  return bits / 2 ** 52;
}
