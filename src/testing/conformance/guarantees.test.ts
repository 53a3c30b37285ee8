import { describe, expect, it } from "vitest";
import { determinismExamples } from "../../contracts/determinism/examples.ts";
import { PlannerInput } from "../../contracts/determinism/planner.ts";
import { reactExamples } from "../../contracts/react/examples.ts";
import { serviceExamples } from "../../contracts/service/examples.ts";
import { validateDocument } from "../../contracts/validate-document.ts";
import { planInputHash } from "../../plan/hash.ts";
import type { Json } from "../../plan/json.ts";
import { type Finding, kitContracts } from "./finding.ts";
import { checkGuarantees } from "./guarantees.ts";
import type { SendRequest } from "./send-request.ts";

type Answer = { status?: number; body?: Json };
type Server = Record<string, (body: Json, query: URLSearchParams) => Answer>;

const asked = (body: Json, name: string): Json => (body as { [name: string]: Json })[name] ?? null;
const event = (id: string): Json => ({
  id,
  run_id: id,
  seq: 1,
  key: id,
  at: "2026-01-01T00:00:00Z",
  fact: { kind: "attempt" },
});
const downgraded: Json = {
  task_summary: "Call it",
  steps: [
    {
      step_id: "step_1",
      title: "Call",
      description: "no_such_tool is not available",
      dependencies: [],
      deliverable: "A note instead of no_such_tool",
      acceptance: "There is a note",
      tool: { name: "echo_tool", args: { text: "no_such_tool" } },
    },
  ],
  assumptions: [],
  risks: [],
};
const record = {
  ...reactExamples.runRecord,
  goal: { description: "Say that it is 2026-01-01T00:00:00Z" },
  result_summary: {
    final_answer_excerpt: "It is.",
    notifications_sent: false,
    outputs: [{ output: "notify_hub", state: "kept" }],
  },
};

/** A server that answers exactly what the guarantees ask for. */
const good: Server = {
  "POST /plan": (body) => {
    const hasCompany = JSON.stringify(asked(body, "context")).includes("company_id");
    const missing = [{ type: "message", payload: { metadata: { missing: ["context.company_id"] } } }];
    return { body: hasCompany ? serviceExamples.response : { steps: missing } };
  },
  "GET /healthz": () => ({ body: { status: "ok" } }),
  "POST /runs": () => ({ status: 202, body: { run_id: "r1" } }),
  "GET /runs/r1": () => ({
    body: {
      run: { status: "completed", task_status: "PARTIAL" },
      results: [{ degraded: true, degraded_from: "no_such_tool" }],
    },
  }),
  "GET /planner/sessions/9007199/steps/step-1/events": (_, query) => {
    if (query.get("limit") === null) return { body: { events: [event("a"), event("b")], has_more: false } };
    if (query.get("after") === null) return { body: { events: [event("a")], next_after: "a", has_more: true } };
    return { body: { events: [event("b")], has_more: false } };
  },
  "POST /plan/validate": (body) => ({
    body: { valid: validateDocument("structured", asked(body, "plan"), { stepCount: countOf(body) }).ok, issues: [] },
  }),
  "POST /plan/structured": () => ({ body: downgraded }),
  "GET /planners": () => ({ body: determinismExamples.registry }),
  "POST /planners/stub/plan": (body) =>
    asked(body, "goal") === " "
      ? { status: 422, body: { ...determinismExamples.error, code: "PLANNER_INVALID_GOAL" } }
      : { body: determinismExamples.output },
  "POST /planners/claude/plan": (body) => good["POST /planners/stub/plan"]?.(body, new URLSearchParams()) ?? {},
  "POST /plan/input-hash": (body) => {
    const { agent_id: agentId, goal, context_summary: contextSummary = null, now, zone } = PlannerInput.parse(body);
    const time = { now: now ?? undefined, zone: zone ?? undefined };
    return { body: { plan_input_hash: planInputHash({ agentId, goal, contextSummary, ...time }) } };
  },
  "POST /replay": () => ({ status: 404 }),
  "GET /agents": () => ({ body: reactExamples.agentList }),
  "PUT /agents/agent.conformance": (body) => ({ status: JSON.stringify(body).includes("nothing.at_all") ? 422 : 200 }),
  "DELETE /agents/agent.conformance": () => ({}),
  "POST /agents/agent.conformance/run-once": () => ({ body: record }),
};

function countOf(body: Json): number | undefined {
  const count = asked(body, "step_count");
  return typeof count === "number" ? count : undefined;
}

