import { ruleAutonomy, type VerbLevels } from "../../agents/profile/autonomy.ts";
import { readRun } from "../../agents/records.ts";
import type { Store } from "../../ports/store.ts";
import { agentRunId } from "./agent-drafts.ts";
import { allow, deny, needsApproval, type Policy } from "../../tools/policy.ts";

/**
 * Enforces the autonomy level of agents at verb execution. The request id ties a call to an agent run; the daemon
 * assigns it, so an agent cannot forge it.
 */
export function createAutonomyPolicy(store: () => Store, levels: VerbLevels): Policy {
  return async ({ requestId, tenant = "", verb, payload }) => {
    const runId = agentRunId(requestId);
    if (runId === undefined) return allow;
    const run = await readRun(store(), tenant, runId);
    if (run === undefined) return deny("unknown agent run");
    const ruling = ruleAutonomy(run.value.profile, levels, { verb, payload });
    if (ruling.kind === "allow") return allow;
    return run.value.profile.on_pending === "draft" ? needsApproval(ruling.reason) : deny(ruling.reason);
  };
}
