import type { JsonObject } from "../plan/json.ts";
import type { EffectState } from "../ports/effect-record.ts";
import type { Fact } from "../ports/fact.ts";
import type { ReadBack } from "../ports/verbs.ts";
import { effectKeyOf } from "./effect-key.ts";
import { withDeadline, createInFlight } from "../effects/in-flight.ts";
import { addChange, deliver, type Launch, type Execution, record } from "./execution.ts";
import { prepare } from "./prepare.ts";
import type { Unit } from "./unit.ts";

const stateOf = { done: "confirmed", absent: "reserved", unknowable: "unknown" } as const satisfies Record<
  ReadBack["state"],
  EffectState
>;

/** Checks whether a write without an answer happened. */
export function startReadBack(execution: Execution, unit: Unit): Launch {
  const { parts, run } = execution;
  const attempt = unit.phase.kind === "unconfirmed" ? unit.phase.attempt : 0;
  const prepared = prepare(execution.state, unit);
  const [verb, payload]: [string, JsonObject] = prepared.kind === "instant" ? ["", {}] : [prepared.verb, prepared.args];
  const { key } = effectKeyOf(execution.state, unit);
  const inFlight = createInFlight("read_back");
  execution.inFlight.set(unit.key, inFlight);
  const options = { signal: inFlight.abort.signal, tenant: run.tenant, effectKey: key };
  const unknowable = (why: unknown): ReadBack => ({ state: "unknowable", reason: String(why) });
  const asking = {
    timeoutMs: parts.verbs.describe(verb, run.tenant)?.timeoutMs ?? 0,
    onGiveUp: unknowable,
    onError: unknowable,
    work: () => parts.verbs.readBack(verb, { key, payload }, options),
  };
  const go = (): void =>
    void withDeadline(parts.clock, inFlight, asking).then((found) =>
      deliver(execution, () => applyReadBack(execution, { unit, attempt, key }, found)),
    );
  return { go, writes: false };
}

function applyReadBack(execution: Execution, of: { unit: Unit; attempt: number; key: string }, found: ReadBack): void {
  const { unit, attempt, key } = of;
  execution.inFlight.delete(unit.key);
  // Inconclusive because the process stops: the next one asks again.
  if (found.state === "unknowable" && execution.lease.signal.aborted) return;
  const effect = execution.ledger.get(key);
  const state = stateOf[found.state];
  if (effect !== undefined && effect.state !== state) addChange(execution, execution.ledger.move({ ...effect, state }));
  const ref = unit.item === undefined ? { step: unit.step } : { step: unit.step, item: unit.item };
  const fact: Fact = { kind: "readback", ...ref, attempt, found: found.state };
  record(execution, found.state === "done" ? { ...fact, output: found.output } : fact);
}
