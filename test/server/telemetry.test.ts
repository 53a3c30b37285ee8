import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EscalationPage, RunView } from "../../src/contracts/api/run.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import { contentHash } from "../../src/plan/hash.ts";
import { parseExposition } from "../support/exposition.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";
import { collectSpans } from "../support/span-collector.ts";

// Uses the OpenTelemetry SDK, loaded before the service starts.
const collected = collectSpans();
let world: ServerWorld;
let key: string;

beforeAll(async () => {
  world = await openServerWorld();
  key = await world.key("acme", ["admin"]);
});
afterAll(() => world.stop());
beforeEach(() => collected.reset());

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";
const patient = { timeout: 10_000 };
const headers = { traceparent: `00-${traceId}-${spanId}-01` };

async function carriedOut(body: object): Promise<string> {
  const response = await world.call("startRun", { body, headers }, key);
  const { run_id: runId } = (await response.json()) as RunView;
  await world.planwright.runs.settled({ tenant: "acme", runId });
  await expect.poll(() => collected.spans().map(({ name }) => name), patient).toContain("invoke_workflow");
  return runId;
}

describe("a request to plan", () => {
  it("is a server span in the caller's trace, with the planning inside it", async () => {
    await world.call("plan", { body: serviceExamples.request, headers }, key);
    const server = collected.named("POST /plan");
    expect(server.kind).toBe(SpanKind.SERVER);
    expect(server.spanContext().traceId).toBe(traceId);
    expect(server.parentSpanContext?.spanId).toBe(spanId);
    expect(server.attributes).toMatchObject({
      "http.request.method": "POST",
      "http.route": "/plan",
      "http.response.status_code": 200,
    });
    const plan = collected.named("plan memo:grammar");
    expect(plan.parentSpanContext?.spanId).toBe(server.spanContext().spanId);
    expect(plan.attributes).toEqual({
      "gen_ai.operation.name": "plan",
      "planwright.planner.id": "memo:grammar",
      "planwright.planner.version": expect.stringMatching(/^\d+\.\d+\.\d+/),
      "planwright.planner.determinism": "full",
      "planwright.surface": "service",
      "planwright.tools.count": expect.any(Number),
      "planwright.plan.outcome": "planned",
      "planwright.plan.confidence": expect.any(Number),
      "planwright.plan.deterministic": true,
      "planwright.plan.steps": 3,
    });
  });

  it("without a result fails with its code", async () => {
    await world.call("planStructured", { body: { goal: "!!!" } }, key);
    const plan = collected.named("plan memo:grammar");
    expect(plan.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(plan.attributes["error.type"]).toBe(plan.attributes["planwright.plan.outcome"]);
    expect(collected.named("POST /plan/structured").status.code).toBe(SpanStatusCode.UNSET);
  });

  it("starts its own trace for an invalid header", async () => {
    await world.call("plan", { body: serviceExamples.request, headers: { traceparent: "nonsense" } }, key);
    expect(collected.named("POST /plan").parentSpanContext).toBeUndefined();
  });
});

describe("a run", () => {
  it("joins the trace of the request that started it, with every call", async () => {
    const runId = await carriedOut(serviceExamples.response);
    const server = collected.named("POST /runs");
    const run = collected.named("invoke_workflow");
    expect(run.kind).toBe(SpanKind.CONSUMER);
    expect(run.spanContext().traceId).toBe(traceId);
    expect(run.parentSpanContext?.spanId).toBe(server.spanContext().spanId);
    expect(run.attributes).toMatchObject({ "planwright.run.id": runId, "planwright.run.status": "completed" });
    const call = collected.named("execute_tool create_purchase_order");
    expect(call.kind).toBe(SpanKind.INTERNAL);
    expect(call.parentSpanContext?.spanId).toBe(run.spanContext().spanId);
    expect(call.attributes).toMatchObject({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "create_purchase_order",
      "planwright.effect": "additive",
      "planwright.attempt": 1,
      "planwright.outcome": "ok",
      "planwright.args.hash": expect.stringMatching(/^[\da-f]{16}$/),
    });
  });

  it("stays in that trace after an operator's decision", async () => {
    const manual = { steps: [{ id: "s1", kind: "action", action: "sign the papers", mode: "manual" }] };
    const runId = await carriedOut(manual);
    const open = (await (await world.call("listEscalations", {}, key)).json()) as EscalationPage;
    const [{ escalation_id: id } = { escalation_id: "" }] = open.escalations.filter(({ run_id }) => run_id === runId);
    await world.call("decideEscalation", { params: { id }, body: { choice: "skip" } }, key);
    const legs = () => collected.spans().filter(({ name }) => name === "invoke_workflow");
    await expect.poll(() => legs().length, patient).toBe(2);
    expect(legs().map((span) => span.spanContext().traceId)).toEqual([traceId, traceId]);
  });
});

describe("a verb call", () => {
  const call = (verb_id: string, payload: object) =>
    world.call("executeVerb", { body: { verb_id, payload, request_id: "q1", caller: "test" } }, key);

  it("records the code of a failure but not its message", async () => {
    await call("quote_lookup", { quote_id: 7 });
    const span = collected.named("execute_tool quote_lookup");
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span.attributes).toMatchObject({ "error.type": "invalid_payload", "planwright.outcome": "invalid_payload" });
    expect(span.attributes["planwright.args.hash"]).toBe(contentHash({ quote_id: 7 }));
    expect(span.events).toEqual([]);
  });

  it("does not record the name of an unknown verb", async () => {
    await call("my-private-words", {});
    expect(JSON.stringify(collected.spans().map(({ name, attributes }) => [name, attributes]))).not.toContain(
      "private",
    );
    expect(collected.named("execute_tool").attributes["error.type"]).toBe("unknown_verb");
  });
});

