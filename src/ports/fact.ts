import { compact } from "../plan/compact.ts";
import type { VerbError } from "../contracts/react/verb.ts";
import type { Json, JsonObject } from "../plan/json.ts";

/** How to settle an effect with an unknown outcome: resend it under its key, read it back, or ask a person. */
export type SettlementMethod = "resend" | "read_back" | "operator";

/** The earlier run that did the write; nothing was sent again. */
export type EarlierWrite = { runId: string; at: number };

/**
 * The result of an attempt. `settling` is present exactly when the effect may exist although no answer confirms it;
 * until about `settleAt` the call may still take effect. `retryAt`: beyond a rate limit, its place is then.
 */
export type AttemptResult =
  | { ok: true; output: Json; degraded?: string; reused?: EarlierWrite }
  | { ok: false; error: VerbError; settling?: SettlementMethod; settleAt?: number; retryAt?: number };

/** A person's decision about an open wait, and why. */
export type Choice = { reason?: string | undefined } & (
  | { choice: "retry" }
  | { choice: "edit"; args: JsonObject }
  | { choice: "skip" }
  | { choice: "abort" }
  | { choice: "approve" }
  /** The work was done outside, or the effect did happen; `output` is its result. */
  | { choice: "done"; output: Json }
  /** The effect did not happen: send it again. */
  | { choice: "resend" }
  /** The answer to the question of a wait step. */
  | { choice: "answer"; answer: string }
);
export type ChoiceName = Choice["choice"];

/** The step, the item of its iteration, or the compensation of either, that a fact is about. */
export type UnitRef = { step: string; item?: number; undo?: true };

export function refOf({ step, item, undo }: UnitRef): UnitRef {
  return { step, ...compact({ item }), ...(undo === true && { undo }) };
}

/** What a wait step, or a step that runs another plan, waits for. */
export type WaitTarget = "timer" | "event" | "answer" | "plan";

/**
 * Something that happened, once. Facts are identified by key, never by order, so parallel steps may finish in any order
 * and a resumed run decides the same.
 */
export type Fact =
  | (UnitRef & {
      kind: "attempt";
      attempt: number;
      verb?: string;
      argsHash?: string;
      startedAt: number;
      costMicroCents?: number;
      result: AttemptResult;
    })
  | (UnitRef & { kind: "readback"; attempt: number; found: "done" | "absent" | "unknowable"; output?: Json })
  /** Refers to the attempt of that number; 0 when a person is asked before the first attempt. */
  | (UnitRef & { kind: "decision"; attempt: number; by: string; decision: Choice })
  /**
   * The attempt waits since this fact: its subscription, question or child run exists. It ends with an attempt, which the
   * event, the answer or the child run writes; the worker writes it when `until` has passed.
   */
  | (UnitRef & { kind: "armed"; attempt: number; for: WaitTarget; until?: number; runId?: string })
  | { kind: "cancel"; by: string; reason: string };

/** A journal entry. `seq` grows over the whole store; `at` is when it was written. */
export type Entry = { seq: number; key: string; at: number; fact: Fact };

export function unitKey({ step, item, undo }: UnitRef): string {
  const own = item === undefined ? `step:${step}` : `step:${step}:item:${item}`;
  return undo === true ? `${own}:undo` : own;
}

/** The key of a fact; a second fact under the same key is a conflict. */
export function factKey(fact: Fact): string {
  switch (fact.kind) {
    case "attempt":
      return `${unitKey(fact)}:attempt:${fact.attempt}`;
    case "readback":
      return `${unitKey(fact)}:attempt:${fact.attempt}:readback`;
    case "armed":
      return `${unitKey(fact)}:attempt:${fact.attempt}:armed`;
    case "decision":
      return `${unitKey(fact)}:decision:${fact.attempt}`;
    case "cancel":
      return "cancel";
    default:
      return fact satisfies never;
  }
}
