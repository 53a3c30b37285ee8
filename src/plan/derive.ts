import { contentHashFull } from "./hash.ts";

export type Part = string | number;

/**
 * A number in [0, 1) that depends on nothing but its parts: jitter that a replay finds again. Parts keep their borders,
 * `("a", "bc")` and `("ab", "c")` differ.
 */
export function deriveUnit(seed: string, ...parts: readonly Part[]): number {
  const bits = Number.parseInt(digest(seed, parts).slice(0, 13), 16); // 52 bits, exact in a double
  return bits / 2 ** 52;
}

/** An identifier of 32 hex digits (128 bits) that depends on nothing but its parts. */
export function deriveId(seed: string, ...parts: readonly Part[]): string {
  return digest(seed, parts).slice(0, 32);
}

function digest(seed: string, parts: readonly Part[]): string {
  return contentHashFull([seed, ...parts]);
}
