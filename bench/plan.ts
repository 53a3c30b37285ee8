import { print } from "./measure.ts";
import { canonicalSections } from "./plan-canonical.ts";
import { validateSections } from "./plan-validate.ts";

/** Everything `plan/` promises about time. */
export function run(args: readonly string[]): void {
  print([...canonicalSections(), ...validateSections()], args);
}
