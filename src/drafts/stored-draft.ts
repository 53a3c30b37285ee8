import { z } from "zod";
import { ActionOutcome } from "../contracts/actions/draft.ts";
import { ActionPlan, EntityKind, Language, ToolAction, Voice } from "../contracts/actions/plan.ts";
import { JsonObject } from "../plan/json.ts";

const Actor = z.strictObject({ id: z.string(), name: z.string().optional() });

/** One person's word for one revision. It is spent by the run it lets start. */
const Approval = z.strictObject({ by: Actor, at: z.int() });
export type Approval = z.infer<typeof Approval>;

/** An action with what is known of it. */
export const StoredAction = z.strictObject({
  id: z.string(),
  action: ToolAction,
  hash: z.string(),
  writes: z.boolean(),
  /** The fields it changes, as they were when the Draft was made, and as it makes them; null where they cannot be seen. */
  preview: z.strictObject({ before: JsonObject, after: JsonObject }).nullable(),
  outcome: ActionOutcome,
});
export type StoredAction = z.infer<typeof StoredAction>;

/** The words a Draft was planned from, so that it can be planned again. */
const StoredText = z.strictObject({
  text: z.string(),
  voice: Voice.optional(),
  zone: z.string().optional(),
  locale: Language.optional(),
});

const fields = {
  id: z.string(),
  revision: z.int(),
  revisionId: z.string(),
  author: Actor,
  approvers: z.array(z.string()).optional(),
  plan: ActionPlan,
  actions: z.array(StoredAction),
  manifestHash: z.string(),
  words: StoredText.optional(),
  picks: z.array(z.strictObject({ kind: EntityKind, query: z.string(), id: z.string() })),
  answers: z.record(z.string(), z.string()),
  /** How often questions were asked. */
  rounds: z.int(),
  createdAt: z.int(),
  expiresAt: z.int(),
  isReminded: z.boolean(),
  /** Every run that was made of it, the newest last. */
  runs: z.array(z.string()),
  replacedBy: z.string().optional(),
};

const Stage = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("asking") }),
  z.strictObject({ kind: z.literal("menu") }),
  z.strictObject({ kind: z.literal("picking") }),
  z.strictObject({ kind: z.literal("refining") }),
  /** `confirming`: who said apply and is asked to confirm. */
  z.strictObject({ kind: z.literal("ready"), approvals: z.array(Approval), confirming: z.array(z.string()) }),
  z.strictObject({ kind: z.literal("applying"), approvals: z.array(Approval), runId: z.string(), by: Actor }),
]);
export type Stage = z.infer<typeof Stage>;

/** A Draft as it is kept, a record a Draft. */
export const StoredDraft = z.discriminatedUnion("status", [
  z.strictObject({ ...fields, status: z.literal("DRAFT"), stage: Stage }),
  z.strictObject({ ...fields, status: z.literal("APPLIED"), at: z.int(), by: Actor }),
  z.strictObject({ ...fields, status: z.literal("CANCELLED"), at: z.int(), by: Actor }),
  z.strictObject({ ...fields, status: z.literal("EXPIRED"), at: z.int() }),
]);
export type StoredDraft = z.infer<typeof StoredDraft>;
export type OpenDraft = Extract<StoredDraft, { status: "DRAFT" }>;
export type DraftHead = Omit<OpenDraft, "status" | "stage">;

const keys = Object.keys(fields) as (keyof typeof fields)[]; // the object's own keys

/** The part that every status has. */
export function headOf(draft: StoredDraft): DraftHead {
  const head = Object.fromEntries(keys.flatMap((key) => (draft[key] === undefined ? [] : [[key, draft[key]]])));
  return head as DraftHead; // exactly its keys
}

/** The Draft as it stands at this time, whether or not its timer has come round. What is being applied does not expire. */
export function asOf(draft: StoredDraft, now: number): StoredDraft {
  if (draft.status !== "DRAFT" || draft.stage.kind === "applying" || now < draft.expiresAt) return draft;
  return { ...headOf(draft), status: "EXPIRED", at: draft.expiresAt };
}

export function isDone({ outcome }: StoredAction): boolean {
  return outcome.status === "SUCCEEDED";
}
