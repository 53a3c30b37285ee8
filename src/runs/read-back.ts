import type { JsonObject } from "../plan/json.ts";
import type { EffectState } from "../ports/effect-record.ts";
import type { Fact } from "../ports/fact.ts";
import type { ReadBack } from "../ports/verbs.ts";
import { effectKeyOf } from "./effect-key.ts";
import { readBackEffect } from "../effects/call-verb.ts";
import { createInFlight, type InFlight } from "../effects/in-flight.ts";
import { nextReadBack } from "../effects/settlement.ts";
import { deliver } from "../effects/durable-loop.ts";
import { addChange, type Launch, type Execution, record } from "./execution.ts";
import { prepare } from "./prepare.ts";
import type { Phase, Unit } from "./unit.ts";

const stateOf = { done: "confirmed", absent: "reserved", unknowable: "unknown" } as const satisfies Record<
  ReadBack["state"],
  EffectState
>;

type UnconfirmedUnit = Unit & { phase: Extract<Phase, { kind: "unconfirmed" }> };

/** Checks whether a write without an answer happened. */
export function startReadBack(execution: Execution, unit: Unit): Launch {
  const { parts } = execution;
  const inFlight = createInFlight("read_back");
  execution.inFlight.set(unit.key, inFlight);
  const go = (): void =>
    void readBack(execution, unit, inFlight).then((found) =>
      deliver(execution, () => {
        execution.inFlight.delete(unit.key);
        if (isUnconfirmed(unit)) applyReadBack(execution, unit, { found, now: parts.clock.now() });
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

type Finding = { found: ReadBack; now: number };

/** Until the call can no longer take effect, only its presence is conclusive: anything else is read back again later. */
function applyReadBack(execution: Execution, unit: UnconfirmedUnit, { found, now }: Finding): void {
  const { attempt, sentAt, settleAt } = unit.phase;
  execution.readBackAt.delete(unit.key);
  if (found.state !== "done" && now < settleAt) {
    execution.readBackAt.set(unit.key, nextReadBack(sentAt, settleAt, now));
    return;
  }
  // Inconclusive because the process stops: the next one asks again.
  if (found.state === "unknowable" && execution.stop.aborted) return;
  const effect = execution.ledger.get(effectKeyOf(execution.state, unit).key);
  const state = stateOf[found.state];
  if (effect !== undefined && effect.state !== state) addChange(execution, execution.ledger.move({ ...effect, state }));
  const ref = unit.item === undefined ? { step: unit.step } : { step: unit.step, item: unit.item };
  const fact: Fact = { kind: "readback", ...ref, attempt, found: found.state };
  record(execution, found.state === "done" ? { ...fact, output: found.output } : fact);
}
