import { z } from "zod";
import { DecisionAct } from "../contracts/actions/draft.ts";
import { ActionOutcome } from "../contracts/actions/draft.ts";
import { ActionPlan, EntityKind, Language, ToolAction, Voice } from "../contracts/actions/plan.ts";
import { JsonObject } from "../plan/json.ts";

const Actor = z.strictObject({ id: z.string(), name: z.string().exactOptional() });

/** One person's approval of one revision. The run that it starts uses it up. */
const Approval = z.strictObject({ by: Actor, at: z.int() });
export type Approval = z.infer<typeof Approval>;

/** An action with its preview and outcome. */
export const StoredAction = z.strictObject({
  id: z.string(),
  action: ToolAction,
  hash: z.string(),
  writes: z.boolean(),
  /** What one call costs; absent if the price is unknown. */
  costMicroCents: z.int().exactOptional(),
  /** The fields it changes, as read when the Draft was made and as it writes them; null if the tool cannot tell. */
  preview: z.strictObject({ before: JsonObject, after: JsonObject }).nullable(),
  outcome: ActionOutcome,
});
export type StoredAction = z.infer<typeof StoredAction>;

/** The text a Draft was planned from, so that it can be planned again. */
const StoredText = z.strictObject({
  text: z.string(),
  voice: Voice.exactOptional(),
  zone: z.string().exactOptional(),
  locale: Language.exactOptional(),
  before: z.string().exactOptional(),
  done: z.int().exactOptional(),
  speaker: z.string().exactOptional(),
});

const fields = {
  id: z.string(),
  revision: z.int(),
  revisionId: z.string(),
  author: Actor,
  approvers: z.array(z.string()).exactOptional(),
  /** Who is asked for the decision; without one, everybody who may apply it. */
  assignee: z.string().exactOptional(),
  /** How long each revision may be applied. */
  expiryMs: z.number().exactOptional(),
  plan: ActionPlan,
  actions: z.array(StoredAction),
  manifestHash: z.string(),
  words: StoredText.exactOptional(),
  picks: z.array(z.strictObject({ kind: EntityKind, query: z.string(), id: z.string() })),
  answers: z.record(z.string(), z.string()),
  /** Rounds of questions so far. */
  rounds: z.int(),
  createdAt: z.int(),
  expiresAt: z.int(),
  isReminded: z.boolean(),
  /** Every run that applied it, newest last. */
  runs: z.array(z.string()),
  replacedBy: z.string().exactOptional(),
  /** What people decided, oldest first. */
  history: z
    .array(
      z.strictObject({
        act: DecisionAct,
        revision: z.int(),
        by: Actor,
        /** Who is asked from then on. */
        to: z.string().exactOptional(),
        at: z.int(),
        reason: z.string().exactOptional(),
      }),
    )
    .default([]),
};

const Stage = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("asking") }),
  z.strictObject({ kind: z.literal("menu") }),
  z.strictObject({ kind: z.literal("picking") }),
  z.strictObject({ kind: z.literal("refining") }),
  /** A record changed after the Draft was shown: it can only be rebuilt, edited or cancelled. */
  z.strictObject({ kind: z.literal("stale") }),
  /** `confirming`: people who applied and are asked to confirm. */
  z.strictObject({ kind: z.literal("ready"), approvals: z.array(Approval), confirming: z.array(z.string()) }),
  z.strictObject({ kind: z.literal("applying"), approvals: z.array(Approval), runId: z.string(), by: Actor }),
]);
export type Stage = z.infer<typeof Stage>;

/** A Draft as stored, one record each. */
export const StoredDraft = z.discriminatedUnion("status", [
  z.strictObject({ ...fields, status: z.literal("DRAFT"), stage: Stage }),
  z.strictObject({ ...fields, status: z.literal("APPLIED"), at: z.int(), by: Actor }),
  z.strictObject({ ...fields, status: z.literal("CANCELLED"), at: z.int(), by: Actor }),
  z.strictObject({ ...fields, status: z.literal("EXPIRED"), at: z.int() }),
]);
export type StoredDraft = z.infer<typeof StoredDraft>;
export type OpenDraft = Extract<StoredDraft, { status: "DRAFT" }>;
type DraftHead = Omit<OpenDraft, "status" | "stage">;

/** The fields that every status has. */
export function headOf(draft: StoredDraft): DraftHead {
  if (draft.status === "DRAFT") {
    const { status: _status, stage: _stage, ...head } = draft;
    return head;
  }
  if (draft.status === "EXPIRED") {
    const { status: _status, at: _at, ...head } = draft;
    return head;
  }
  const { status: _status, at: _at, by: _by, ...head } = draft;
  return head;
}

/** The Draft as of `now`, even before its expiry timer fired. A Draft that is being applied does not expire. */
export function asOf(draft: StoredDraft, now: number): StoredDraft {
  if (draft.status !== "DRAFT" || draft.stage.kind === "applying" || now < draft.expiresAt) return draft;
  return { ...headOf(draft), status: "EXPIRED", at: draft.expiresAt };
}

export function isDone({ outcome }: StoredAction): boolean {
  return outcome.status === "SUCCEEDED";
}
