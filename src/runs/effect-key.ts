import { resolve } from "../plan/resolve.ts";
import { unitKey } from "../ports/fact.ts";
import { lookupIn, type RunState } from "./run-state.ts";
import type { Unit } from "./unit.ts";

type EffectKey = {
  key: string;
  /** Whether other runs may use the same key. */
  shared: boolean;
};

/**
 * The idempotency key of an effect: the plan's own scope, or one of this run and unit. A scope that does not name the
 * item would merge all items into one effect, so the item's index is added.
 */
export function effectKeyOf(state: RunState, unit: Unit): EffectKey {
  const { effect } = unit.planStep;
  const own = `run:${state.runId}:${unitKey(unit)}`;
  if (effect?.scope === undefined) return { key: own, shared: false };
  const scope = resolve({ scope: effect.scope }, state.plan.spelling, lookupIn(state, unit));
  const text = scope.ok ? scope.value.scope : effect.scope;
  const key = typeof text === "string" ? text : JSON.stringify(text);
  return { key: unit.item !== undefined && key === effect.scope ? `${key}:item:${unit.item}` : key, shared: true };
}
