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
    const attempt = { ...read.data, endedAt: Date.parse(at), seq };
    const list = all.get(attempt.step);
    if (list === undefined) all.set(attempt.step, [attempt]);
    else list.push(attempt);
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

export function resultsOf(results: RunDetail["results"]): Map<string, StepResult> {
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
  results: ReadonlyMap<string, StepResult>;
  escalations: readonly Escalation[];
};

const ended = new Set<RunView["status"]>(["completed", "failed", "cancelled"]);

/** The state of each step. While a run is running, the journal is newer than the loaded results. */
export function stepStates({ run, steps, attempts, results, escalations }: RunProgress): Map<string, StepState> {
  const asked = new Set(escalations.filter(({ state }) => state === "open").map(({ step_id: id }) => id));
  const states = new Map<string, StepState>();
  for (const { id, dependsOn } of steps) {
    const result = results.get(id);
    const last = attempts.get(id)?.at(-1)?.result;
    if (asked.has(id)) states.set(id, "waiting");
    else if (ended.has(run.status)) states.set(id, endState(result, run.status));
    else if (result?.ok === true || last?.ok === true) states.set(id, "done");
    else if (result?.skipped === true && result.reason !== "pending") states.set(id, "skipped");
    else if (run.waiting?.for === "timer" && last?.ok === false) states.set(id, "retrying");
    else {
      const mayRun = run.status === "running" && dependsOn.every((other) => isSettled(states.get(other)));
      states.set(id, mayRun ? "running" : "todo");
    }
  }
  return states;
}

function endState(result: StepResult | undefined, status: RunView["status"]): StepState {
  if (result === undefined) return "todo";
  if (result.ok === true) return "done";
  const wasStopped = result.error === undefined || /cancel|abort/i.test(result.reason ?? "");
  if (status === "cancelled" && wasStopped) return "cancelled";
  return result.skipped === true ? "skipped" : "failed";
}

function isSettled(state: StepState | undefined): boolean {
  return state === "done" || state === "skipped";
}

/** The step to show first: the one that needs a decision or failed. */
export function troubledStep(states: ReadonlyMap<string, StepState>): string | undefined {
  return [...states].find(([, state]) => state === "waiting")?.[0] ?? [...states].find(([, s]) => s === "failed")?.[0];
}

/** The answer in words: the messages that the run sent, or the output of its last step. */
export function answerOf({ steps, results }: RunProgress): string | undefined {
  const messages = steps.flatMap(({ id, kind }) => (kind === "message" ? textsIn(results.get(id)?.output) : []));
  return messages.length === 0 ? undefined : messages.join("\n");
}

function textsIn(output: unknown): string[] {
  if (typeof output === "string") return [output];
  const Message = z.object({ content: z.string() });
  const read = Message.safeParse(output);
  return read.success ? [read.data.content] : [];
}
