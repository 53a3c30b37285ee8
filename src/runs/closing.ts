import type { VerbError } from "../contracts/react/verb.ts";
import { hasEnded, toRunHead, type Run } from "../ports/run.ts";
import type { Execution } from "./execution.ts";
import { finalStatus } from "./result-rows.ts";
import type { RunState } from "./run-state.ts";

/** The final record of the run. */
export function closedRun(
  execution: Pick<Execution, "run" | "state" | "startedAt">,
  how: { cancelled: boolean; now: number },
): Run {
  const { run, state, startedAt } = execution;
  const head = toRunHead(run);
  const ended = { startedAt, endedAt: how.now, costMicroCents: costOf(state) };
  if (hasEnded(run)) return run;
  if (how.cancelled) return { ...head, status: "cancelled", reason: state.cancel?.reason ?? "", ...ended };
  const status = finalStatus(state);
  return status === "COMPLETED" || status === "PARTIAL"
    ? { ...head, status: "completed", taskStatus: status, ...ended }
    : { ...head, status: "failed", taskStatus: status, error: firstError(state), ...ended };
}

/** Unpriced calls count as 0: the sum is what is known. */
function costOf(state: RunState): number {
  let sum = 0;
  for (const { attempts } of state.facts.values()) for (const attempt of attempts) sum += attempt?.costMicroCents ?? 0;
  return sum;
}

function firstError(state: RunState): VerbError {
  const at = state.stop?.at;
  const stopped = at === undefined ? undefined : state.steps[at];
  const end = (stopped ?? state.steps.find((step) => step.end.kind === "failed"))?.end;
  return end?.kind === "failed" ? end.error : { code: "failed", message: "a step failed" };
}
