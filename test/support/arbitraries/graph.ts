import * as fc from "fast-check";

/** Random picks of earlier steps, independent of their number. */
export const picks = (): fc.Arbitrary<number[]> => fc.array(fc.nat(20), { maxLength: 3 });

/** The indexes of earlier steps that the picks select, unique and in order. */
export function earlier(chosen: readonly number[], at: number): number[] {
  return at === 0 ? [] : [...new Set(chosen.map((pick) => pick % at))].toSorted((a, b) => a - b);
}
