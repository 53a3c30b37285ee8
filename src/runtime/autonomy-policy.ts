import { rule, type VerbLevels } from "../agents/autonomy.ts";
import { readRun } from "../agents/records.ts";
import type { Store } from "../ports/store.ts";
import { allow, deny, type Policy } from "../tools/policy.ts";

/**
 * Holds agents to their level where verbs are executed, however they came to ask. A call belongs to an agent's run by
 * its request id, which the daemon gives and no agent chooses.
 */
export function createAutonomyPolicy(store: () => Store, levels: VerbLevels): Policy {
  return async ({ requestId, tenant = "", verb, payload }) => {
    const runId = /^agent:([0-9a-f-]{36})/.exec(requestId)?.[1];
    if (runId === undefined) return allow;
    const run = await readRun(store(), tenant, runId);
    if (run === undefined) return deny("there is no such run of an agent");
    const ruling = rule(run.value.profile, levels, { verb, payload });
    return ruling.kind === "allow" ? allow : deny(ruling.reason);
  };
}
