import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  Escalation,
  RunDetail,
  RunDiff,
  RunPage,
  RunView,
  SessionStepEvents,
  StepInputs,
} from "../../src/contracts/api/run.ts";
import type { RouteName } from "../../src/contracts/api/routes.ts";
import { Problem } from "../../src/contracts/problem.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import { structuredExamples } from "../../src/contracts/structured/examples.ts";
import { type Call, openServerWorld, type ServerWorld } from "../support/server-world.ts";

let world: ServerWorld;
let key: string;

beforeAll(async () => {
  world = await openServerWorld();
  key = await world.key("acme", ["admin"]);
});
afterAll(() => world.stop());

const message = { steps: [{ id: "s1", kind: "message", channel: "assistant", content: "hello" }] };
const manual = { steps: [{ id: "s1", kind: "action", action: "sign the papers", mode: "manual" }] };

async function good<T>(name: RouteName, call: Call): Promise<T> {
  const response = await world.call(name, call, key);
  expect([200, 201, 202]).toContain(response.status);
  return (await response.json()) as T; // the route's response schema
}

async function refusal(name: RouteName, call: Call): Promise<[number, string]> {
  const response = await world.call(name, call, key);
  return [response.status, Problem.parse(await response.json()).code];
}

async function carried(body: object): Promise<string> {
  const { run_id: runId } = await good<RunView>("startRun", { body });
  await world.planwright.runs.settled({ tenant: "acme", runId });
  return runId;
}

const detail = (id: string): Promise<RunDetail> => good<RunDetail>("getRun", { params: { id } });

describe("POST /runs", () => {
  it("runs the contract's example response", async () => {
    const { run, results } = await detail(await carried(serviceExamples.response));
    expect(run).toMatchObject({ status: "completed", task_status: "COMPLETED" });
    expect(results[2]).toMatchObject({ ok: true, output: { summary: "PO draft ready" } });
    expect(JSON.stringify(results[2])).toMatch(/PO-\d+/);
  });

  it("keeps the priority that was asked for, and refuses one that does not exist", async () => {
    const { run } = await detail(await carried({ plan: message, priority: "high" }));
    expect(run).toMatchObject({ status: "completed", priority: "high" });
    expect((await detail(await carried(message))).run.priority).toBe("normal");
    expect(await refusal("startRun", { body: { plan: message, priority: "urgent" } })).toEqual([422, "INVALID_INPUT"]);
  });

  it.each([
    ["a plan in an envelope", { plan: { steps: [{ id: "s1", kind: "tool", tool: "fly" }] } }, "/plan/steps/0/tool", ""],
    ["a misspelt field beside the plan", { plan: message, run_ta: "2030-01-01T00:00:00Z" }, "/run_ta", "run_at"],
    ["a start without a plan", { run_at: "2030-01-01T00:00:00Z" }, "/plan", ""],
  ])("points to the fault in the body of %s", async (_, body, pointer, hint) => {
    const { errors = [] } = Problem.parse(await (await world.call("startRun", { body }, key)).json());
    expect(errors).toMatchObject([{ pointer, hint: expect.stringContaining(hint) }]);
  });

  it("runs a plan of POST /plan", async () => {
    const plan = await good<object>("plan", { body: serviceExamples.request });
    const { run, effects } = await detail(await carried(plan));
    expect(run.status).toBe("completed");
    expect(effects).toMatchObject([{ verb_id: "create_purchase_order", state: "confirmed" }]);
  });

  it("replays the events of a step over the runs of its session", async () => {
    const plan = { ...serviceExamples.response, session_id: 77 };
    const ids = [await carried(plan)];
    world.clock.advance(1);
    ids.push(await carried(plan));
    const eventsOf = (query: Record<string, string> = {}) =>
      good<SessionStepEvents>("sessionStepEvents", { params: { session: "77", step: "step-1" }, query });
    const all = await eventsOf();
    expect(all.events.map(({ run_id: run, fact }) => [run, fact["kind"]])).toEqual(ids.map((id) => [id, "attempt"]));
    const first = await eventsOf({ limit: "1" });
    expect(first).toMatchObject({ has_more: true, next_after: all.events[0]?.id });
    expect((await eventsOf({ after: first.next_after ?? "" })).events).toEqual(all.events.slice(1));
    expect(
      (await good<SessionStepEvents>("sessionStepEvents", { params: { session: "78", step: "step-1" } })).events,
    ).toEqual([]);
  });

  it("informs the person when a step fails", async () => {
    const [first] = serviceExamples.response.steps;
    const missing = { ...first, payload: { ...first?.payload, arguments: { quote_id: "Q-9999" } } };
    const steps = [missing, ...serviceExamples.response.steps.slice(1)];
    const { results } = await detail(await carried({ ...serviceExamples.response, steps }));
    expect(results[2]).toMatchObject({ skipped: true, reason: "dependency", output: { channel: "assistant" } });
    expect(JSON.stringify(results[2])).toContain("This did not work: Fetch quote Q-0192 details.");
  });

  it.each([
    ["an undeclared query", { query: "nothing" }, "/steps/0/payload/query"],
    ["an unknown endpoint", { query: "nothing", target: "api" }, "/steps/0/payload/query"],
  ])("refuses %s when the run is accepted", async (_, lookup, pointer) => {
    const payload = { target: "database", ...lookup };
    const steps = [{ id: "step-1", type: "lookup", description: "Look it up", payload }];
    const response = await world.call("startRun", { body: { ...serviceExamples.response, steps } }, key);
    expect(response.status).toBe(422);
    expect(Problem.parse(await response.json()).errors).toMatchObject([{ pointer }]);
  });

  it("runs a structured plan", async () => {
    expect((await detail(await carried(structuredExamples.plan))).run.task_status).toBe("COMPLETED");
  });

  it.each([
    ["nothing", {}],
    ["a step of no kind", { steps: [{ id: "s1" }] }],
    ["a tool nobody has", { steps: [{ id: "s1", kind: "tool", tool: "fly" }] }],
    ["a step that waits for itself", { steps: [{ ...message.steps[0], dependsOn: ["s1"] }] }],
  ])("refuses %s as a plan, and starts nothing", async (_, body) => {
    const before = await good<RunPage>("listRuns", {});
    expect(await refusal("startRun", { body })).toEqual([422, "INVALID_PLAN"]);
    expect(await good<RunPage>("listRuns", {})).toEqual(before);
  });
});

