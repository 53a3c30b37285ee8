import type { BenchOptions, Measurement } from "./bench.ts";
import { canonicalFigures } from "./plan-canonical.ts";
import { validateFigures } from "./plan-validate.ts";

/** The performance of `plan/`. */
export function measure({ quick }: BenchOptions): Measurement {
  const rounds = quick ? 31 : 101;
  return { figures: [...canonicalFigures(rounds), ...validateFigures(rounds)] };
}
