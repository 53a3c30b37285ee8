import type { Plan } from "../plan/plan.ts";
import type { Run } from "../ports/run.ts";

export type FreshRun = { run: Run; plan: Plan };

/** Runs created in this process and not started yet, so their first execution need not read what was just written. */
export type FreshRuns = {
  put(run: Run, plan: Plan): void;
  take(runId: string): FreshRun | undefined;
};

const most = 1024;

export function createFreshRuns(): FreshRuns {
  const fresh = new Map<string, FreshRun>();
  return {
    put(run, plan) {
      const [oldest] = fresh.size < most ? [] : fresh.keys();
      if (oldest !== undefined) fresh.delete(oldest);
      fresh.set(run.id, { run, plan });
    },
    take(runId) {
      const found = fresh.get(runId);
      fresh.delete(runId);
      return found;
    },
  };
}
