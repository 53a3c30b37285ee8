import type { EffectClass } from "../../plan/step.ts";
import type { VerbSpec } from "../../ports/verbs.ts";
import type { ApprovalConfig, ApprovalRule } from "./approval-config.ts";

/** The agent a call belongs to, and the ruling of its autonomy level. */
export type AgentSubject = {
  id: string;
  level: number;
  /** Undefined if the level covers the call; otherwise the reason. */
  aboveLevel?: string;
  onPending: "draft" | "deny";
};

/** Everything the policy looks at. */
export type ApprovalSubject = {
  verb: Pick<VerbSpec, "name" | "source" | "effect">;
  tenant?: string;
  /** Who calls, from the credential. */
  principal?: string;
  /** Scopes of the caller's key. */
  scopes?: readonly string[];
  agent?: AgentSubject;
  /** The standing approval for this call of a saved plan. */
  kept?: { rule: string; reason: string };
};

export type ApprovalSettings = ApprovalConfig & {
  /** Tools that are never called, whoever asks. */
  deny: readonly string[];
  /** Tools that write only internal memories and logs. */
  internal: ReadonlySet<string>;
  /** The effect class that counts; configuration can correct the declared one. */
  effectOf(verb: Pick<VerbSpec, "name" | "effect">): EffectClass;
};

type ApprovalDecision = {
  ruling: ApprovalRule["ruling"];
  /** Which rule decided, for example `approval.rules[2]`. */
  rule: string;
  reason: string;
};

/**
 * The one decision about a call. A deny always wins; then the first matching rule; then the agent's level; then reads,
 * internal writes and keys with the scope `write` are allowed; then the default. A rule that allows must name agents or
 * levels to apply to an agent: autonomy is not widened by accident.
 */
export function decideApproval(settings: ApprovalSettings, subject: ApprovalSubject): ApprovalDecision {
  const decision = decideUnapproved(settings, subject);
  const { kept } = subject;
  // Like a direct approval, a standing one overrides `draft` and `wait` and never a denial.
  if (kept === undefined || (decision.ruling !== "draft" && decision.ruling !== "wait")) return decision;
  return decided("allow", kept.rule, kept.reason);
}

function decideUnapproved(settings: ApprovalSettings, subject: ApprovalSubject): ApprovalDecision {
  const { verb, agent, scopes = [] } = subject;
  const effect = settings.effectOf(verb);
  if (matchesName(settings.deny, verb.name)) return decided("deny", "drafts.deny", `${verb.name} is never called`);
  const rules = settings.rules.map((rule, at) => ({ rule, name: `approval.rules[${at}]` }));
  const matching = rules.filter(({ rule }) => matchesRule(rule, effect, subject));
  const denying = matching.find(({ rule }) => rule.ruling === "deny");
  const first =
    denying ?? matching.find(({ rule }) => agent === undefined || rule.ruling !== "allow" || namesAgents(rule));
  if (first !== undefined)
    return decided(first.rule.ruling, first.name, `${first.name} rules ${first.rule.ruling} for ${verb.name}`);
  if (agent?.aboveLevel !== undefined) return decided(agent.onPending, `on_pending of ${agent.id}`, agent.aboveLevel);
  if (agent !== undefined)
    return decided("allow", `autonomy level of ${agent.id}`, `level ${agent.level} covers ${verb.name}`);
  if (effect === "read") return decided("allow", "read", `${verb.name} only reads`);
  if (settings.internal.has(verb.name))
    return decided("allow", "agents.levels.internal", `${verb.name} writes internal records only`);
  if (scopes.includes("write")) return decided("allow", "scope write", "the caller's key has the scope write");
  return decided(settings.default, "approval.default", `${verb.name} writes, and nobody approved it`);
}

function decided(ruling: ApprovalRule["ruling"], rule: string, reason: string): ApprovalDecision {
  return { ruling, rule, reason };
}

function matchesRule(rule: ApprovalRule, effect: EffectClass, subject: ApprovalSubject): boolean {
  const { verb, tenant, principal, scopes = [], agent } = subject;
  const { effects } = rule;
  const fitsEffect = effects === undefined ? rule.ruling === "deny" || effect !== "read" : effects.includes(effect);
  return (
    fitsEffect &&
    matches(rule.tools, verb.name) &&
    matches(rule.toolkits, verb.source) &&
    matches(rule.tenants, tenant) &&
    matches(rule.callers, principal) &&
    matches(rule.agents, agent?.id) &&
    (rule.scopes === undefined || rule.scopes.some((scope) => scopes.includes(scope))) &&
    (rule.levels === undefined || (agent !== undefined && rule.levels.includes(agent.level)))
  );
}

function namesAgents({ agents, levels }: ApprovalRule): boolean {
  return agents !== undefined || levels !== undefined;
}

/** A selector that a rule does not have matches everything. */
function matches(patterns: readonly string[] | undefined, value: string | undefined): boolean {
  return patterns === undefined || (value !== undefined && matchesName(patterns, value));
}

/** Whether a pattern matches the name; a trailing `*` matches any suffix. */
export function matchesName(patterns: readonly string[], value: string): boolean {
  return patterns.some((one) => (one.endsWith("*") ? value.startsWith(one.slice(0, -1)) : one === value));
}
