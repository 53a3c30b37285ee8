import { compact } from "../../plan/compact.ts";
import { ruleAutonomy, type VerbLevels } from "../../agents/profile/autonomy.ts";
import { readRun } from "../../agents/records.ts";
import { toolClass } from "../../drafts/gate/tool-class.ts";
import { rulesOf } from "../../drafts/drafts-config.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Keys } from "../../ports/keys.ts";
import type { Store } from "../../ports/store.ts";
import { type AgentSubject, type ApprovalSettings, decideApproval } from "../../tools/policy/approval-policy.ts";
import { allow, deny, needsApproval, type Policy, type PolicyCall } from "../../tools/policy/policy.ts";
import { subGoalTool } from "../../react/index.ts";
import { levelsOf } from "../config/agents-config.ts";
import type { Config } from "../config/config.ts";
import { standingRuling } from "../saved-plans/standing-approvals.ts";
import { agentRunId } from "./pending-drafts.ts";

/** Sources of the policy besides the configuration. */
type ApprovalSources = { store?: () => Store; keys?: Pick<Keys, "find">; clock?: Clock };

/** The settings of the policy: `approval`, with `drafts.deny` and the levels of agents as rules of it. */
export function approvalSettings({
  approval,
  drafts,
  agents,
}: Pick<Config, "approval" | "drafts" | "agents">): ApprovalSettings {
  const rules = rulesOf(drafts);
  return {
    ...approval,
    deny: rules.deny,
    // The calls of a sub-goal are ruled on one by one.
    internal: new Set([...levelsOf(agents).internal, subGoalTool]),
    effectOf({ name, effect }) {
      const kind = toolClass(name, effect, { ...rules, deny: [] });
      if (kind === "read") return "read";
      return effect === "read" ? "unknown" : effect;
    },
  };
}

/** The policy of the verb router, evaluated for every call of every route, contract and caller. */
export function createApprovalPolicy(
  config: Pick<Config, "approval" | "drafts" | "agents">,
  sources: ApprovalSources = {},
): Policy {
  const settings = approvalSettings(config);
  const levels = levelsOf(config.agents);
  return async (call) => {
    const { verb, tenant, principal } = call;
    const scopes = await scopesOf(principal, sources);
    const agent = await agentOf(call, { levels, scopes, sources });
    if (agent === "unknown") return deny("there is no such run of an agent");
    const kept = await standingApprovalOf(call, sources);
    const { ruling, reason } = decideApproval(
      settings,
      compact({
        verb,
        scopes,
        kept,
        tenant,
        principal,
        agent,
      }),
    );
    if (ruling === "allow") return allow;
    return ruling === "deny" ? deny(reason) : needsApproval(reason, ruling === "draft");
  };
}

/** Read on every call, so that a revoked approval no longer counts. */
async function standingApprovalOf({ run, tenant = "", verb }: PolicyCall, { store, clock }: ApprovalSources) {
  if (run?.origin.kind !== "plan" || store === undefined || clock === undefined) return undefined;
  return standingRuling({ store: store(), clock }, { tenant, tool: verb.name, origin: run.origin, step: run.step });
}

/** Read on every call, so that a removed scope no longer counts. */
async function scopesOf(principal: string | undefined, { keys }: ApprovalSources): Promise<readonly string[]> {
  const [, id] = /^key:.*#([^#]+)$/.exec(principal ?? "") ?? [];
  const key = id === undefined ? undefined : await keys?.find(id);
  return key === undefined || key.revokedAt !== undefined ? [] : key.scopes;
}

type AgentContext = { levels: VerbLevels; scopes: readonly string[]; sources: ApprovalSources };

/**
 * A call belongs to an agent's run by its request id, which the daemon assigns. A caller with a credential may only
 * speak for an agent with the scope `agents`.
 */
async function agentOf(
  { requestId, tenant = "", principal, verb, payload, run: from }: PolicyCall,
  { levels, scopes, sources }: AgentContext,
): Promise<AgentSubject | "unknown" | undefined> {
  const runId = from?.agentRunId ?? agentRunId(requestId);
  const maySpeak =
    principal === undefined || from?.agentRunId !== undefined || scopes.includes("agents") || scopes.includes("admin");
  if (runId === undefined || sources.store === undefined || !maySpeak) return undefined;
  const run = await readRun(sources.store(), tenant, runId);
  if (run === undefined) return "unknown";
  const { profile } = run.value;
  const ruling = ruleAutonomy(profile, levels, { verb, payload });
  const { id, autonomy_level: level, on_pending: onPending } = profile;
  return { id, level, onPending, ...(ruling.kind === "above" && { aboveLevel: ruling.reason }) };
}
