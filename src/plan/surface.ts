import type { StepKind } from "./step.ts";

/** A plan feature that a contract may not support. */
export type Feature = "conditions" | "iteration" | "compensation" | "result keys" | "references" | `${StepKind} steps`;

/** The contract a plan is made for, and the features it supports. */
export type Surface = { readonly name: string; readonly carries: ReadonlySet<Feature> };

export function createSurface(name: string, ...features: readonly Feature[]): Surface {
  return { name, carries: new Set(features) };
}
