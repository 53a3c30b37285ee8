import { PlannerError } from "../../src/contracts/determinism/planner.ts";
import { Problem } from "../../src/contracts/problem.ts";
import { PlannerRegistry } from "../../src/contracts/determinism/registry.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { ProviderName } from "../../src/models/model-config.ts";
import { type ModelServer, openModelServer, type ServerScript } from "../../src/testing/model-server/index.ts";
import { onPostgres } from "../support/test-store.ts";
import { collectSpans } from "../support/span-collector.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// The whole service with a model over HTTP on loopback: which model is called when, which budget pays, and what is reported.
const secret = "sk-live-abcdefghijklmnop123456";
const collected = collectSpans();

const plan = (tool: string, args: object = {}) => ({
  text: JSON.stringify({ outcome: "plan", calls: [{ id: "a", tool, args }] }),
  usage: { inputTokens: 1000, outputTokens: 100 },
});
/** No tool of the demo shares a word with it. */
const odd = "zzz whatsit thingummy Q-0192";

let server: ModelServer;
let world: ServerWorld;
afterEach(async () => {
  await world.stop();
  await server.close();
  collected.reset();
});

type Setting = {
  provider?: ProviderName;
  budgets?: object;
  prices?: object;
  timeoutMs?: number;
  env?: Record<string, string>;
};

async function open(script: ServerScript, setting: Setting = {}): Promise<void> {
  const { provider = "openai-compatible", budgets = {}, env = {} } = setting;
  server = await openModelServer(script);
  const model = { anthropic: "claude-sonnet-4-5", openai: "gpt-4o-mini" }[provider as string] ?? "qwen3:8b";
  const endpoint = { provider, model, base_url: server.url, api_key: { env: "MODEL_KEY" } };
  const prices = setting.prices ?? {
    "here/qwen3:8b": { input_cents_per_million: 100, output_cents_per_million: 1000 },
  };
  const { timeoutMs } = setting;
  const models = {
    endpoints: { here: { ...endpoint, ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }) } },
    prices,
  };
  const config = { tools: { demo: true }, packs: ["small-business"], models, budgets };
  world = await openServerWorld(config, { env: { MODEL_KEY: secret, ...env } });
}

const ask = async (message: string, tenant = "acme"): Promise<Response> => {
  const body = { session_id: 1, message, context: { company_id: 1 } };
  return world.call("plan", { body }, await world.key(tenant, ["plan"]));
};

describe("the cascade", () => {
  it.each(["anthropic", "openai", "openai-compatible"] as const)(
    "asks %s where the grammar finds nothing",
    async (provider) => {
      await open([plan("quote_lookup", { quote_id: "Q-0192" })], { provider });
      const answer = await ask(odd);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("quote_lookup");
      expect(server.requests).toHaveLength(1);
      expect(Object.values(server.requests[0]?.headers ?? {}).join(" ")).toContain(secret);
    },
  );

  it("leaves the model alone where the grammar is sure, and where it was asked before", async () => {
    await open([plan("quote_lookup", { quote_id: "Q-0192" })]);
    expect(await (await ask("Generate a purchase order from quote Q-0192")).text()).toContain("create_purchase_order");
    expect(server.requests).toHaveLength(0);
    const answers = [await (await ask(odd)).text(), await (await ask(odd)).text()];
    expect(answers[0]).toContain("quote_lookup");
    expect(answers[1]).toBe(answers[0]);
    server.assertComplete();
  });

  it("answers with what the grammar would ask where the model fails", async () => {
    await open(() => ({ fault: "status", status: 400 }));
    const answer = await ask("Create a purchase order");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/"type":"message"|message/);
  });

  it("needs no model for any of this", async () => {
    server = await openModelServer([]);
    world = await openServerWorld();
    expect((await ask("Generate a purchase order from quote Q-0192")).status).toBe(200);
    const planners: unknown = await (await world.call("listPlanners", {}, await world.key("acme", ["plan"]))).json();
    expect(Object.keys(PlannerRegistry.parse(planners))).not.toContain("model");
  });
});

describe("an outage of the model", () => {
  const planWith = async (): Promise<Response> => {
    const body = { agent_id: "scout", goal: odd, tool_manifest: [{ name: "find", description: "find a thing" }] };
    return world.call("planWith", { params: { id: "model" }, body }, await world.key("acme", ["plan"]));
  };

  it('is a planner error with contract 4\'s fields, and not "no tool"', async () => {
    await open(() => ({ fault: "status", status: 429, retryAfter: "25" }));
    const answer = await planWith();
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "25"]);
    const problem: unknown = await answer.json();
    expect(problem).toMatchObject({
      code: "PLANNER_RATE_LIMITED",
      message: "the provider limits the rate",
      retryable: true,
      details: { reason: "rate_limited", retry_after_ms: 25_000 },
    });
    const { code, message, retryable, details } = Problem.parse(problem);
    expect(PlannerError.safeParse({ code, message, retryable, details }).success).toBe(true);
  });

  it("reaches the caller of POST /plan too", async () => {
    await open(() => ({ fault: "status", status: 429, retryAfter: "25" }));
    const answer = await ask(odd);
    expect([answer.status, Problem.parse(await answer.json()).code]).toEqual([429, "PLANNER_RATE_LIMITED"]);
  });

  it("names the endpoint that does not respond", async () => {
    // The connection is refused in real time: the fake clock must not reach the time limit before that.
    await open([], { timeoutMs: 600_000 });
    await server.close();
    const pending = planWith();
    const answer = await settle(pending);
    expect(Problem.parse(await answer.json()).message).toBe(`${server.url} does not respond`);
  });

  it("uses the failover endpoint", async () => {
    server = await openModelServer([plan("find", { id: "Q-0192" })]);
    const endpoint = { provider: "openai-compatible", model: "m", base_url: server.url };
    const broken = { ...endpoint, api_key: { env: "NOT_SET" } };
    const models = { default: "first", failover: ["second"], endpoints: { first: broken, second: endpoint } };
    world = await openServerWorld({ models });
    const answer = await planWith();
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([200, expect.stringContaining('"find"')]);
    expect(server.requests).toHaveLength(1);
  });
});

