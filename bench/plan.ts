import { print } from "./measure.ts";
import { canonicalSections } from "./plan-canonical.ts";

/** Everything `plan/` promises about time. */
export function run(args: readonly string[]): void {
  print(canonicalSections(), args);
}
