import { refOf, unitKey, type UnitRef } from "../ports/fact.ts";
import { choicesOf, type Wait, type WaitKind } from "../ports/wait.ts";
import { effectKeyOf } from "./effect-key.ts";
import type { Execution } from "./execution.ts";
import { followUpFrom } from "./follow-up.ts";
import { prepare } from "./prepare.ts";
import type { Unit } from "./unit.ts";

/** Questions that are sufficient to decide without further context. */
const questions: Readonly<Record<WaitKind, string>> = {
  approval: "This call writes and needs approval. Approve it as shown, edit its arguments, skip it or abort the run?",
  failure: "The step failed. Retry it, edit its arguments, skip it or abort the run?",
  effect: "It is not known whether the call took effect. Did it happen, or should it be sent again?",
  review: "The safety step asks for a manual review. Approve or abort?",
  action: "A person must do this action. Is it done?",
  answer: "The run waits for an answer.",
  incompatible: "What the run was created for has changed. Retry once it is restored, or abort?",
};

/** The operator item for a unit. Its id is derived from the unit, so a resumed run opens it once. */
export function waitFor({ run, state, parts }: Execution, unit: Unit): (Wait & { state: "open" }) | undefined {
  if (unit.phase.kind !== "needsOperator") return undefined;
  const { wait: kind, attempt, error } = unit.phase;
  const prepared = prepare(state, unit);
  const openedAt = parts.clock.now();
  const followUp = followUpFrom(parts.followUp, openedAt);
  return {
    tenant: run.tenant,
    id: waitId(run.id, unit, attempt),
    runId: run.id,
    ...refOf(unit),
    attempt,
    kind,
    choices: choicesOf[kind],
    question: questionFor(unit, kind, openedAt),
    ...(error === undefined ? {} : { error }),
    ...(prepared.kind === "instant" ? {} : { call: { verb: prepared.verb, args: prepared.args } }),
    ...(kind === "effect" ? { effectKey: effectKeyOf(state, unit).key } : {}),
    openedAt,
    ...(followUp !== undefined && { followUp }),
    state: "open",
  };
}

function questionFor({ planStep, facts, undo }: Unit, kind: WaitKind, now: number): string {
  const last = facts.attempts.at(-1)?.result;
  const settleAt = last?.ok === false ? last.settleAt : undefined;
  const mayStill = kind === "effect" && settleAt !== undefined && settleAt > now;
  const until = mayStill ? ` It may still take effect until ${new Date(settleAt).toISOString()}.` : "";
  const question = `${questions[kind]}${until}`;
  if (undo === true) return `To undo the step ${planStep.id}: ${question}`;
  return planStep.description === undefined ? question : `${planStep.description}: ${question}`;
}

function waitId(runId: string, unit: UnitRef, attempt: number): string {
  return `run:${runId}:${unitKey(unit)}:wait:${attempt}`;
}
