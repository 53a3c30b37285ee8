import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { determinismExamples } from "../../src/contracts/determinism/examples.ts";
import { Problem } from "../../src/contracts/problem.ts";
import { reactExamples } from "../../src/contracts/react/examples.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import { structuredExamples } from "../../src/contracts/structured/examples.ts";
import { json } from "../support/arbitraries/json.ts";
import { change, walk } from "../../src/testing/conformance/mutation.ts";
import { type Operation, operations } from "../support/openapi-document.ts";
import { schemaArbitrary } from "../support/schema-arbitrary.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// 10,000 requests generated from the OpenAPI document, valid and mutated: the server always answers in time, never with
// 5xx, and with a documented response or a problem.
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
const runsOfSeed = 1250;
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const checks = new Map(operations.map(({ operationId, answer }) => [operationId, ajv.compile(answer.schema)]));

let world: ServerWorld;
let key: string;

beforeAll(async () => {
  world = await openServerWorld(undefined, { limits: { rate: { requests: 1e9, windowMs: 1000 } } });
  key = await world.key("acme", ["admin"]);
  await prepare();
});
afterAll(() => world.stop());

/** Finished and waiting runs, their escalations and a document, as targets of requests. */
async function prepare(): Promise<void> {
  const manual = { steps: [{ id: "s1", kind: "action", action: "sign", mode: "manual" }] };
  for (const body of [structuredExamples.plan, ...Array.from({ length: 9 }, () => manual)]) {
    const response = await world.call("startRun", { body }, key);
    const { run_id: runId } = (await response.json()) as { run_id: string }; // the route's response schema
    await world.planwright.runs.settled({ tenant: "acme", runId });
    ids.runs.push(runId);
  }
  const waits = await world.planwright.store.waits("acme", "open");
  ids.escalations.push(...waits.map(({ id }) => id));
  for (const source of ids.kb) await world.call("addKnowledge", { body: { source, content: "Grammar." } }, key);
  for (const id of ids["plan/react"])
    await world.call("planReact", { body: { ...reactExamples.request, request_id: id } }, key);
  await prepareDrafts();
  for (const id of ids.agents) await world.call("putAgent", { params: { id }, body: { ...profile, id } }, key);
  const ran = await world.call("runAgentOnce", { params: { id: "agent.b" }, body: {} }, key);
  agentRuns.push(((await ran.json()) as { run_id: string }).run_id); // the route's response schema
  const { notices } = await world.planwright.agents.notices("acme", { limit: 10 });
  ids.notices.push(...notices.map(({ notice_id }) => notice_id));
  examples["signalRun"] = waits.map(({ id }) => ({ escalation_id: id, decision: { choice: "skip" } }));
  examples["replay"] = [{ run_id: ids.runs[0] }];
  for (const name of ids.plans) await world.call("putPlan", { params: { name }, body: greeting }, key);
  const response = await world.call("teachLesson", { body: lesson }, key);
  const { lesson: taught } = (await response.json()) as { lesson: { id: string } }; // the route's response schema
  ids.lessons.push(taught.id);
}

/** Drafts of the same plan, so that a valid decision for one is valid for all. */
async function prepareDrafts(): Promise<void> {
  for (let made = 0; made < 12; made += 1) {
    const response = await world.call("createDraft", { body: { plan: actionPlan } }, key);
    const { draft: view } = (await response.json()) as { draft: { draft: { draft_id: string }; action_hash: string } };
    ids.drafts.push(view.draft.draft_id);
    const shown = { revision: 1, action_hash: view.action_hash };
    for (const name of ["applyDraft", "cancelDraft"]) examples[name] = [shown];
    examples["editDraft"] = [{ ...shown, actions: [{ action_id: "a1", args: { text: "other" } }] }];
  }
}

const actionPlan = {
  plan_id: "p1",
  intent: "mutate",
  domain: "unknown",
  summary: "Add a vendor",
  language: "en",
  inputs: { raw_text: "add a vendor" },
  entities: [],
  actions: [
    {
      toolkit: "erp",
      tool_slug: "create_vendor",
      args: { name: "Bolt House", email: "hi@bolt.example" },
      read_only: false,
      idempotency_scope: "erp:create_vendor:bolt-house",
      preview: "Add Bolt House",
    },
  ],
  needs_clarification: [],
  risks: [],
};

const greeting = { plan: { steps: [{ id: "s1", kind: "message", channel: "assistant", content: "Hello" }] } };
const lesson = {
  request: "peek at the bolts shelf",
  plan: { steps: [{ id: "s1", kind: "tool", tool: "inventory_lookup", args: { query: "bolts" } }] },
};

