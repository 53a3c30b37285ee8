import type { Route } from "../src/contracts/api/route.ts";
import { routes } from "../src/contracts/api/routes.ts";
import { serviceExamples } from "../src/contracts/service/examples.ts";
import { structuredExamples } from "../src/contracts/structured/examples.ts";
import type { Generated } from "./generated.ts";

/** Files for other programs: a Grafana dashboard and a Postman collection (Bruno and Insomnia import it too). */
export function integrations(): Generated[] {
  return [json("deploy/grafana/planwright.json", dashboard()), json("deploy/postman/planwright.json", collection())];
}

function json(path: string, value: object): Generated {
  return { path, text: `${JSON.stringify(value, null, 2)}\n` };
}

type Panel = { title: string; expr: string; legend: string; unit: string };

/** One row each: what a person on call looks at first comes first. */
const panels: readonly Panel[] = [
  {
    title: "Requests by status",
    expr: "sum by (status) (rate(planwright_http_requests_total[5m]))",
    legend: "{{status}}",
    unit: "reqps",
  },
  {
    title: "Time to answer, 99th percentile",
    expr: "histogram_quantile(0.99, sum by (le, route) (rate(planwright_http_request_seconds_bucket[5m])))",
    legend: "{{route}}",
    unit: "s",
  },
  { title: "Jobs due", expr: "max(planwright_queue_depth)", legend: "due", unit: "short" },
  { title: "Dead jobs", expr: "max(planwright_jobs_dead)", legend: "dead", unit: "short" },
  {
    title: "Runs ended by status",
    expr: "sum by (status) (rate(planwright_runs_ended_total[5m]))",
    legend: "{{status}}",
    unit: "ops",
  },
  {
    title: "Runs in progress",
    expr: "sum by (instance) (planwright_runs_active)",
    legend: "{{instance}}",
    unit: "short",
  },
  {
    title: "Tool calls that fail",
    expr: 'sum by (verb, outcome) (rate(planwright_verb_calls_total{outcome!="ok"}[5m]))',
    legend: "{{verb}} {{outcome}}",
    unit: "ops",
  },
  {
    title: "Duration of tool calls, 95th percentile",
    expr: "histogram_quantile(0.95, sum by (le, verb) (rate(planwright_verb_seconds_bucket[5m])))",
    legend: "{{verb}}",
    unit: "s",
  },
  {
    title: "Plans by outcome",
    expr: "sum by (planner, outcome) (rate(planwright_plans_total[5m]))",
    legend: "{{planner}} {{outcome}}",
    unit: "ops",
  },
  {
    title: "Model cost an hour, in cents",
    expr: "sum by (model) (increase(planwright_model_cost_micro_cents_total[1h])) / 1e6",
    legend: "{{model}}",
    unit: "short",
  },
  {
    title: "Event loop lag, 99th percentile",
    expr: "nodejs_eventloop_lag_p99_seconds",
    legend: "{{instance}}",
    unit: "s",
  },
  { title: "Resident memory", expr: "process_resident_memory_bytes", legend: "{{instance}}", unit: "bytes" },
];

function dashboard(): object {
  const datasource = { type: "prometheus", uid: "${datasource}" };
  return {
    title: "Planwright",
    uid: "planwright",
    schemaVersion: 39,
    tags: ["planwright"],
    time: { from: "now-6h", to: "now" },
    refresh: "30s",
    templating: { list: [{ name: "datasource", type: "datasource", query: "prometheus", label: "Data source" }] },
    panels: panels.map(({ title, expr, legend, unit }, at) => ({
      id: at + 1,
      type: "timeseries",
      title,
      datasource,
      gridPos: { h: 8, w: 12, x: (at % 2) * 12, y: Math.floor(at / 2) * 8 },
      fieldConfig: { defaults: { unit, custom: { fillOpacity: 10 } }, overrides: [] },
      options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi" } },
      targets: [{ refId: "A", datasource, expr, legendFormat: legend }],
    })),
  };
}

/** Bodies that work on the demo workspace. */
const bodies: Readonly<Record<string, object>> = {
  plan: serviceExamples.request,
  planStructured: { goal: "a 3-step plan to tell the time" },
  planActions: { text: "Move the deal Acme website to paused" },
  validatePlan: { contract: "structured", plan: structuredExamples.plan },
  createDraft: { text: "Move the deal Acme website to paused" },
  chat: { conversation: "me", input: { kind: "message", text: "/pipeline" } },
  executeVerb: { verb_id: "quote_lookup", payload: { quote_id: "Q-0192" }, request_id: "r1", caller: "postman" },
  planReact: { goal: { description: "what is in quote Q-0192?" }, toolset: [{ tool_id: "quote_lookup" }] },
  publishEvent: { channel: "orders", payload: { total: 120 }, id: "event-1" },
};

function collection(): object {
  const rows = Object.entries<Route>(routes);
  return {
    info: { name: "Planwright", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    variable: [
      { key: "url", value: "http://127.0.0.1:4400" },
      { key: "key", value: "" },
    ],
    item: [...new Set(rows.map(([, { tag }]) => tag))].map((tag) => ({
      name: tag,
      item: rows.filter(([, route]) => route.tag === tag).map(([name, route]) => request(name, route)),
    })),
  };
}

function request(name: string, { method, path, summary, body }: Route): object {
  const parts = path
    .slice(1)
    .split("/")
    .map((part) => part.replace(/^\{(\w+)\}$/, ":$1"));
  const example = bodies[name] ?? {};
  return {
    name: summary,
    request: {
      method,
      url: {
        raw: `{{url}}/${parts.join("/")}`,
        host: ["{{url}}"],
        path: parts,
        variable: parts.filter((part) => part.startsWith(":")).map((part) => ({ key: part.slice(1), value: "" })),
      },
      ...(body !== undefined && {
        header: [{ key: "Content-Type", value: "application/json" }],
        body: { mode: "raw", raw: JSON.stringify(example, null, 2), options: { raw: { language: "json" } } },
      }),
    },
  };
}
