import { z } from "zod";
import type { Escalation, RunDetail, RunEvent, RunView } from "../../../../src/contracts/api/run.ts";
import type { StepState } from "../../design/badge.tsx";
import type { ShownStep } from "../../plan/shown-step.ts";

/** The journal's attempt facts, as far as the page shows them. */
const Attempt = z.object({
  kind: z.literal("attempt"),
  step: z.string(),
  item: z.number().optional(),
  attempt: z.number(),
  startedAt: z.number(),
  result: z.union([
    z.object({ ok: z.literal(true), output: z.unknown() }),
    z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
  ]),
});

/** One attempt of a step with its start and end. */
export type StepAttempt = z.infer<typeof Attempt> & { endedAt: number; seq: number };

export function attemptsOf(entries: readonly RunEvent[]): Map<string, StepAttempt[]> {
  const all = new Map<string, StepAttempt[]>();
  for (const { fact, at, seq } of entries) {
    if (fact["kind"] !== "attempt") continue;
    const read = Attempt.safeParse(fact);
    if (!read.success) continue;
    const tried = { ...read.data, endedAt: Date.parse(at), seq };
    const list = all.get(tried.step);
    if (list === undefined) all.set(tried.step, [tried]);
    else list.push(tried);
  }
  return all;
}

const StepResult = z.object({
  step_id: z.string(),
  ok: z.boolean().optional(),
  skipped: z.boolean().optional(),
  reused: z.object({ run_id: z.string(), at: z.string() }).optional(),
  reason: z.string().nullable().optional(),
  error: z.string().optional(),
  output: z.unknown().optional(),
});
export type StepResult = z.infer<typeof StepResult>;

export function rowsOf(results: RunDetail["results"]): Map<string, StepResult> {
  return new Map(
    results.flatMap((result) => {
      const row = StepResult.safeParse(result);
      return row.success && row.data.step_id !== "__meta__" ? [[row.data.step_id, row.data] as const] : [];
    }),
  );
}

export type RunProgress = {
  run: RunView;
  steps: readonly ShownStep[];
  attempts: ReadonlyMap<string, readonly StepAttempt[]>;
  rows: ReadonlyMap<string, StepResult>;
  escalations: readonly Escalation[];
};

const ended = new Set<RunView["status"]>(["completed", "failed", "cancelled"]);

/** The state of each step. While a run is running, the journal is newer than the loaded results. */
export function stepStates({ run, steps, attempts, rows, escalations }: RunProgress): Map<string, StepState> {
  const asked = new Set(escalations.filter(({ state }) => state === "open").map(({ step_id: id }) => id));
  const states = new Map<string, StepState>();
  for (const { id, dependsOn } of steps) {
    const row = rows.get(id);
    if (asked.has(id)) states.set(id, "waiting");
    else if (ended.has(run.status)) states.set(id, styleOf(row));
    else if (row?.ok === true || attempts.get(id)?.at(-1)?.result.ok === true) states.set(id, "done");
    else if (row?.skipped === true && row.reason !== "pending") states.set(id, "skipped");
    else {
      const mayRun = run.status === "running" && dependsOn.every((other) => isSettled(states.get(other)));
      states.set(id, mayRun ? "running" : "todo");
    }
  }
  return states;
}

function styleOf(row: StepResult | undefined): StepState {
  if (row === undefined) return "todo";
  if (row.ok === true) return "done";
  return row.skipped === true ? "skipped" : "failed";
}

function isSettled(state: StepState | undefined): boolean {
  return state === "done" || state === "skipped";
}
