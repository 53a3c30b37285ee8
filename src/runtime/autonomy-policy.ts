import { rule, type VerbLevels } from "../agents/autonomy.ts";
import { readRun } from "../agents/records.ts";
import type { Store } from "../ports/store.ts";
import { agentRunId } from "./agent-drafts.ts";
import { allow, deny, needsApproval, type Policy } from "../tools/policy.ts";

/**
 * Holds agents to their level where verbs are executed, however they came to ask. A call belongs to an agent's run by
 * its request id, which the daemon gives and no agent chooses.
 */
export function createAutonomyPolicy(store: () => Store, levels: VerbLevels): Policy {
  return async ({ requestId, tenant = "", verb, payload }) => {
    const runId = agentRunId(requestId);
    if (runId === undefined) return allow;
    const run = await readRun(store(), tenant, runId);
    if (run === undefined) return deny("there is no such run of an agent");
    const ruling = rule(run.value.profile, levels, { verb, payload });
    if (ruling.kind === "allow") return allow;
    return run.value.profile.on_pending === "draft" ? needsApproval(ruling.reason) : deny(ruling.reason);
  };
}
