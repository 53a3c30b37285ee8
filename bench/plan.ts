import type { Asked, Measurement } from "./bench.ts";
import { canonicalFigures } from "./plan-canonical.ts";
import { validateFigures } from "./plan-validate.ts";

/** Everything `plan/` promises about time. */
export function measure({ quick }: Asked): Measurement {
  const rounds = quick ? 31 : 101;
  return { figures: [...canonicalFigures(rounds), ...validateFigures(rounds)] };
}
