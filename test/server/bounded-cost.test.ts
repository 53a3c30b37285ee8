import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RouteName, routes } from "../../src/contracts/api/routes.ts";
import { determinismExamples } from "../../src/contracts/determinism/examples.ts";
import { reactExamples } from "../../src/contracts/react/examples.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import { longestTurn, maxTurnMs } from "../support/longest-turn.ts";
import { type Call, openServerWorld, type ServerWorld } from "../support/server-world.ts";

// Texts and documents that were written to be expensive. `longestTurn` says what a test of a request measures.

let world: ServerWorld;
let key: string;

beforeAll(async () => {
  world = await openServerWorld(undefined, { limits: { rate: { requests: 1e9, windowMs: 1000 } } });
  key = await world.key("acme", ["admin"]);
});
afterAll(() => world.stop());

const repeated = (text: string, size: number): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);

const mixed =
  'Ann Q-0192 tomorrow 5 and then move deal won , . not all except " email to quote Ромашка сделку переведи if ? ( $5,000 last week or who create task'.split(
    " ",
  );
const texts = {
  clauses: "Generate a purchase order from quote Q-0192 and email it to the vendor, then ",
  "Russian clauses": "создай заказ по предложению Q-0192 и отправь его поставщику, затем ",
  "record changes": "move the deal Acme to won and create a task for Ann tomorrow, then ",
  commas: "a,",
  dates: "tomorrow at 5 ",
  sentences: "Email Ann. ",
  names: "Ann Lee and Bob Ray ",
  identifiers: "Q-0192 ",
  quotes: '"x" ',
  brackets: "([{",
  "closing brackets": ")",
  smileys: " :)",
  emoji: "🙂",
  corrections: ", no",
  reasons: `do the thing${", they ran out of money".repeat(450)}`,
  "explicit reasons": `move Acme to paused${" because he is ill,".repeat(550)}`,
  "corrections of values": ", no, monday tom",
  "distinct identifiers": Array.from({ length: 1500 }, (_, at) => `Q-${1000 + at} `).join(""),
  // A walk over the words by a step that shares no divisor with their number, with a growing offset.
  "mixed words": Array.from(
    { length: 2000 },
    (_, at) => `${mixed[(at * 7 + Math.floor(at / mixed.length)) % mixed.length]} `,
  ).join(""),
};

const fromText: Record<string, (text: string) => [RouteName, Call]> = {
  plan: (text) => ["plan", { body: { ...serviceExamples.request, message: repeated(text, 6000) } }],
  planStructured: (text) => ["planStructured", { body: { goal: repeated(text, 6000) } }],
  explainPlan: (text) => ["explainPlan", { body: { goal: repeated(text, 6000) } }],
  planActions: (text) => ["planActions", { body: { text: repeated(text, 10_000) } }],
  createDraft: (text) => ["createDraft", { body: { text: repeated(text, 10_000) } }],
  chat: (text) => ["chat", { body: { conversation: "c", input: { kind: "message", text: repeated(text, 10_000) } } }],
  planReact: (text) => [
    "planReact",
    {
      body: {
        ...reactExamples.request,
        request_id: crypto.randomUUID(),
        goal: { type: "chat", description: repeated(text, 6000) },
        toolset: [],
      },
    },
  ],
};

describe("a hostile text does not hold the event loop", { timeout: 120_000 }, () => {
  const cases = Object.entries(fromText).flatMap(([route, call]) =>
    Object.entries(texts).map(([name, text]) => [route, name, call, text] as const),
  );
  it.each(cases)("%s with %s", async (_route, _name, call, text) => {
    const ask = (attempt: number): Promise<Response> => {
      const [route, asked] = call(`${"x".repeat(attempt)} ${text}`);
      return world.call(route, asked, key);
    };
    expect(await longestTurn(ask)).toBeLessThan(maxTurnMs);
  });
});

const servicePlan = {
  session_id: 1,
  metadata: { version: "0.1", model: "m", generated_at: "2026-01-01T00:00:00Z" },
  steps: Array.from({ length: 2300 }, (_, at) => ({
    id: `step-${at + 1}`,
    type: "tool",
    description: "d",
    depends_on: Array.from({ length: Math.min(at, 20) }, (_each, back) => `step-${at - back}`),
    payload: { tool_name: "quote_lookup", arguments: { quote_id: "Q" }, result_key: `k${at}` },
  })),
};
const profile = (triggers: number): object => ({
  id: "agent.leap",
  description: "Runs on leap days.",
  goal_template: { type: "agent_task", description: "what do we have in stock of bolts" },
  toolset: ["inventory_lookup"],
  triggers: { time: Array.from({ length: triggers }, () => ({ cron: "0 0 29 2 *" })) },
});
const busyProfile = {
  ...profile(0),
  id: "agent.busy",
  triggers: {
    time: Intl.supportedValuesOf("timeZone")
      .slice(0, 64)
      .map((timezone) => ({ cron: "* * * * *", timezone, quiet_hours: { from: "22:00", to: "06:00", slots: "skip" } })),
  },
  limits: { max_runs_per_day: 10_000, min_interval_seconds: 0 },
};
const manifest = Array.from({ length: 2000 }, (_, at) => ({
  skill_id: `vendor.email_${at}`,
  description: "Emails a quote to the vendor",
  input_schema: { type: "object", properties: { quote_id: { type: "string" } } },
}));

