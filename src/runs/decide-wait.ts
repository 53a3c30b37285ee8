import { isDeepStrictEqual } from "node:util";
import { type CheckResult, refused } from "../plan/check-result.ts";
import type { Issue } from "../plan/issue.ts";
import type { JsonObject } from "../plan/json.ts";
import type { Clock } from "../ports/clock.ts";
import { type Choice, type Fact, refOf } from "../ports/fact.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Store, Tx } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { Wait } from "../ports/wait.ts";
import { argumentIssues, toolboxOf } from "./argument-issues.ts";
import { wake } from "./run-queue.ts";

type DecideParts = { store: Store; verbs: Pick<Verbs, "list">; clock: Clock };
type WaitRef = { tenant: string; waitId: string };
type WaitDecision = { decision: Choice; by: string };

/** Settles an open wait. A decision counts once; the run continues from it on any worker. */
export async function decideWait(
  parts: DecideParts,
  of: WaitRef,
  { decision, by }: WaitDecision,
): Promise<CheckResult<Wait>> {
  const wait = await parts.store.wait(of.tenant, of.waitId);
  if (wait === undefined) return refuse("WAIT_NOT_FOUND", `there is no wait ${of.waitId}`);
  if (wait.state !== "open") return refuse("WAIT_NOT_OPEN", `the wait is ${wait.state}`);
  if (!wait.choices.includes(decision.choice))
    return refuse("CHOICE_NOT_OFFERED", `${decision.choice} is not one of ${wait.choices.join(", ")}`);
  if (decision.choice === "answer" && wait.answers?.includes(decision.answer) === false)
    return refuse("CHOICE_NOT_OFFERED", `the answer is not one of ${wait.answers.join(", ")}`);
  const issues = decision.choice === "edit" ? editIssues(parts, wait, decision.args) : [];
  if (issues.length > 0) return refused(...issues);
  const now = parts.clock.now();
  const decided = { ...wait, state: "decided", decision, by, decidedAt: now } as const;
  const run = await parts.store.run(of.tenant, wait.runId);
  const effect = wait.effectKey === undefined ? undefined : await parts.store.effect(of.tenant, wait.effectKey);
  try {
    await parts.store.write((tx) => {
      // A reminder or a hand-over of the same moment must stay in the record.
      tx.changeWait(wait, wait);
      settle(tx, { decided, fact: factOf(wait, decision, by), effect });
      wake(tx, run, now);
    });
    return { ok: true, value: decided };
  } catch (error) {
    if (!isConflict(error)) throw error;
    const now = await parts.store.wait(of.tenant, of.waitId);
    const isFollowedUp = now?.state === "open" && !isDeepStrictEqual(now.followUp, wait.followUp);
    if (isFollowedUp) return decideWait(parts, of, { decision, by });
    return refuse("WAIT_NOT_OPEN", "somebody else decided first, or the run has ended");
  }
}

/** Refused before the decision counts: a call that cannot be made would end the step. Edited arguments are data. */
function editIssues(parts: DecideParts, { tenant, call }: Wait, args: JsonObject): Issue[] {
  if (call === undefined) return [];
  const step = { id: "edited", kind: "tool", tool: call.verb, args };
  return argumentIssues({ spelling: "none", steps: [step] }, 0, toolboxOf(parts, tenant));
}

type WaitSettlement = { decided: Wait & { state: "decided" }; fact: Fact; effect: EffectRecord | undefined };

function settle(tx: Tx, { decided, fact, effect }: WaitSettlement): void {
  tx.settleWait(decided);
  tx.append(decided.runId, fact, decided.decidedAt);
  if (effect === undefined || fact.kind !== "decision" || fact.decision.choice !== "done") return;
  tx.moveEffect({ ...effect, state: "confirmed", output: fact.decision.output }, ["unknown", "reserved"]);
}

/** An answer ends the attempt that waits for it. */
function factOf(wait: Wait, decision: Choice, by: string): Fact {
  const { attempt, openedAt: startedAt } = wait;
  if (decision.choice !== "answer") return { kind: "decision", ...refOf(wait), attempt, by, decision };
  const output = { timed_out: false, answer: decision.answer, by };
  return { kind: "attempt", ...refOf(wait), attempt, startedAt, result: { ok: true, output } };
}

export function refuse(
  code: string,
  message: string,
): { ok: false; issues: [{ code: string; pointer: string; message: string }] } {
  return { ok: false, issues: [{ code, pointer: "", message }] };
}
