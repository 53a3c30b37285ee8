import type { Handler, LeasedJob } from "../../ports/engine.ts";
import { type Admission, admit } from "./admit.ts";
import type { Agent } from "../profile/agent.ts";
import type { AgentState } from "./agent-state.ts";
import { fire } from "./fire.ts";
import { type AgentDeps, jobKeyNames } from "../agent-deps.ts";
import { changeState, readState } from "../records.ts";

/** Starts queued firings in order when a run has ended; waits for the minimum interval first. */
export function createQueueHandler(deps: AgentDeps): Handler {
  return async ({ job, signal }) => {
    const { store, registry } = deps;
    const { tenant } = job;
    const [agentId = ""] = jobKeyNames(job.key);
    const agent = registry.find(tenant, agentId);
    if (agent === undefined) {
      await changeState(deps, { tenant, agentId }, (now) => ({ state: { ...now, waiting: [] } }));
      return await release(deps, job);
    }
    for (;;) {
      const { value: state } = await readState(store, tenant, agentId);
      const [first] = state.waiting;
      if (signal.aborted) return;
      if (first === undefined) return await release(deps, job);
      const admission = admissionNow(deps, agent, state);
      if (overlaps(admission)) return await release(deps, job);
      if (admission.kind === "skip" && admission.reason === "interval")
        return await release(deps, job, admission.until);
      await fireFirst(deps, agent, first);
    }
  };
}

/** As if no other firing waited. While runs are being cancelled, nothing starts. */
function admissionNow({ clock }: AgentDeps, agent: Agent, state: AgentState): Admission {
  if (state.cancelling.length > 0) return { kind: "skip", reason: "overlap" };
  return admit(agent, state, { overlap: "parallel", now: clock.now() });
}

function overlaps(admission: Admission): boolean {
  return admission.kind === "skip" && admission.reason === "overlap";
}

async function fireFirst(deps: AgentDeps, agent: Agent, first: AgentState["waiting"][number]): Promise<void> {
  const { trigger, slot, context } = first;
  await fire(deps, agent, {
    trigger,
    slot,
    overlap: "parallel",
    context,
    // Another firing may have started since the state was read: this one stays first in line.
    isDecided: (state) =>
      state.waiting[0]?.slot !== slot ||
      state.waiting[0]?.trigger !== trigger ||
      overlaps(admissionNow(deps, agent, state)),
    change: (now) => ({ ...now, waiting: now.waiting.slice(1) }),
  });
}

async function release({ store, clock }: AgentDeps, job: LeasedJob, dueAt?: number): Promise<void> {
  await store.write((tx) => tx.release(job, dueAt === undefined ? undefined : { dueAt, now: clock.now() }));
}
