import { contentHashFull } from "./hash.ts";

/**
 * A number in [0, 1) that depends on nothing but its parts: jitter that a replay finds again. Parts keep their borders,
 * `("a", "bc")` and `("ab", "c")` differ.
 */
export function deriveUnit(seed: string, ...parts: readonly (string | number)[]): number {
  const bits = Number.parseInt(contentHashFull([seed, ...parts]).slice(0, 13), 16); // 52 bits, exact in a double
  return bits / 2 ** 52;
}
