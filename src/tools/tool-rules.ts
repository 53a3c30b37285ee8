import { compact } from "../plan/compact.ts";
import type { EffectClass } from "../plan/step.ts";
import { nearest } from "../plan/nearest.ts";
import type { RetryClass, VerbSpec } from "../ports/verbs.ts";

const defaultTimeoutMs = 30_000;

/** Properties of a tool by definition or configuration; claims of other servers are ignored. */
export type ToolRules = {
  /** The default is `unknown`, which counts as mutating. */
  effect?: EffectClass;
  timeoutMs?: number;
  /** `safe` for reads and `never` for the rest, if it is absent. */
  retryClass?: RetryClass;
  /** Integer micro-cents a call. */
  costMicroCents?: number;
  tenants?: readonly string[];
};

/** One message per rule that names an unknown tool: a misspelt rule must not leave its tool unconfigured. */
export function unknownRuleNames(rules: Readonly<Record<string, unknown>>, tools: readonly string[]): string[] {
  return Object.keys(rules)
    .filter((name) => !tools.includes(name))
    .map((name) => {
      const close = nearest(name, tools);
      return `there is no tool "${name}"${close === undefined ? "" : `; did you mean ${close}?`}`;
    });
}

type RuledFields = Pick<VerbSpec, "effect" | "timeoutMs" | "retryClass" | "costMicroCents" | "tenants">;

/** The configured part of a verb's description. The default effect is `unknown`, and only reads may be repeated. */
export function applyRules(rules: ToolRules): RuledFields {
  const effect = rules.effect ?? "unknown";
  return compact({
    effect,
    timeoutMs: rules.timeoutMs ?? defaultTimeoutMs,
    retryClass: rules.retryClass ?? (effect === "read" ? "safe" : "never"),
    costMicroCents: rules.costMicroCents,
    tenants: rules.tenants,
  });
}

type RuledTool = Pick<VerbSpec, "name" | "description" | "inputSchema" | "source"> & {
  outputSchema?: VerbSpec["outputSchema"] | undefined;
  rules: ToolRules;
  canReadBack?: boolean;
};

/** The description of a verb whose effect, limits and tenants are configured. */
export function ruledSpec({ rules, source, canReadBack = false, ...described }: RuledTool): VerbSpec {
  return compact({ ...described, ...applyRules(rules), source, canReadBack });
}
