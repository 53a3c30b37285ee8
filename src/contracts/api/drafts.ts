import { z } from "zod";
import { JsonObject } from "../../plan/json.ts";
import { ActionOutcome, DecisionAct, Draft, DraftDecision } from "../actions/draft.ts";
import { ActionPlan, Candidate, ClarificationQuestion, EntityKind, Language, Voice } from "../actions/plan.ts";
import { PlanCost } from "./run.ts";
import { Timestamp } from "../timestamp.ts";
import { Zone } from "../zone.ts";

/** What an action changes: `before` as read when the Draft was created, null where it could not be read. */
export const DraftChange = z.strictObject({
  action_id: z.string(),
  before: JsonObject.nullable(),
  after: JsonObject,
});
export type DraftChange = z.infer<typeof DraftChange>;

/** What a Draft waits for, with everything needed to ask for it. */
export const DraftNext = z.discriminatedUnion("do", [
  /** At most 2 questions per message; `round` starts at 1. */
  z.strictObject({ do: z.literal("answer"), questions: z.array(ClarificationQuestion), left: z.int(), round: z.int() }),
  /** Too many rounds: rephrase the request, or cancel. */
  z.strictObject({ do: z.literal("menu") }),
  /** One page of a pick list, at most 8 rows. */
  z.strictObject({
    do: z.literal("pick"),
    /** Index in the plan's entities. */
    entity: z.int(),
    kind: EntityKind,
    query: z.string(),
    candidates: z.array(Candidate),
    page: z.int(),
    pages: z.int(),
    total: z.int(),
  }),
  /** No record matches. */
  z.strictObject({ do: z.literal("refine"), entity: z.int().nullable(), query: z.string() }),
  /** `approvals` of `quorum` are given. */
  z.strictObject({ do: z.literal("apply"), approvals: z.int(), quorum: z.int() }),
  /** The second confirmation of a bulk write, by those who applied it. */
  z.strictObject({ do: z.literal("confirm"), writes: z.int(), of: z.array(z.string()) }),
  /** Being applied. */
  z.strictObject({ do: z.literal("wait"), run_id: z.string() }),
  /** The outcome of a write is unknown, and only a person can settle it. */
  z.strictObject({ do: z.literal("settle"), run_id: z.string(), escalation_ids: z.array(z.string()) }),
  /** Partly failed: applying again does the remaining actions. */
  z.strictObject({ do: z.literal("retry"), left: z.int() }),
  z.strictObject({ do: z.literal("rebuild") }),
  z.strictObject({ do: z.literal("nothing") }),
]);
export type DraftNext = z.infer<typeof DraftNext>;

/** A Draft as its card shows it. A decision is bound to `action_hash`, the hash over all actions. */
export const DraftView = z.strictObject({
  draft: Draft,
  action_hash: z.string(),
  next: DraftNext,
  writes: z.int(),
  /** What the tools of the open actions cost. */
  cost: PlanCost,
  changes: z.array(DraftChange),
  approvals: z.array(DraftDecision),
  /** Who is asked for the decision; null: everybody who may apply it. */
  assignee: z.string().nullable(),
  /** Who decided what, when and why, oldest first. */
  history: z.array(
    z.strictObject({
      act: DecisionAct,
      revision: z.int(),
      by: z.string(),
      /** Who is asked from then on. */
      to: z.string().nullable(),
      at: Timestamp,
      reason: z.string().nullable(),
    }),
  ),
  run_id: z.string().nullable(),
  /** The Draft that replaced this one. */
  replaced_by: z.string().nullable(),
});
export type DraftView = z.infer<typeof DraftView>;

/** A query that ran at once: the request, its author and the outcome of each action. */
export const QueryView = z.strictObject({
  query_id: z.string(),
  run_id: z.string(),
  by: z.string(),
  at: Timestamp,
  plan: ActionPlan,
  outcomes: z.array(ActionOutcome),
});
export type QueryView = z.infer<typeof QueryView>;

/** An entry of the query log: who asked what, when, and the run that answered. */
export const QueryRow = z.strictObject({
  query_id: z.string(),
  run_id: z.string(),
  by: z.string(),
  at: Timestamp,
  plan_id: z.string(),
  summary: z.string(),
  text: z.string(),
});
export type QueryRow = z.infer<typeof QueryRow>;

export const QueryPage = z.strictObject({ queries: z.array(QueryRow), next_cursor: z.string().nullable() });

/** What the gate made of a plan. `nothing`: everything is already in the target state. */
export const DraftRequestOutcome = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("draft"), draft: DraftView }),
  z.strictObject({ kind: z.literal("answer"), query: QueryView }),
  z.strictObject({ kind: z.literal("nothing"), plan: ActionPlan }),
]);
export type DraftRequestOutcome = z.infer<typeof DraftRequestOutcome>;

/** A plan, or text for the action planner. */
export const DraftRequest = z.union([
  z.strictObject({ plan: ActionPlan }),
  z.strictObject({
    text: z.string().min(1).max(10_000),
    voice: Voice.optional(),
    zone: Zone.optional(),
    locale: Language.optional(),
  }),
]);
export type DraftRequest = z.infer<typeof DraftRequest>;

/** `reason`: why, kept with the decision. */
const shown = {
  revision: z.int().min(1),
  action_hash: z.string().min(1).max(64),
  reason: z.string().max(2000).optional(),
};

/** A decision is bound to what was shown: this revision, these actions. */
export const ShownBody = z.strictObject(shown);
export type ShownBody = z.infer<typeof ShownBody>;

/** Changed arguments, removed actions, or a rephrased request. */
export const DraftEdit = z.strictObject({
  actions: z.array(z.strictObject({ action_id: z.string().min(1), args: JsonObject })).default([]),
  remove: z.array(z.string().min(1)).default([]),
  text: z.string().min(1).max(10_000).optional(),
});
export type DraftEdit = z.infer<typeof DraftEdit>;

export const EditBody = DraftEdit.extend(shown);
export const PickBody = z.strictObject({ ...shown, entity: z.int().min(0), candidate_id: z.string().min(1) });
export const AnswerBody = z.strictObject({ ...shown, answers: z.record(z.string(), z.string().max(10_000)) });

export const AssignBody = z.strictObject({ ...shown, to: z.string().min(1).max(200) });

export const DraftPage = z.strictObject({ drafts: z.array(DraftView), next_cursor: z.string().nullable() });
export type DraftPage = z.infer<typeof DraftPage>;
