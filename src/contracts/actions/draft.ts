import { z } from "zod";
import { Json } from "../../plan/json.ts";
import { maxSteps } from "../../plan/plan.ts";
import { Timestamp } from "../timestamp.ts";
import { ActionPlan, ToolAction } from "./plan.ts";

export const DraftStatus = z.enum(["DRAFT", "APPLIED", "CANCELLED", "EXPIRED"]);
export type DraftStatus = z.infer<typeof DraftStatus>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What became of one action. `UNKNOWN` is settled by reading back, never by sending again. */
export const ActionOutcome = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("PENDING") }),
  z.strictObject({ status: z.literal("SUCCEEDED"), at: Timestamp, output: Json }),
  z.strictObject({ status: z.literal("FAILED"), at: Timestamp, code: z.string().min(1), message: z.string() }),
  z.strictObject({ status: z.literal("UNKNOWN"), at: Timestamp }),
]);
export type ActionOutcome = z.infer<typeof ActionOutcome>;

/** An action as it waits in a Draft. */
export const DraftAction = z.strictObject({
  /** Unique in the Draft; part of the effect key `draft:<id>:action:<action_id>`. */
  action_id: z.string().min(1),
  action: ToolAction,
  /** Over tool, args and manifest: the approval is for exactly this. */
  action_hash: sha256,
  outcome: ActionOutcome,
});
export type DraftAction = z.infer<typeof DraftAction>;

const fields = {
  draft_id: z.uuid(),
  /** Counts from 1; an edit makes the next one. */
  revision: z.int().min(1),
  /** What the buttons of this revision carry, so that an edit kills the old ones. */
  revision_id: z.uuid(),
  author_id: z.string().min(1),
  /** May apply besides the author; absent: the author alone. */
  approver_ids: z.array(z.string().min(1)).optional(),
  plan: ActionPlan,
  actions: z.array(DraftAction).max(maxSteps),
  manifest_hash: sha256,
  created_at: Timestamp,
  expires_at: Timestamp,
};

/** A plan that waits for a person. A partly failed Apply leaves it in `DRAFT`, retriable. */
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
