import type { JsonObject } from "../plan/json.ts";
import type { EffectState } from "../ports/effect-record.ts";
import { type Fact, refOf } from "../ports/fact.ts";
import type { ReadBack } from "../ports/verbs.ts";
import { effectKeyOf } from "./effect-key.ts";
import { readBackEffect } from "../effects/call-verb.ts";
import { createInFlight, type InFlight } from "../effects/in-flight.ts";
import { createSettleTimer } from "../effects/settlement.ts";
import { deliver } from "../effects/durable-loop.ts";
import { addChange, type StartedCall, type Execution, record } from "./execution.ts";
import { prepare } from "./prepare.ts";
import type { Phase, Unit } from "./unit.ts";

const stateOf = { done: "confirmed", absent: "reserved", unknowable: "unknown" } as const satisfies Record<
  ReadBack["state"],
  EffectState
>;

type UnconfirmedUnit = Unit & { phase: Extract<Phase, { kind: "unconfirmed" }> };

/** Checks whether a write without an answer happened. */
export function startReadBack(execution: Execution, unit: Unit): StartedCall {
  const inFlight = createInFlight("read_back");
  execution.inFlight.set(unit.key, inFlight);
  const go = (): void =>
    void readBack(execution, unit, inFlight).then((found) =>
      deliver(execution, () => {
        execution.inFlight.delete(unit.key);
        if (isUnconfirmed(unit)) applyReadBack(execution, unit, found);
      }),
    );
  return { go, writes: false };
}

function isUnconfirmed(unit: Unit): unit is UnconfirmedUnit {
  return unit.phase.kind === "unconfirmed";
}

/** Asks the tool about the unit's effect. Never rejects. */
export function readBack({ parts, run, state }: Execution, unit: Unit, inFlight: InFlight): Promise<ReadBack> {
  const prepared = prepare(state, unit);
  const [verb, payload]: [string, JsonObject] = prepared.kind === "instant" ? ["", {}] : [prepared.verb, prepared.args];
  const { key } = effectKeyOf(state, unit);
  return readBackEffect(parts, inFlight, { verb, key, payload, tenant: run.tenant });
}

/** Until its absence is conclusive, an effect that was not found is read back again later. */
function applyReadBack(execution: Execution, unit: UnconfirmedUnit, found: ReadBack): void {
  const { attempt } = unit.phase;
  if (found.state !== "done" && readLater(execution, unit, found)) return;
  // Inconclusive because the process stops: the next one asks again.
  if (found.state === "unknowable" && execution.stop.aborted) return;
  execution.settleTimers.delete(unit.key);
  const effect = execution.ledger.get(effectKeyOf(execution.state, unit).key);
  const state = stateOf[found.state];
  if (effect !== undefined && effect.state !== state) addChange(execution, execution.ledger.move({ ...effect, state }));
  const fact: Fact = { kind: "readback", ...refOf(unit), attempt, found: found.state };
  record(execution, found.state === "done" ? { ...fact, output: found.output } : fact);
}

/** Whether the effect may still happen; then it is read back after a while. */
function readLater(execution: Execution, unit: UnconfirmedUnit, found: ReadBack): boolean {
  const { clock, settleTimers, settling, changed } = execution;
  const prepared = prepare(execution.state, unit);
  const verb = prepared.kind === "instant" ? "" : prepared.verb;
  const timeoutMs = execution.parts.verbs.describe(verb, execution.run.tenant)?.timeoutMs ?? 0;
  const timer = settleTimers.get(unit.key) ?? createSettleTimer(timeoutMs);
  if (timer.isOver()) return false;
  settleTimers.set(unit.key, timer);
  const again = (): void => {
    settling.delete(unit.key);
    changed.notify();
  };
  settling.set(unit.key, clock.setTimer(clock.now() + timer.nextDelay(found), again));
  return true;
}

/** The next process that works on the run starts to count again. */
export function cancelReadBacks({ settling }: Execution): void {
  for (const cancelTimer of settling.values()) cancelTimer();
}