const manySteps = Array.from({ length: 2000 }, (_, at) => ({
  id: `s${at + 1}`,
  kind: "tool",
  tool: "quote_lookup",
  args: { quote_id: `Q-${at}` },
  dependsOn: at === 0 ? [] : [`s${at}`],
}));
const fields = (size: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, at]));
const stepWith = (args: object): object => ({ steps: [{ id: "s1", kind: "tool", tool: "echo_tool", args }] });

const withParameters = (count: number, attempt: number): Call => ({
  params: { name: `wide-${count}-${attempt}` },
  body: {
    plan: { steps: [{ id: "s1", kind: "tool", tool: "quote_lookup", args: { quote_id: "{{params.k0}}" } }] },
    parameters: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `k${at}`,
        { type: "string", description: `${attempt} ${at}`, default: "a" },
      ]),
    ),
  },
});

describe("a large document does not hold the event loop", { timeout: 120_000 }, () => {
  it.each<[string, RouteName, Call]>([
    ["a plan to validate", "validatePlan", { body: { contract: "service", plan: servicePlan } }],
    ["a plan to run", "startRun", { body: servicePlan }],
    [
      "a toolbox",
      "planWith",
      { params: { id: "grammar" }, body: { agent_id: "a", goal: "email the quote", tool_manifest: manifest } },
    ],
    ["an agent with rare triggers", "putAgent", { params: { id: "agent.leap" }, body: profile(64) }],
    ["an agent with too many triggers", "putAgent", { params: { id: "agent.leap" }, body: profile(3000) }],
    ["the agent", "getAgent", { params: { id: "agent.leap" } }],
    ["an agent of every minute", "putAgent", { params: { id: "agent.busy" }, body: busyProfile }],
    ["that agent", "getAgent", { params: { id: "agent.busy" } }],
    [
      "a page of the knowledge base",
      "addKnowledge",
      { body: { source: "a", content: repeated("one or two ", 900_000) } },
    ],
    ["a step with too many arguments", "startRun", { body: stepWith(fields(50_000)) }],
    ["a step with many arguments", "startRun", { body: stepWith(fields(10_000)) }],
    ["a preview of it", "previewRun", { body: stepWith(fields(10_000)) }],
    ["a step with a long list", "startRun", { body: stepWith({ list: Object.values(fields(100_000)) }) }],
    [
      "a step with a long list of objects",
      "startRun",
      { body: stepWith({ list: Object.values(fields(40_000)).map((a) => ({ a: [a] })) }) },
    ],
    ["a preview of many steps", "previewRun", { body: { steps: manySteps } }],
    ["many steps to run", "startRun", { body: { steps: manySteps } }],
    ["an event with many fields", "publishEvent", { body: { channel: "c", payload: fields(10_000) } }],
    ["an event with too many fields", "publishEvent", { body: { channel: "c", payload: fields(30_000) } }],
    ["a search", "searchKnowledge", { query: { q: repeated("one two ", 1000) } }],
  ])("%s", async (_name, route, call) => {
    expect(await longestOf(route, call)).toBeLessThan(maxTurnMs);
  });

  it.each([
    [64, 200],
    [4_000, 422],
  ])("a saved plan with %i parameters", async (count, status) => {
    const save = (attempt: number): Promise<Response> => world.call("putPlan", withParameters(count, attempt), key);
    expect(await longestTurn(save)).toBeLessThan(maxTurnMs);
    expect((await save(2)).status).toBe(status);
  });
});

const properties = (count: number, schemaOf: (at: number) => object): object => ({
  type: "object",
  properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, schemaOf(at)])),
});
const schemas: Record<string, (attempt: number) => object> = {
  "many parts": (attempt) => properties(1_500, (at) => ({ type: "string", title: `${attempt} ${at}` })),
  "too many parts": (attempt) => properties(4_000, (at) => ({ type: "string", title: `${attempt} ${at}` })),
  "many keywords": (attempt) => properties(350, (at) => ({ type: "string", minLength: attempt, maxLength: at })),
  "many names by patterns": (attempt) => ({
    type: "object",
    patternProperties: Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`^k${attempt}x${at}`, true])),
  }),
  "too many names by patterns": (attempt) => ({
    type: "object",
    patternProperties: Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`^k${attempt}x${at}`, true])),
  }),
  "many alternatives": (attempt) => ({ type: "object", oneOf: Array.from({ length: 740 }, () => attempt > 1) }),
  "many references": (attempt) => ({
    $defs: { text: { type: "string", minLength: attempt } },
    ...properties(700, () => ({ $ref: "#/$defs/text" })),
  }),
  "many patterns": (attempt) => properties(400, (at) => ({ type: "string", pattern: `${attempt}x${at}{900}` })),
  "a pattern that backtracks": (attempt) => ({
    type: "object",
    properties: { code: { type: "string", pattern: `^(a|a)*!{${attempt + 1}}$` } },
    required: ["code"],
  }),
};

