import type { RunRow } from "../../contracts/api/run.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Step } from "../../plan/step.ts";
import type { Run } from "../../ports/run.ts";
import { toRunView } from "./run-view.ts";

const maxSummaryLength = 200;

/** A run as the list shows it; the summary is empty if its plan was purged. */
export function toRunRow(run: Run, plan: Plan | undefined): RunRow {
  return { ...toRunView(run), steps: plan?.steps.length ?? 0, summary: plan === undefined ? "" : summaryOf(plan) };
}

/** The plan's tools and their short arguments, in one line: `quote_lookup Q-0192 → create_purchase_order`. */
export function summaryOf({ steps }: Plan): string {
  let line = "";
  for (const step of steps) {
    const words = [nameOf(step), ...plainValues(argsOf(step))].join(" ");
    line += line === "" ? words : ` → ${words}`;
    if (line.length > maxSummaryLength) return `${line.slice(0, maxSummaryLength - 1).toWellFormed()}…`;
  }
  return line;
}

/** Short values, without references. */
function plainValues(args: JsonObject): string[] {
  return Object.values(args).flatMap((value) => (isPlain(value) ? [String(value)] : []));
}

function isPlain(value: Json): value is string | number {
  if (typeof value === "number") return true;
  return typeof value === "string" && value.length <= 60 && !/\{\{|^\$/.test(value);
}

function nameOf(step: Step): string {
  switch (step.kind) {
    case "tool":
      return step.tool;
    case "action":
      return step.action;
    case "lookup":
      return `lookup.${step.target}`;
    case "message":
    case "safety":
      return step.kind;
    default:
      return step satisfies never;
  }
}

function argsOf(step: Step): JsonObject {
  switch (step.kind) {
    case "tool":
      return step.args;
    case "action":
      return step.parameters;
    case "lookup":
      return { query: step.query };
    case "message":
      return { content: step.content };
    case "safety":
      return { check: step.check };
    default:
      return step satisfies never;
  }
}
