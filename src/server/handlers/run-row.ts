import { toPage } from "../../contracts/api/page.ts";
import { compact } from "../../plan/compact.ts";
import type { RunQuery, RunRow } from "../../contracts/api/run.ts";
import { toolTitle } from "../../contracts/api/tool-title.ts";
import { instantOf, timestampOf } from "../../contracts/timestamp.ts";
import { asJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Step } from "../../plan/step.ts";
import type { RunFilter, RunIndexEntry } from "../../ports/run-index.ts";
import type { Run } from "../../ports/run.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { Handlers } from "../http/exchange.ts";
import { runKind } from "../../react/run-record.ts";
import { assertCursor } from "../../ports/assert-cursor.ts";
import { toRunView } from "./run-view.ts";

const maxSummaryLength = 200;

/** One page of the runs that match; the counts by status come with the first page. */
export function listRuns({ runIndex, store }: Planwright): Handlers["listRuns"] {
  return async ({ query: { cursor, limit, sort = "newest", ...query }, principal: { tenant } }) => {
    if (cursor !== undefined && (await store.run(tenant, cursor)) === undefined)
      await assertCursor(store, { tenant, kind: runKind, id: cursor });
    const filter = toRunFilter(query, tenant);
    const page = compact({ sort, limit: limit + 1, after: cursor });
    const [entries, counts] = await Promise.all([
      runIndex.list({ ...filter, ...page }),
      cursor === undefined ? runIndex.counts(filter) : {},
    ]);
    const { rows: shown, next_cursor } = toPage(entries, limit, (entry) => entry.id);
    const rows = shown.map(async (entry) => {
      const run = entry.kind === "plan" ? await store.run(tenant, entry.id) : undefined;
      const plan = run === undefined || entry.title !== "" ? undefined : await store.plan(tenant, run.planHash);
      return toRunRow(entry, run, plan);
    });
    return { runs: await Promise.all(rows), next_cursor, counts };
  };
}

/** A run in the list. A ReAct run has no plan, and none of what comes from one. */
function toRunRow(entry: RunIndexEntry, run: Run | undefined, plan: Plan | undefined): RunRow {
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
    priority: null,
    task_status: null,
    waiting: null,
    error: error === undefined ? null : { code: "RUN_FAILED", message: error },
    plan_hash: "",
    origin: { kind: "request", run_id: null, step_id: null, draft_id: null, plan: null },
    created_at: timestampOf(createdAt),
    started_at: timestampOf(createdAt),
    ended_at: endedAt === undefined ? null : timestampOf(endedAt),
    cost_cents: null,
  };
}

function toRunFilter({ q: text, since, until, ...filter }: Omit<RunQuery, "sort">, tenant: string): RunFilter {
  return {
    tenant,
    ...compact(filter),
    ...compact({ text }),
    ...(since !== undefined && { since: instantOf(since) }),
    ...(until !== undefined && { until: instantOf(until) }),
  };
}

/** The plan's tools and their short arguments, in one line: `Quote lookup Q-0192 → Create purchase order`. */
function summaryOf({ steps }: Plan): string {
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
      return toolTitle(step.tool);
    case "action":
      return toolTitle(step.action);
    case "lookup":
      return "Search";
    case "message":
      return "Answer";
    case "safety":
      return "Check";
    case "wait":
      return "Wait";
    case "plan":
      return "Run plan";
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
    case "wait":
      return asJsonObject(step.wait);
    case "plan":
      return { plan: step.plan };
    default:
      return step satisfies never;
  }
}
