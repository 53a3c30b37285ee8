import type { AgentRunRecord } from "../../contracts/react/agent-run.ts";
import type { Handler } from "../../ports/engine.ts";
import type { Agent } from "../profile/agent.ts";
import type { AgentDeps } from "../agent-deps.ts";
import { readRun } from "../records.ts";

/** Poll interval for runs that another process may execute. */
const pollMs = 1000;

/** Lets callers wait for a run: woken by this process's handler, polling for runs of other processes. */
export function createRunWaiters({ store, clock }: AgentDeps) {
  const waiting = new Map<string, Set<() => void>>();
  return {
    around:
      (handler: Handler): Handler =>
      async (lease) => {
        await handler(lease);
        for (const wake of waiting.get(lease.job.key) ?? []) wake();
      },
    /** Another process may have ended one. */
    recheck(): void {
      for (const wakers of waiting.values()) for (const wake of wakers) wake();
    },
    async of({ tenant, profile }: Agent, runId: string): Promise<AgentRunRecord | undefined> {
      const until = clock.now() + profile.limits.planner_limits.timeout_seconds * 1000 + 10_000;
      for (;;) {
        const woken = Promise.withResolvers<void>();
        const wakers = waiting.get(runId) ?? new Set();
        waiting.set(runId, wakers.add(woken.resolve));
        const cancelTimer = clock.setTimer(clock.now() + pollMs, woken.resolve);
        try {
          const record = (await readRun(store, tenant, runId))?.value.record;
          if (record !== undefined || clock.now() >= until) return record;
          await woken.promise;
        } finally {
          cancelTimer();
          wakers.delete(woken.resolve);
          if (wakers.size === 0) waiting.delete(runId);
        }
      }
    },
  };
}
