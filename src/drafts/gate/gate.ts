import type { ActionPlan } from "../../contracts/actions/plan.ts";
import { validateActionPlan } from "../../contracts/actions/validate-action-plan.ts";
import type { Issue } from "../../plan/issue.ts";
import { createIssue } from "../../plan/create-issue.ts";
import type { Toolbox } from "../../plan/tool-spec.ts";
import { businessIssues } from "./business.ts";
import { openQuestions, nextPick, type SettledInput } from "./needs.ts";
import type { DraftRules } from "./rules.ts";
import { toolClass } from "./tool-class.ts";

/** The gate's outcome for a plan. */
export type GateOutcome =
  /** It must not run as it is. */
  | { kind: "refused"; code: "FORBIDDEN" | "INVALID_INPUT" | "CONFIG_MISSING"; issues: Issue[] }
  /** Rule 2: it only reads, so it runs immediately and is logged. */
  | { kind: "run" }
  /** Rule 1: it waits for approval, after the questions it has. */
  | { kind: "draft"; first: "answer" | "pick" | "refine" | "apply"; confirms: boolean }
  | { kind: "nothing" };

export type GateContext = { toolbox: Toolbox; rules: DraftRules; settled?: SettledInput };

/**
 * The contract's five validation rules. What the plan claims (`intent`, `read_only`, `risks`) can make the
 * gate stricter, never weaker: only our toolbox and configuration decide that an action reads.
 */
export function gate(plan: ActionPlan, parts: GateContext): GateOutcome {
  const denied = deniedTools(plan, parts);
  if (denied.length > 0) return { kind: "refused", code: "FORBIDDEN", issues: denied };
  const first = firstNeed(plan, parts.settled ?? {});
  if (first === "apply" && plan.actions.length === 0) return { kind: "nothing" };
  const issues = first === "apply" ? argumentIssues(plan, parts) : unknownTools(plan, parts);
  if (issues.length > 0) return { kind: "refused", code: refusalCode(issues), issues };
  if (first === "apply" && isPureQuery(plan, parts)) return { kind: "run" };
  return { kind: "draft", first, confirms: needsConfirmation(plan, parts) };
}

/** Rule 2. A claim to write is trusted, a claim to read is not. */
export function isPureQuery({ intent, actions }: ActionPlan, parts: GateContext): boolean {
  return intent === "query" && actions.every((action) => action.read_only && !isWrite(action.tool_slug, parts));
}

/** Rule 3 and the plan's questions: what must be settled before the Draft can be applied. */
function firstNeed(plan: ActionPlan, settled: SettledInput): "answer" | "pick" | "refine" | "apply" {
  if (openQuestions(plan, settled).length > 0) return "answer";
  const picking = nextPick(plan, settled);
  if (picking === "none found") return "refine";
  return picking === undefined ? "apply" : "pick";
}

/** Rule 4: a plan that claims to be bulk, or is. */
export function needsConfirmation(plan: Pick<ActionPlan, "actions" | "risks">, parts: GateContext): boolean {
  return plan.risks.some(({ kind }) => kind === "bulk") || countWrites(plan, parts) >= parts.rules.bulkThreshold;
}

function countWrites({ actions }: Pick<ActionPlan, "actions">, parts: GateContext): number {
  return actions.filter(({ tool_slug: tool }) => isWrite(tool, parts)).length;
}

export function isWrite(tool: string, { toolbox, rules }: GateContext): boolean {
  return toolClass(tool, toolbox.get(tool)?.effect, rules) !== "read";
}

function deniedTools({ actions }: ActionPlan, { toolbox, rules }: GateContext): Issue[] {
  return actions.flatMap(({ tool_slug: tool }, at) =>
    toolClass(tool, toolbox.get(tool)?.effect, rules) === "denied"
      ? [
          createIssue("TOOL_NOT_ALLOWED", `/actions/${at}/tool_slug`, {
            message: `"${tool}" is never called from here`,
          }),
        ]
      : [],
  );
}

/** A plan that understates its effects becomes a Draft; it is not refused. */
const gatedIssueCodes: ReadonlySet<string> = new Set(["EFFECT_UNDERSTATED", "INTENT_UNDERSTATED"]);

function documentIssues(plan: ActionPlan, { toolbox }: GateContext): Issue[] {
  const valid = validateActionPlan(plan, { toolbox });
  return valid.ok ? [] : valid.issues.filter(({ code }) => !gatedIssueCodes.has(code));
}

/** Rule 5: the tool's schema, the business rules, and a distinct key for each effect. */
function argumentIssues(plan: ActionPlan, parts: GateContext): Issue[] {
  return [
    ...documentIssues(plan, parts),
    ...businessIssues(plan, parts.rules.business),
    ...sharedScopes(plan, parts),
    ...foreignToolkits(plan),
  ];
}

/** The toolkits whose slugs carry their name. */
const prefixed = ["attio", "linear"];

/** A slug of one toolkit under the name of another would be shown as what it is not. */
function foreignToolkits({ actions }: ActionPlan): Issue[] {
  return actions.flatMap(({ toolkit, tool_slug: tool }, at) => {
    const named = prefixed.find((one) => tool.toLowerCase().startsWith(`${one}_`));
    const claimed = prefixed.includes(toolkit.toLowerCase()) ? toolkit.toLowerCase() : undefined;
    if (named === undefined || claimed === undefined || named === claimed) return [];
    const message = `"${tool}" is not a tool of ${toolkit}`;
    return [createIssue("INVALID_VALUE", `/actions/${at}/toolkit`, { message, hint: `Write ${named}.` })];
  });
}

/** Arguments may be missing while questions are open; an unknown tool is always an error. */
function unknownTools(plan: ActionPlan, parts: GateContext): Issue[] {
  return documentIssues(plan, parts).filter(({ code }) => code !== "INVALID_ARGUMENTS");
}

/** Two writes under one key would count as one effect, and the second would be dropped silently. */
function sharedScopes({ actions }: ActionPlan, parts: GateContext): Issue[] {
  const writes = actions.map((action, at) => ({ ...action, at })).filter(({ tool_slug }) => isWrite(tool_slug, parts));
  const firstAt = new Map(writes.toReversed().map(({ idempotency_scope: scope, at }) => [scope, at]));
  return writes.flatMap(({ idempotency_scope: scope, at }) => {
    if (firstAt.get(scope) === at) return [];
    const message = `another action has the same scope "${scope}"`;
    return [
      createIssue("INVALID_VALUE", `/actions/${at}/idempotency_scope`, { message, hint: "Give each write its own." }),
    ];
  });
}

function refusalCode(issues: readonly Issue[]): "INVALID_INPUT" | "CONFIG_MISSING" {
  return issues.every(({ code }) => code === "CONFIG_MISSING") ? "CONFIG_MISSING" : "INVALID_INPUT";
}
