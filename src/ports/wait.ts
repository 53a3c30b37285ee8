import type { VerbError } from "../contracts/react/verb.ts";
import type { JsonObject } from "../plan/json.ts";
import type { Choice, ChoiceName, UnitRef } from "./fact.ts";

/** What a person is asked to decide. */
export type WaitKind = "approval" | "failure" | "effect" | "review" | "action" | "incompatible" | "answer";

/** Who is asked instead of the previous person, and why. */
export type HandOver = { to: string; by: string; at: number; reason?: string | undefined };

/** Who is asked for a pending decision, and what happens if nobody decides. A moment is removed once it was acted on. */
export type FollowUp = {
  /** The person who is asked; without one, everybody who may decide. */
  assignee?: string;
  remindAt?: number;
  remindedAt?: number;
  /** When the question goes to `backup`. */
  handOverAt?: number;
  backup?: string;
  deadlineAt?: number;
  onDeadline?: "skip" | "abort";
  /** Oldest first, bounded. */
  handOvers?: readonly HandOver[];
};

type WaitHead = UnitRef & {
  tenant: string;
  id: string;
  runId: string;
  /** The attempt it refers to; see the decision's fact. */
  attempt: number;
  kind: WaitKind;
  /** The choices allowed for the kind. */
  choices: readonly ChoiceName[];
  question: string;
  /** The answers to choose from; none means any text. */
  answers?: readonly string[];
  error?: VerbError;
  /** The call that was or would be sent. */
  call?: { verb: string; args: JsonObject };
  /** The effect whose outcome is asked about. */
  effectKey?: string;
  openedAt: number;
  followUp?: FollowUp;
};

/** An item for an operator. It belongs to a run and holds nothing in memory; a decision wakes the run. */
export type Wait = WaitHead &
  (
    | { state: "open" }
    | { state: "decided"; decision: Choice; by: string; decidedAt: number }
    /** The run ended before a decision. */
    | { state: "closed"; decidedAt: number }
  );

/** Allowed choices by kind. */
export const choicesOf = {
  approval: ["approve", "edit", "skip", "abort"],
  failure: ["retry", "edit", "skip", "abort"],
  effect: ["done", "resend", "skip", "abort"],
  review: ["approve", "abort"],
  action: ["done", "skip", "abort"],
  incompatible: ["retry", "abort"],
  answer: ["answer"],
} as const satisfies Record<WaitKind, readonly ChoiceName[]>;
