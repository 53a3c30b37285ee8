import type { StepKind } from "./step.ts";

/** What a contract may or may not have a field for. */
export type Feature = "conditions" | "iteration" | "result keys" | "references" | `${StepKind} steps`;

/** Where a plan is to be shown or run, and what it can carry there. */
export type Surface = { readonly name: string; readonly carries: ReadonlySet<Feature> };

export function createSurface(name: string, ...features: readonly Feature[]): Surface {
  return { name, carries: new Set(features) };
}
