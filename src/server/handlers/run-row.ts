import type { RunQuery, RunRow } from "../../contracts/api/run.ts";
import { instantOf, timestampOf } from "../../contracts/timestamp.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Step } from "../../plan/step.ts";
import type { RunFilter, RunIndexEntry } from "../../ports/run-index.ts";
import type { Run } from "../../ports/run.ts";
import { toRunView } from "./run-view.ts";

const maxSummaryLength = 200;

/** A run in the list. A ReAct run has no plan, and none of what comes from one. */
export function toRunRow(entry: RunIndexEntry, run: Run | undefined, plan: Plan | undefined): RunRow {
  const { kind, agent, tools, steps } = entry;
  const title = entry.title === "" && plan !== undefined ? summaryOf(plan) : entry.title;
  const shared = { kind, title, agent_id: agent ?? null, tools: [...tools], steps };
  if (run !== undefined) return { ...toRunView(run), ...shared };
  const { id, status, caller, createdAt, endedAt, error } = entry;
  return {
    ...shared,
    run_id: id,
    status,
    caller,
    task_status: null,
    waiting: null,
    error: error === undefined ? null : { code: "RUN_FAILED", message: error },
    plan_hash: "",
    origin: { kind: "request", run_id: null, step_id: null, draft_id: null },
    created_at: timestampOf(createdAt),
    started_at: timestampOf(createdAt),
    ended_at: endedAt === undefined ? null : timestampOf(endedAt),
    cost_cents: null,
  };
}

export function toRunFilter({ q: text, since, until, sort: _, ...filter }: RunQuery, tenant: string): RunFilter {
  return {
    tenant,
    ...filter,
    ...(text !== undefined && { text }),
    ...(since !== undefined && { since: instantOf(since) }),
    ...(until !== undefined && { until: instantOf(until) }),
  };
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