/** Advances the fake clock until the response is there: retries wait on it. */
async function settle(pending: Promise<Response>): Promise<Response> {
  const tick = async (): Promise<undefined> => {
    await new Promise((resolve) => setImmediate(resolve));
    world.clock.advance(20);
    return undefined;
  };
  for (;;) {
    const settled = await Promise.race([pending, tick()]);
    if (settled !== undefined) return settled;
  }
}

describe("money", () => {
  const budgets = { tenant: { limit_cents: 6, per: "day" } };
  const askModel = async (tenant: string): Promise<Response> => {
    const body = { agent_id: "scout", goal: odd, tool_manifest: [{ name: "find", description: "find a thing" }] };
    return world.call("planWith", { params: { id: "model" }, body }, await world.key(tenant, ["plan", "admin"]));
  };

  it("is charged to the calling tenant; once used up, no model is called", async () => {
    await open(() => plan("find", { id: "Q-0192" }), { budgets });
    const statuses: number[] = [];
    for (let call = 0; call < 20; call += 1) statuses.push((await askModel("acme")).status);
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(402);
    const refused = await askModel("acme");
    expect(await refused.json()).toMatchObject({ code: "BUDGET_EXHAUSTED", retryable: false });
    const made = statuses.filter((status) => status === 200).length;
    expect(server.requests).toHaveLength(made);
    const report = async (tenant: string): Promise<unknown> =>
      (await world.call("getBudgets", {}, await world.key(tenant, ["admin"]))).json();
    // 1000 tokens at a cent for 10,000 and 100 at a cent for 1000: 0.2 cents a call.
    expect(await report("acme")).toMatchObject({
      spend: [{ agent: "scout", model: "here/qwen3:8b", calls: made, micro_cents: made * 200_000, unpriced_calls: 0 }],
      limits: [{ scope: "tenant", name: "acme", limit_micro_cents: 6_000_000, used_micro_cents: made * 200_000 }],
      notices: [{ percent: 100, scope: "tenant" }],
    });
    expect(await report("globex")).toMatchObject({ spend: [], notices: [] });
    expect((await askModel("globex")).status).toBe(200);
  });

  it("is not spent on a model without a price where there is a limit", async () => {
    await open(() => plan("find", { id: "Q-0192" }), { budgets, prices: {} });
    expect((await askModel("acme")).status).toBe(402);
    expect(server.requests).toHaveLength(0);
  });
});

describe("observability of a call", () => {
  it.each([false, true])(
    "is a chat span and figures; what was said only where that was opted in to (%s)",
    async (content) => {
      await open([plan("quote_lookup", { quote_id: "Q-0192" })], {
        env: content ? { PLANWRIGHT_TRACE_CONTENT: "1" } : {},
      });
      await ask(odd);
      const { attributes } = collected.named("chat here/qwen3:8b");
      expect(attributes).toMatchObject({
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "here",
        "gen_ai.request.model": "qwen3:8b",
        "gen_ai.usage.input_tokens": 1000,
        "gen_ai.usage.output_tokens": 100,
        "planwright.cost.micro_cents": 200_000,
      });
      expect("gen_ai.input.messages" in attributes).toBe(content);
      const figures = await world.planwright.metrics.text();
      expect(figures).toContain('planwright_model_tokens_total{model="here/qwen3:8b",direction="input"} 1000');
      expect(figures).toContain('planwright_model_cost_micro_cents_total{model="here/qwen3:8b"} 200000');
    },
  );

  // The files are those of SQLite.
  it.skipIf(onPostgres)("never holds the key: not the log, the figures, the spans or the files", async () => {
    await open([{ fault: "status", status: 401, body: `{"error":{"message":"bad key ${secret}"}}` }], {
      env: { PLANWRIGHT_TRACE_CONTENT: "1" },
    });
    const answer = await (await ask(odd)).text();
    const files = readdirSync(join(world.folder, "data")).map((file) => readFileSync(join(world.folder, "data", file)));
    const spans = JSON.stringify(collected.spans().map(({ attributes }) => attributes));
    const seen = [answer, JSON.stringify(world.log.lines), await world.planwright.metrics.text(), spans, ...files];
    expect(server.requests).toHaveLength(1);
    for (const one of seen) expect(one.includes(secret)).toBe(false);
  });

  it("fails with a clear message and no call when the key is missing", async () => {
    await open([], { env: { MODEL_KEY: "" } });
    const key = await world.key("acme", ["plan"]);
    const body = { agent_id: "a", goal: odd, tool_manifest: [{ name: "find" }] };
    const answer = await world.call("planWith", { params: { id: "memo:model" }, body }, key);
    expect(await answer.text()).toContain("MODEL_KEY is not set in the environment");
    expect(server.requests).toHaveLength(0);
  });
});
