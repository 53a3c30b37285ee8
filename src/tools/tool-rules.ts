import { compact } from "../contracts/compact.ts";
import type { EffectClass } from "../plan/step.ts";
import { nearest } from "../plan/nearest.ts";
import type { RetryClass, VerbSpec } from "../ports/verbs.ts";
import { defaultTimeoutMs } from "./define-tool.ts";

/** Our configuration of a tool from another server. The server's own claims about it are ignored. */
export type ToolRules = {
  effect?: EffectClass;
  timeoutMs?: number;
  retryClass?: RetryClass;
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
