import { z } from "zod";
import { Json } from "../../plan/json.ts";

/** `dry_run` has no effects, `mock_replay` answers from the record, `full_replay` calls for real. */
export const ReplayMode = z.enum(["dry_run", "mock_replay", "full_replay"]);
export type ReplayMode = z.infer<typeof ReplayMode>;

export const ReplayRequest = z.strictObject({
  run_id: z.string().min(1),
  mode: ReplayMode.default("dry_run"),
});
export type ReplayRequest = z.infer<typeof ReplayRequest>;

/** What a replay compares, in this order. */
export const ReplayAspect = z.enum(["order", "skill", "params", "status", "code", "retries", "cost"]);
export type ReplayAspect = z.infer<typeof ReplayAspect>;

export const Divergence = z.strictObject({
  step_id: z.string().min(1),
  aspect: ReplayAspect,
  recorded: Json,
  replayed: Json,
});
export type Divergence = z.infer<typeof Divergence>;

const compared = {
  run_id: z.string().min(1),
  /** The replay's own run; the original is never overwritten. */
  replay_id: z.string().min(1),
  mode: ReplayMode,
  plan_hash: z.string().regex(/^[0-9a-f]{64}$/),
  steps_compared: z.int().min(0),
  /** The planner that made the plan, where the plan names one. */
  planner: z.string().optional(),
  planner_version: z.string().optional(),
  /** Says so when the installed planner has another version. */
  note: z.string().optional(),
};

/** `divergences` lists every divergence, including the first. */
export const ReplayReport = z.discriminatedUnion("matches", [
  z.strictObject({ ...compared, matches: z.literal(true) }),
  z.strictObject({
    ...compared,
    matches: z.literal(false),
    first_divergence: Divergence,
    divergences: z.array(Divergence).min(1),
  }),
]);
export type ReplayReport = z.infer<typeof ReplayReport>;
