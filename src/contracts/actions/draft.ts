import { z } from "zod";
import { Json } from "../../plan/json.ts";
import { maxSteps } from "../../plan/plan.ts";
import { Timestamp } from "../timestamp.ts";
import { ActionPlan, ToolAction } from "./plan.ts";

export const DraftStatus = z.enum(["DRAFT", "APPLIED", "CANCELLED", "EXPIRED"]);
export type DraftStatus = z.infer<typeof DraftStatus>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The outcome of one action. `UNKNOWN` is settled by reading back, never by resending. */
export const ActionOutcome = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("PENDING") }),
  z.strictObject({
    status: z.literal("SUCCEEDED"),
    at: Timestamp,
    output: Json,
    /** The run that had already done this write; nothing was sent again. */
    reused: z.string().optional(),
  }),
  z.strictObject({ status: z.literal("FAILED"), at: Timestamp, code: z.string().min(1), message: z.string() }),
  z.strictObject({ status: z.literal("UNKNOWN"), at: Timestamp }),
]);
export type ActionOutcome = z.infer<typeof ActionOutcome>;

/** An action of a Draft. */
export const DraftAction = z.strictObject({
  /** Unique in the Draft; part of the effect key `draft:<id>:action:<action_id>`. */
  action_id: z.string().min(1),
  action: ToolAction,
  /** Hash over tool, args and manifest: the approval covers exactly this. */
  action_hash: sha256,
  outcome: ActionOutcome,
});
export type DraftAction = z.infer<typeof DraftAction>;

const fields = {
  draft_id: z.uuid(),
  /** Starts at 1; each edit creates the next. */
  revision: z.int().min(1),
  /** The id in this revision's buttons, so that an edit invalidates the old ones. */
  revision_id: z.uuid(),
  author_id: z.string().min(1),
  /** Who may apply besides the author; absent: the author only. */
  approver_ids: z.array(z.string().min(1)).optional(),
  plan: ActionPlan,
  actions: z.array(DraftAction).max(maxSteps),
  manifest_hash: sha256,
  created_at: Timestamp,
  expires_at: Timestamp,
};

/** A plan waiting for approval. A partly failed Apply leaves it in `DRAFT`, so that it can be retried. */
export const Draft = z.discriminatedUnion("status", [
  z.strictObject({ ...fields, status: z.literal("DRAFT") }),
  z.strictObject({ ...fields, status: z.literal("APPLIED"), applied_at: Timestamp, applied_by: z.string().min(1) }),
  z.strictObject({
    ...fields,
    status: z.literal("CANCELLED"),
    cancelled_at: Timestamp,
    cancelled_by: z.string().min(1),
  }),
  z.strictObject({ ...fields, status: z.literal("EXPIRED"), expired_at: Timestamp }),
]);
export type Draft = z.infer<typeof Draft>;

/** Counts once, and for the named revision only. */
export const DraftDecision = z.strictObject({
  draft_id: z.uuid(),
  revision: z.int().min(1),
  verdict: z.enum(["apply", "cancel"]),
  by: z.string().min(1),
  at: Timestamp,
});
export type DraftDecision = z.infer<typeof DraftDecision>;

/** What a person does with a Draft. */
export const DecisionAct = z.enum(["apply", "confirm", "edit", "cancel", "assign"]);
export type DecisionAct = z.infer<typeof DecisionAct>;
