import { contentHash, contentHashFull } from "./hash.ts";

/** The id of what a request with an idempotency key makes: the same for a repeated one, also after a crash. */
export const onceId = (idempotencyKey: string): string => `once-${contentHash(idempotencyKey)}`;

/**
 * A number in [0, 1) derived from its parts alone, so that a replay gets the same jitter. Parts are delimited:
 * `("a", "bc")` and `("ab", "c")` differ.
 */
export function deriveUnit(seed: string, ...parts: readonly (string | number)[]): number {
  const bits = Number.parseInt(contentHashFull([seed, ...parts]).slice(0, 13), 16); // 52 bits, exact in a double
  return bits / 2 ** 52;
}
