import { Plan } from "../../plan/plan.ts";
import type { EffectRecord } from "../../ports/effect-record.ts";
import type { Fact } from "../../ports/fact.ts";
import type { Run } from "../../ports/run.ts";
import type { Wait } from "../../ports/wait.ts";

/** Sample records; each test changes what it needs. */
export const tenant = "acme";
export const now = Date.UTC(2025, 0, 15, 12);

export const samplePlan: Plan = Plan.parse({ steps: [{ id: "s1", kind: "tool", tool: "echo_tool" }] });

export function sampleRun(id: string, of = tenant): Run & { status: "queued" } {
  return {
    id,
    tenant: of,
    planHash: "hash-of-plan",
    caller: "suite",
    pins: { format: 1, verbs: {} },
    origin: { kind: "request" },
    createdAt: now,
    status: "queued",
  };
}

export function sampleFact(step: string, attempt = 1): Fact {
  return { kind: "attempt", step, attempt, startedAt: now, result: { ok: true, output: { text: "мир 🌍" } } };
}

export function sampleEffect(key: string, more: Partial<EffectRecord> = {}): EffectRecord {
  const owner = { tenant, runId: "run-1", unit: "step:s1", attempt: 1 };
  return { key, ...owner, verb: "create", argsHash: "h1", state: "sent", at: now, ...more };
}

export function sampleWait(id: string, runId = "run-1"): Wait & { state: "open" } {
  return {
    tenant,
    id,
    runId,
    step: "s1",
    attempt: 1,
    kind: "failure",
    choices: ["retry", "abort"],
    question: "What now?",
    openedAt: now,
    state: "open",
  };
}
