import { asJsonObject, type Json, type JsonObject } from "../plan/json.ts";
import { resolve } from "../plan/resolve.ts";
import { shortText } from "../plan/short-text.ts";
import type { MessageStep, SafetyStep, Step } from "../plan/step.ts";
import type { AttemptResult } from "../ports/fact.ts";
import { runErrors } from "./run-errors.ts";
import { lookupIn, type RunState } from "./run-state.ts";
import type { Unit } from "./unit.ts";

/** What an attempt needs: a verb call, a queued run of its own, or nothing external. */
export type PreparedRun =
  | { kind: "call"; verb: string; args: JsonObject }
  | { kind: "queue"; verb: string; args: JsonObject }
  | { kind: "instant"; result: AttemptResult };

/** Resolves the unit's references, preserving types, and says what to do. */
export function prepare(state: RunState, unit: Unit): PreparedRun {
  const { planStep: step } = unit;
  const edited = "editedArgs" in unit.phase ? unit.phase.editedArgs : undefined;
  const written = edited ?? argsOf(step);
  const filled = (value: JsonObject) => resolve(value, state.plan.spelling, lookupIn(state, unit));
  const resolved = edited === undefined ? filled(written) : undefined;
  // A scope that lacks its value would be the key of every other write that lacks it too.
  const scope = step.effect?.scope === undefined ? undefined : filled({ scope: step.effect.scope });
  const missing = [resolved, scope].flatMap((one) => (one?.ok === false ? one.missing : []));
  if (missing.length > 0 && step.kind !== "safety") {
    const message = `${missing.map(({ text }) => text).join(", ")} is not in the results`;
    return { kind: "instant", result: { ok: false, error: { ...runErrors.reference_missing, message } } };
  }
  // A safety step is evaluated before there are results, so its text stays as written.
  const values = resolved?.ok === true ? resolved.value : written;
  const args = step.kind === "message" ? withTexts(values) : values;
  const verb = verbOf(step);
  if (verb === undefined) return { kind: "instant", result: { ok: true, output: args } };
  return { kind: step.kind === "action" && step.mode === "queue" ? "queue" : "call", verb, args };
}

/** The verb a step executes; undefined for steps without a call. */
export function verbOf(step: Step): string | undefined {
  switch (step.kind) {
    case "tool":
      return step.tool;
    case "action":
      return step.action;
    case "lookup":
      return `lookup.${step.target}`;
    case "message":
    case "safety":
    case "wait":
    case "plan":
      return undefined;
    default:
      return step satisfies never;
  }
}

/** The input of a step as the plan has it. */
export function argsOf(step: Step): JsonObject {
  switch (step.kind) {
    case "tool":
      return step.args;
    case "action":
      return step.parameters;
    case "lookup":
      return { query: step.query, filters: step.filters };
    case "message":
      return messageOf(step);
    case "safety":
      return findingOf(step);
    case "wait":
      return asJsonObject(step.wait);
    case "plan":
      return { plan: step.plan, ...optional("version", step.version), parameters: step.parameters };
    default:
      return step satisfies never;
  }
}

/** Content and summary of a message are text, also where they are exactly one reference. */
function withTexts({ content = null, summary, ...rest }: JsonObject): JsonObject {
  return { ...rest, content: shortText(content), ...(summary !== undefined && { summary: shortText(summary) }) };
}

function messageOf({ channel, content, summary, metadata }: MessageStep): JsonObject {
  return { channel, content, ...optional("summary", summary), metadata };
}

function findingOf(step: SafetyStep): JsonObject {
  return {
    check: step.check,
    severity: step.severity,
    policy_tags: step.policyTags,
    detected_issues: step.detectedIssues,
    requires_manual_review: step.manualReview,
    ...optional("resolution", step.resolution),
  };
}

function optional(name: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}