async function outcomesOf(server: Server): Promise<string[]> {
  const ask: SendRequest = async ({ method, path, body }) => {
    const { pathname, searchParams } = new URL(path, "http://small.test");
    const json = typeof body === "object" ? (JSON.parse(JSON.stringify(body.json ?? null)) as Json) : null;
    const { status = 200, body: answer } = server[`${method} ${pathname}`]?.(json, searchParams) ?? { status: 404 };
    return { status, text: JSON.stringify(answer) ?? "", json: answer, ms: 0 };
  };
  const findings: Finding[] = [];
  for await (const finding of checkGuarantees(ask, kitContracts)) findings.push(finding);
  return findings.filter(({ outcome }) => outcome !== "kept").map(({ check, outcome }) => `${outcome}: ${check}`);
}

describe("the guarantees", () => {
  it("are kept by a server that does what they ask for", async () => {
    expect(await outcomesOf(good)).toEqual([]);
  });

  it("are absent where the server has no such endpoint", async () => {
    const found = await outcomesOf({ "POST /replay": () => ({ status: 404 }) });
    expect(found.every((line) => line.startsWith("absent: "))).toBe(true);
  });

  const summary = (changed: Json): Json => ({ ...record, result_summary: changed });
  it.each<[string, Server, string]>([
    [
      "a rationale of no words",
      { "POST /plan": () => ({ body: { ...serviceExamples.response, metadata: { model: "m", rationale: "-" } } }) },
      "a rationale, where there is one, is a sentence",
    ],
    [
      "a plan of words alone without a company",
      { "POST /plan": () => ({ body: { steps: [{ type: "message", payload: { content: "No." } }] } }) },
      "without company_id, uses generic tools or asks for the company",
    ],
    [
      "pages that repeat an event",
      {
        "GET /planner/sessions/9007199/steps/step-1/events": (_, query) => ({
          body: {
            events: [event("a"), event("b")],
            has_more: query.has("limit") && !query.has("after"),
            next_after: "a",
          },
        }),
      },
      "replays the events of a step page by page",
    ],
    [
      "a validator that accepts anything",
      { "POST /plan/validate": () => ({ body: { valid: true, issues: [] } }) },
      "accepts references to a step, its output and a field, and refuses drifted ones",
    ],
    [
      "a silent downgrade",
      {
        "POST /plan/structured": () => ({
          body: JSON.parse(JSON.stringify(downgraded).replaceAll("no_such_tool", "it")),
        }),
      },
      "documents the downgrade of a tool that is not available",
    ],
    [
      "a downgraded run that is COMPLETED",
      { "GET /runs/r1": () => ({ body: { run: { status: "completed", task_status: "COMPLETED" }, results: [] } }) },
      "marks a downgraded step as degraded and the task as PARTIAL",
    ],
    [
      "a registry that is a list",
      { "GET /planners": () => ({ body: [{ id: "stub" }] }) },
      "lists planners by id, with class, determinism and cost_model",
    ],
    [
      "an error without details",
      { "POST /planners/stub/plan": () => ({ status: 422, body: { code: "PLANNER_INVALID_GOAL", message: "No." } }) },
      "answers an empty goal with a structured error",
    ],
    [
      "a hash that is blind to the time",
      {
        "POST /plan/input-hash": (body) => {
          const { now: _, zone: __, ...rest } = body as Record<string, Json>;
          return good["POST /plan/input-hash"]?.(rest, new URLSearchParams()) ?? {};
        },
      },
      "hashes the contract's inputs, and the time only where it is given",
    ],
    ["a list of agents that is bare", { "GET /agents": () => ({ body: [] }) }, "lists agents with their status"],
    [
      "a template that nobody checks",
      { "PUT /agents/agent.conformance": () => ({}) },
      "refuses a goal template with an unknown name",
    ],
    [
      "a raw template as the goal",
      {
        "POST /agents/agent.conformance/run-once": () => ({
          body: { ...record, goal: { description: "Say that it is {{now}}" } },
        }),
      },
      "fills in the goal, and records what became of every output",
    ],
    [
      "a notice of level 0 that was sent",
      {
        "POST /agents/agent.conformance/run-once": () => ({
          body: summary({ final_answer_excerpt: "It is.", notifications_sent: true, outputs: [] }),
        }),
      },
      "fills in the goal, and records what became of every output",
    ],
  ])("find %s", async (_, changed, check) => {
    expect(await outcomesOf({ ...good, ...changed })).toContain(`broken: ${check}`);
  });
});