const profile = {
  id: "agent.a",
  description: "Looks at the shelf.",
  goal_template: { type: "agent_task", description: "what do we have in stock of bolts" },
  toolset: ["inventory_lookup"],
  triggers: { events: [{ channel: "shelf" }], state: [{ selector: "stock.bolts", op: "<", value: 1 }] },
  outputs: { notify_hub: { enabled: true } },
};

/** Path parameters by the first segment. */
const ids = {
  runs: new Array<string>(),
  escalations: new Array<string>(),
  planners: ["stub", "grammar", "memo:grammar"],
  tools: ["echo_tool", "quote_lookup"],
  packs: ["small-business"],
  kb: ["a.txt", "b/c d.txt"],
  "plan/react": ["asked-1", "asked/2"],
  drafts: new Array<string>(),
  "agents/{id}/runs": ["agent.b"],
  // Some are removed soon.
  agents: ["a", "b", "c", "d", "e", "f", "g", "h"].map((letter) => `agent.${letter}`),
  notices: new Array<string>(),
  state: ["stock", "stock.bolts"],
  chat: ["c1", "c2"],
  plans: ["greet", "greet-again"],
  lessons: new Array<string>(),
};

const agentRuns = new Array<string>();

/** Texts with a meaning in the workspace. */
const words = [
  ...ids.planners,
  ...ids.tools,
  "step-1",
  "step_1",
  "s1",
  "Q-0192",
  "Generate a purchase order from quote Q-0192",
  "{{results.x}}",
  "$step_1.output",
  "constructor",
  "__proto__",
];

const examples: Record<string, readonly unknown[]> = {
  plan: [serviceExamples.request],
  planReact: [reactExamples.request],
  planWith: [determinismExamples.input],
  startRun: [serviceExamples.response, structuredExamples.plan, determinismExamples.plan],
  previewRun: [structuredExamples.plan, determinismExamples.plan],
  explainPlan: [{ goal: serviceExamples.request.message }],
  validatePlan: [{ contract: "structured", plan: structuredExamples.plan }],
  rerun: [{ from_step: "step_2" }, { from_step: "s1" }],
  planActions: [{ text: "Переведи сделку Ромашка в paused" }],
  createDraft: [{ plan: actionPlan }, { text: "pipeline" }],
  chat: [{ conversation: "c1", input: { kind: "message", text: "pipeline" } }],
  putAgent: [profile],
  runAgentOnce: [{}, { force: true }],
  publishEvent: [{ channel: "shelf", payload: { n: 1 } }],
  putState: [{ value: 3 }],
  putPlan: [greeting],
  runPlan: [{}],
  schedulePlan: [{ cron: "0 9 * * 1" }],
  teachLesson: [{ ...lesson, dry_run: true }],
};

type FuzzRequest = { operation: Operation; path: string; headers: Record<string, string>; body: string | undefined };

const asked = (): fc.Arbitrary<FuzzRequest> =>
  fc
    .constantFrom(...operations)
    .chain((operation) =>
      fc
        .record({ path: pathOf(operation), headers: headersOf(operation), body: bodyOf(operation) })
        .map((parts) => ({ operation, ...parts })),
    );

function pathOf({ operationId, path, parameters }: Operation): fc.Arbitrary<string> {
  const values = parameters.filter((parameter) => parameter.in !== "header");
  // The profile of the example has one id.
  const known =
    operationId === "putAgent"
      ? [profile.id]
      : (Object.entries(ids).find(([first]) => path.startsWith(`/${first}/`))?.[1] ?? words);
  const knownOf = (name: string): readonly string[] => (name === "step" ? ["s1"] : name === "run" ? agentRuns : known);
  const drawn = values.map(({ name, schema, required }) =>
    fc.oneof(
      { weight: required ? 6 : 0, arbitrary: fc.constantFrom(...knownOf(name)) },
      { weight: 6, arbitrary: schemaArbitrary(schema, words).map((value) => textOf(value)) },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
      { weight: required ? 0 : 3, arbitrary: fc.constant(undefined) },
    ),
  );
  return fc.tuple(...drawn).map((texts) => {
    const named = new Map(values.map(({ name }, at) => [name, texts[at]]));
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(named.get(name) ?? "x"));
    const query = values.flatMap(({ name, in: place }) => {
      const value = named.get(name);
      return place === "query" && value !== undefined ? [`${name}=${encode(value)}`] : [];
    });
    return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
  });
}