describe("content without opt-in", () => {
  it("is in no span: no goal, argument, output or key", async () => {
    await world.call("plan", { body: serviceExamples.request, headers }, key);
    await carriedOut(serviceExamples.response);
    await world.call("searchKnowledge", { query: { q: "confidential words" } }, key);
    const text = JSON.stringify(collected.spans().map(({ name, attributes, events }) => [name, attributes, events]));
    for (const content of ["Q-0192", "purchase order", "confidential", "PO-", key]) expect(text).not.toContain(content);
  });
});

describe("GET /metrics", () => {
  it("has metrics for plans, verb calls, runs, the queue, the plan cache and the process", async () => {
    await world.call("plan", { body: serviceExamples.request }, key);
    await carriedOut(serviceExamples.response);
    const { families } = parseExposition(await (await world.call("metrics", {}, key)).text());
    const sample = (name: string, labels: object = {}) =>
      families.get(name)?.samples.find((one) => JSON.stringify(one.labels) === JSON.stringify(labels))?.value;
    expect(sample("planwright_plans_total", { planner: "memo:grammar", outcome: "planned" })).toBeGreaterThan(0);
    expect(sample("planwright_verb_calls_total", { verb: "quote_lookup", outcome: "ok" })).toBeGreaterThan(0);
    expect(sample("planwright_verb_calls_total", { verb: "unknown", outcome: "unknown_verb" })).toBe(1);
    expect(sample("planwright_runs_ended_total", { status: "completed" })).toBeGreaterThan(0);
    expect(sample("planwright_memo_hits_total")).toBeGreaterThan(0);
    expect(sample("planwright_memo_misses_total")).toBe(1);
    expect(sample("planwright_queue_depth")).toBe(0);
    expect(sample("planwright_runs_active")).toBe(0);
    expect(sample("process_resident_memory_bytes")).toBeGreaterThan(0);
    expect(families.get("planwright_plan_seconds")?.type).toBe("histogram");
    expect(families.get("planwright_verb_seconds")?.type).toBe("histogram");
  });
});