describe("a schema in a request does not hold the event loop", { timeout: 120_000 }, () => {
  it.each(Object.entries(schemas))("%s", async (_name, schemaOf) => {
    const goal = `find the part with the code ${"a".repeat(40)}`;
    const tools = (attempt: number) =>
      Array.from({ length: 5 }, (_, at) => ({
        id: `find_part_${at}`,
        description: "Finds a part by its code",
        input_schema: { ...schemaOf(attempt), description: `${at}` },
      }));
    const plan = (attempt: number): Call => ({
      params: { id: "grammar" },
      body: {
        agent_id: "a",
        goal,
        tool_manifest: tools(attempt).map(({ id, ...tool }) => ({ skill_id: id, ...tool })),
      },
    });
    const reason = (attempt: number): Call => ({
      body: {
        request_id: crypto.randomUUID(),
        goal: { type: "chat", description: goal },
        toolset: tools(attempt).map(({ id, ...tool }) => ({ tool_id: id, ...tool })),
      },
    });
    const validate = (attempt: number): Call => ({
      body: {
        contract: "determinism",
        plan: {
          ...determinismExamples.plan,
          steps: tools(attempt).map(({ id }) => ({ step_id: id, skill_id: id, arguments: {} })),
        },
        tools: tools(attempt).map(({ id, ...tool }) => ({ skill_id: id, ...tool })),
      },
    });
    expect(await longestTurn((attempt) => world.call("planWith", plan(attempt), key))).toBeLessThan(maxTurnMs);
    expect(await longestTurn((attempt) => world.call("planReact", reason(attempt), key))).toBeLessThan(maxTurnMs);
    expect(await longestTurn((attempt) => world.call("validatePlan", validate(attempt), key))).toBeLessThan(maxTurnMs);
  });
});

describe("nested and wide JSON does not hold the event loop", { timeout: 120_000 }, () => {
  const deep = `${'{"a":['.repeat(50_000)}1${"]}".repeat(50_000)}`;
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, [{}]])));
  const names = Object.keys(routes) as RouteName[]; // keys of a constant object
  it.each(names.filter((name) => "body" in routes[name]))("%s", async (name) => {
    for (const text of [deep, wide]) expect(await longestOf(name, { text })).toBeLessThan(maxTurnMs);
  });
});

describe("long paths and queries do not hold the event loop", { timeout: 120_000 }, () => {
  const names = Object.keys(routes) as RouteName[]; // keys of a constant object
  const bodiless = names.filter((name) => !("body" in routes[name]));
  const long = repeated("%2e%2F'\"[", 6_000);
  const query = Object.fromEntries(
    ["q", "cursor", "limit", "status", "tool", ...Array.from({ length: 500 }, (_, at) => `k${at}`)].map((name) => [
      name,
      name === "limit" ? "200" : repeated("one two ", 30),
    ]),
  );
  it.each(bodiless)("%s", async (name) => {
    const params = Object.fromEntries(
      [...routes[name].path.matchAll(/\{(\w+)\}/g)].map(([, param = ""]) => [param, long]),
    );
    expect(await longestOf(name, { params, query })).toBeLessThan(maxTurnMs);
  });
});

describe("a hostile text over the records of a pack does not hold the event loop", { timeout: 120_000 }, () => {
  beforeAll(async () => {
    await world.stop();
    world = await openServerWorld({ tools: { demo: true }, packs: ["small-business", "studio"] });
    key = await world.key("acme", ["admin"]);
  });

  it.each(Object.entries(texts))("createDraft with %s", async (_name, text) => {
    const ask = (attempt: number): Promise<Response> =>
      world.call("createDraft", { body: { text: repeated(`${"x".repeat(attempt)} ${text}`, 10_000) } }, key);
    expect(await longestTurn(ask)).toBeLessThan(maxTurnMs);
  });
});

/** Makes a request twice; see `longestTurn`. */
function longestOf(name: RouteName, { text, ...call }: Call & { text?: string }): Promise<number> {
  return longestTurn(() => (text === undefined ? world.call(name, call, key) : send(name, text)));
}

function send(name: RouteName, body: string): Promise<Response> {
  const { method, path } = routes[name];
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return Promise.resolve(
    world.app.request(path.replaceAll(/\{\w+\}/g, "x"), { method: method.toUpperCase(), body, headers }),
  );
}
