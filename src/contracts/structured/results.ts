import { z } from "zod";
import { Json } from "../../plan/json.ts";

export const TaskStatus = z.enum(["COMPLETED", "PARTIAL", "FAILED", "BLOCKED"]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** `reason` of a step that could not run because of one it depends on. */
export const dependencyReason = "dependency";

/** The compensation of a step, or of one item of its iteration, that was executed. */
export const UndoneRow = z.strictObject({
  item: z.int().nullable(),
  tool: z.string(),
  ok: z.boolean(),
  /** A person decided to leave it. */
  skipped: z.boolean(),
  error: z.string().optional(),
});
export type UndoneRow = z.infer<typeof UndoneRow>;

/** The outcome of one step. */
export const ResultRow = z.strictObject({
  step_id: z.string().min(1),
  tool: z.string().min(1),
  ok: z.boolean(),
  skipped: z.boolean(),
  /** Why the step was skipped or failed, as a code; null for a step that is ok. */
  reason: z.string().nullable(),
  error: z.string().optional(),
  output: Json.optional(),
  /** The write was already done under the same idempotency scope by this run, and was not repeated. */
  reused: z.strictObject({ run_id: z.string(), at: z.string(), hint: z.string() }).optional(),
  /** The plan failed or was cancelled, and this undid the step. */
  undone: z.array(UndoneRow).optional(),
  /** Executed with a fallback tool. */
  degraded: z.boolean(),
  degraded_reason: z.string().nullable(),
  /** The requested tool. */
  degraded_from: z.string().nullable(),
});
export type ResultRow = z.infer<typeof ResultRow>;

const count = z.int().min(0);

/** The last row: the status of the task. */
export const MetaRow = z.strictObject({
  step_id: z.literal("__meta__"),
  task_status: TaskStatus,
  steps_total: count,
  steps_ok: count,
  steps_failed: count,
  steps_skipped: count,
  steps_degraded: count,
});
export type MetaRow = z.infer<typeof MetaRow>;

/** Rows in the order of the plan, then the meta row. */
export const ExecutionResult = z
  .array(z.union([ResultRow, MetaRow]))
  .min(1)
  .refine((rows) => rows.findIndex(isMeta) === rows.length - 1, "must end with exactly one __meta__ row");
export type ExecutionResult = z.infer<typeof ExecutionResult>;

function isMeta(row: ResultRow | MetaRow): row is MetaRow {
  return "task_status" in row;
}

/** The first step that is not ok decides; if all are ok, a degraded step makes the task PARTIAL. */
export function taskStatus(rows: readonly ResultRow[]): TaskStatus {
  const first = rows.find((row) => !row.ok);
  if (first !== undefined) return first.reason === dependencyReason ? "BLOCKED" : "FAILED";
  return rows.some((row) => row.degraded) ? "PARTIAL" : "COMPLETED";
}

export function toMetaRow(rows: readonly ResultRow[]): MetaRow {
  const having = (test: (row: ResultRow) => boolean): number => rows.filter(test).length;
  return {
    step_id: "__meta__",
    task_status: taskStatus(rows),
    steps_total: rows.length,
    steps_ok: having((row) => row.ok),
    steps_failed: having((row) => !row.ok && !row.skipped),
    steps_skipped: having((row) => row.skipped),
    steps_degraded: having((row) => row.degraded),
  };
}