describe("GET /runs", () => {
  it("lists every run once, page by page, newest first", async () => {
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      world.clock.advance(1);
      made.push(await carried(message));
    }
    const all = (await good<RunPage>("listRuns", { query: { limit: "200" } })).runs.map(({ run_id }) => run_id);
    expect(all.slice(0, 5)).toEqual(made.toReversed());
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const query: Record<string, string> = cursor === undefined ? { limit: "2" } : { limit: "2", cursor };
      const page: RunPage = await good<RunPage>("listRuns", { query });
      seen.push(...page.runs.map(({ run_id }) => run_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(all);
  });

  it("filters by status", async () => {
    const waiting = await carried(manual);
    const page = await good<RunPage>("listRuns", { query: { status: "waiting" } });
    expect(page.runs.map(({ run_id }) => run_id)).toEqual([waiting]);
    await good("cancelRun", { params: { id: waiting }, body: {} });
  });

  it.each<Record<string, string>>([
    { limit: "0" },
    { limit: "201" },
    { limit: "many" },
    { status: "asleep" },
    { page: "2" },
    { cursor: "" },
  ])("refuses %j", async (query) => {
    expect(await refusal("listRuns", { query })).toEqual([422, "INVALID_INPUT"]);
  });

  it.each([
    "listRuns",
    "listDrafts",
    "listQueries",
    "listPlans",
    "listLessons",
    "listAgentRuns",
    "listDecisions",
    "listNotices",
    "listCollapse",
  ] as const)("refuses a forged cursor of %s", async (route) => {
    const query = { cursor: "019a0000-0000-7000-8000-000000000000" };
    expect(await refusal(route, { params: { id: "agent.a" }, query })).toEqual([400, "INVALID_CURSOR"]);
  });

  it("rejects a repeated parameter", async () => {
    const response = await world.app.request("/runs?limit=1&limit=2", { headers: { authorization: `Bearer ${key}` } });
    expect(response.status).toBe(422);
  });
});

describe("a run that waits for an operator", () => {
  const open = async (): Promise<{ id: string; escalation: Escalation }> => {
    const id = await carried(manual);
    const { escalations } = await detail(id);
    const [escalation] = escalations;
    if (escalation === undefined) throw new Error("it asks nothing");
    return { id, escalation };
  };

  it("is listed as an escalation until it is decided, then continues", async () => {
    const { id, escalation } = await open();
    const { escalations } = await good<{ escalations: Escalation[] }>("listEscalations", {});
    expect(escalations).toContainEqual(escalation);
    const body = { escalation_id: escalation.escalation_id, decision: { choice: "done", output: { signed: true } } };
    expect(await good<Escalation>("signalRun", { params: { id }, body })).toMatchObject({ state: "decided" });
    await world.planwright.runs.settled({ tenant: "acme", runId: id });
    expect((await detail(id)).run.status).toBe("completed");
    expect(await good("listEscalations", {})).toEqual({ escalations: [] });
  });

  it("can be decided by the escalation's route, once", async () => {
    const { escalation } = await open();
    const params = { id: escalation.escalation_id };
    await good("decideEscalation", { params, body: { choice: "abort" } });
    expect(await refusal("decideEscalation", { params, body: { choice: "retry" } })).toEqual([409, "CONFLICT"]);
  });

  it("rejects a choice that was not offered and a decision of another run", async () => {
    const { id, escalation } = await open();
    const { escalation_id } = escalation;
    const other = await carried(message);
    const wrong = { escalation_id, decision: { choice: "resend" } };
    expect(escalation.choices).not.toContain("resend");
    expect(await refusal("signalRun", { params: { id }, body: wrong })).toEqual([422, "INVALID_INPUT"]);
    const elsewhere = { escalation_id, decision: { choice: "skip" } };
    expect(await refusal("signalRun", { params: { id: other }, body: elsewhere })).toEqual([404, "NOT_FOUND"]);
    await good("cancelRun", { params: { id }, body: {} });
  });

  it("can be cancelled once", async () => {
    const { id } = await open();
    await good("cancelRun", { params: { id }, body: { reason: "no longer needed" } });
    await world.planwright.runs.settled({ tenant: "acme", runId: id });
    expect((await detail(id)).run.status).toBe("cancelled");
    expect(await refusal("cancelRun", { params: { id }, body: {} })).toEqual([409, "RUN_FINISHED"]);
  });
});

describe("a finished run", () => {
  it("can be rerun from a step with other arguments, linked to the first run", async () => {
    const id = await carried(structuredExamples.plan);
    const again = await good<RunView>("rerun", {
      params: { id },
      body: { from_step: "step_2", args: { text: "again" } },
    });
    expect(again.origin).toEqual({ kind: "rerun", run_id: id, step_id: "step_2", draft_id: null, plan: null });
    await world.planwright.runs.settled({ tenant: "acme", runId: again.run_id });
    expect(JSON.stringify((await detail(again.run_id)).results)).toContain('"again"');
    expect(await refusal("rerun", { params: { id }, body: { from_step: "nine" } })).toEqual([422, "INVALID_INPUT"]);
  });

  it.each(["dry_run", "mock_replay", "full_replay"])("matches its record in a %s", async (mode) => {
    const id = await carried(serviceExamples.response);
    expect(await good("replay", { body: { run_id: id, mode } })).toMatchObject({ run_id: id, mode, matches: true });
  });
});

describe("an unknown id", () => {
  const params = { id: "nobody" };
  it.each<[RouteName, Call]>([
    ["getRun", { params }],
    ["cancelRun", { params }],
    ["rerun", { params, body: { from_step: "s1" } }],
    ["runEvents", { params }],
    ["signalRun", { params, body: { escalation_id: "e", decision: { choice: "skip" } } }],
    ["decideEscalation", { params, body: { choice: "skip" } }],
    ["replay", { body: { run_id: "nobody" } }],
    ["getTool", { params }],
    ["removeKnowledge", { params: { source: "nobody" } }],
  ])("is 404: %s", async (name, call) => {
    expect(await refusal(name, call)).toEqual([404, "NOT_FOUND"]);
  });
});

describe("tools, verbs and knowledge", () => {
  it("lists the tools as getTool returns them, and suggests names", async () => {
    const { tools, manifest_hash } = await good<{ tools: { name: string }[]; manifest_hash: string }>("listTools", {});
    expect(manifest_hash).toMatch(/^[\da-f]{64}$/);
    const quote = tools.find(({ name }) => name === "quote_lookup");
    expect(await good("getTool", { params: { id: "quote_lookup" } })).toEqual(quote);
    const response = await world.call("getTool", { params: { id: "quote_lokup" } }, key);
    expect(Problem.parse(await response.json()).detail).toContain("Did you mean quote_lookup?");
  });

  it("executes a verb, and answers a failure in the contract's form", async () => {
    const call = { verb_id: "quote_lookup", payload: { quote_id: "Q-0192" }, request_id: "r1", caller: "test" };
    expect(await good("executeVerb", { body: call })).toMatchObject({ ok: true, output: { quote_id: "Q-0192" } });
    expect(await good("executeVerb", { body: { ...call, payload: {} } })).toMatchObject({
      ok: false,
      error: { code: "invalid_payload" },
    });
  });

  it("adds, finds, lists and removes a document with any name", async () => {
    const source = "a/b c?d=#%2F ё.md";
    await good("addKnowledge", { body: { source, content: "# Wombats\n\nWombats dig at night.", format: "markdown" } });
    const { hits } = await good<{ hits: object[] }>("searchKnowledge", { query: { q: "wombat dig" } });
    expect(hits).toMatchObject([{ source, heading: "Wombats" }]);
    expect(await good("removeKnowledge", { params: { source } })).toMatchObject({ source });
    expect(await good("listKnowledge", {})).toEqual({ documents: [] });
  });
});

describe("GET /runs/{id}/steps/{step}/inputs", () => {
  it("returns the step's arguments with resolved references", async () => {
    const plan = await good<object>("plan", { body: serviceExamples.request });
    const id = await carried(plan);
    const { plan: stored } = await detail(id);
    const steps = stored["steps"] as { id: string; args: object }[]; // the plan's steps
    const inputs = await Promise.all(
      steps.slice(0, 2).map(({ id: step }) => good<StepInputs>("stepInputs", { params: { id, step } })),
    );
    expect(inputs[0]).toMatchObject({ tool: "quote_lookup", inputs: [{ item: null, args: { quote_id: "Q-0192" } }] });
    expect(JSON.stringify(inputs[1])).not.toContain("{{");
  });

  it("answers 404 for an unknown step", async () => {
    expect(await refusal("stepInputs", { params: { id: await carried(message), step: "s9" } })).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });
});

describe("GET /runs/{id}/diff/{other}", () => {
  it("is empty for equal runs, and otherwise names the differences", async () => {
    const [one, same] = [await carried(message), await carried(message)];
    const other = await carried({ steps: [{ ...message.steps[0], content: "good bye" }] });
    expect((await good<RunDiff>("diffRuns", { params: { id: one, other: same } })).differences).toEqual([]);
    expect((await good<RunDiff>("diffRuns", { params: { id: one, other } })).differences).toEqual([
      { part: "plan", kind: "changed", pointer: "/steps/0/content", before: "hello", after: "good bye" },
      { part: "results", kind: "changed", pointer: "/0/output/content", before: "hello", after: "good bye" },
    ]);
    expect(await refusal("diffRuns", { params: { id: one, other: "nowhere" } })).toEqual([404, "NOT_FOUND"]);
  });
});

describe("a run in the list", () => {
  it("has a one-line summary with tools and arguments", async () => {
    const id = await carried(await good<object>("plan", { body: serviceExamples.request }));
    const { runs } = await good<RunPage>("listRuns", { query: { limit: "200" } });
    const row = runs.find(({ run_id }) => run_id === id);
    expect(row?.title).toMatch(/^Quote lookup Q-0192 → Create purchase order/);
    expect(row?.steps).toBe(3);
  });
});