const headersOf = ({ method }: Operation): fc.Arbitrary<Record<string, string>> =>
  fc.record(
    {
      "content-type": fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom("application/json", "application/json; charset=utf-8") },
        { weight: 1, arbitrary: fc.constantFrom("text/plain", "json") },
      ),
      "idempotency-key": fc.oneof(
        { weight: 9, arbitrary: fc.uuid() },
        { weight: 1, arbitrary: fc.constantFrom("k1", "k2", "with space", "x".repeat(300)) },
      ),
      "if-none-match": fc.constantFrom("*", '"x"', "W/"),
      "last-event-id": fc.constantFrom("0", "1", "99", "-1", "x"),
      "x-request-id": fc.constantFrom("id-1", "a b", "x".repeat(999)),
      "accept-encoding": fc.constantFrom("gzip", "br;q=1, *;q=0.1", ";;"),
      traceparent: fc.constantFrom("00-0-0-0", `00-${"a".repeat(32)}-${"b".repeat(16)}-01`),
    },
    { requiredKeys: method === "POST" || method === "PUT" ? ["content-type"] : [], noNullPrototype: true },
  );

function bodyOf({ operationId, body }: Operation): fc.Arbitrary<string | undefined> {
  if (body === undefined) return fc.constant(undefined);
  const known = examples[operationId];
  const valid: fc.Arbitrary<unknown> = schemaArbitrary(body, words);
  const start = known === undefined ? valid : fc.oneof(valid, fc.constantFrom(...known));
  const document = fc.tuple(start, fc.array(spoil, { maxLength: 2 })).map(([value, spoils]) => {
    return spoils.reduce<unknown>((before, apply) => apply(before), value);
  });
  const text = document.map((value) => JSON.stringify(value) ?? "");
  return fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.tuple(text, fc.nat()).map(cut) });
}

/** Removes, replaces or adds one value of a document. */
const spoil: fc.Arbitrary<(document: unknown) => unknown> = fc
  .record({
    at: fc.nat(),
    to: fc.oneof(
      json(),
      fc.constantFrom(
        undefined,
        "",
        0,
        -1,
        1e308,
        2 ** 53,
        "\u0000",
        "\uD800",
        "𒐫".repeat(50),
        "a".repeat(100_000),
        [],
      ),
    ),
    extra: fc.constantFrom(undefined, "zz_extra", "", "steps", "id"),
  })
  .map(({ at, to, extra }) => (document) => {
    const all = [...walk(document, () => false)];
    const [path] = all[at % all.length] ?? [[]];
    return change(document, extra === undefined ? path : [...path, extra], to);
  });

function cut([text, at]: [string, number]): string {
  const from = at % (text.length + 1);
  return text.slice(0, from) + text.slice(from + 1);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

async function check({ operation, path, headers, body }: FuzzRequest): Promise<void> {
  const init = { method: operation.method, headers: { ...headers, authorization: `Bearer ${key}` } };
  const response = await world.app.request(path, body === undefined ? init : { ...init, body });
  expect(response.status).toBeLessThan(500);
  if (response.status === 304) return;
  const type = response.headers.get("content-type") ?? "";
  if (response.status >= 400) {
    expect(type).toBe("application/problem+json");
    expect(Problem.safeParse(await jsonOf(response)).error).toBeUndefined();
    return;
  }
  answered.add(operation.operationId);
  expect(response.status).toBe(operation.answer.status);
  expect(operation.answer.types).toContain(type.split(";")[0]);
  if (!type.startsWith("application/json")) return response.body?.cancel();
  const validate = checks.get(operation.operationId);
  expect(validate?.(await jsonOf(response)), ajv.errorsText(validate?.errors)).toBe(true);
}

async function jsonOf(response: Response): Promise<unknown> {
  if (response.headers.get("content-encoding") === null) return response.json();
  return new Response(response.body?.pipeThrough(new DecompressionStream("gzip"))).json();
}

/** Operations that succeed only once, depend on another one, or need a secret. */
const once = new Set([
  "cancelRun",
  "signalRun",
  "decideEscalation",
  "assignEscalation",
  "removeKnowledge",
  "applyDraft",
  "cancelDraft",
  "editDraft",
  "confirmDraft",
  "pickDraft",
  "answerDraft",
  "assignDraft",
  "backfillAgent",
  "rebuildDraft",
  "telegramWebhook",
  "slackEvents",
  "diffPlan",
  "approvePlan",
  "revokeApproval",
  "revokeLesson",
  "diffTaught",
  "revertTaught",
]);

/** The operations that succeeded at least once. */
const answered = new Set<string>();

it(`survives ${seeds.length * runsOfSeed} requests made from its own description`, { timeout: 600_000 }, async () => {
  const assert = (seed: number): Promise<void> =>
    fc.assert(fc.asyncProperty(asked(), check), { seed, numRuns: runsOfSeed, timeout: 20_000 });
  await Promise.all(seeds.map(assert));
  // Otherwise the test would have covered rejections only.
  const silent = operations.filter(({ operationId }) => !answered.has(operationId) && !once.has(operationId));
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
});
