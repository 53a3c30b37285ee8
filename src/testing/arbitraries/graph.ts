import * as fc from "fast-check";

/** A choice of earlier steps, made before anybody knows how many there are. */
export const picks = (): fc.Arbitrary<number[]> => fc.array(fc.nat(20), { maxLength: 3 });

/** The earlier steps (by place) that picks fall on, each once, in order. */
export function earlier(chosen: readonly number[], at: number): number[] {
  return at === 0 ? [] : [...new Set(chosen.map((pick) => pick % at))].toSorted((a, b) => a - b);
}
