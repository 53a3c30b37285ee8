import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { dayOfUtc, kinds, type ReactPlanner } from "../../src/agents/agent-deps.ts";
import { eachRecord } from "../../src/agents/records.ts";
import type { Send } from "../../src/agents/outputs/outputs.ts";
import type { Sender } from "../../src/agents/outputs/send-handler.ts";
import type { BusEvent } from "../../src/contracts/react/bus-event.ts";
import { PlanReactRequest, type PlanReactResponse } from "../../src/contracts/react/plan-react.ts";
import { createMemoryBus } from "../../src/bus/memory-bus.ts";
import { reasonAt } from "../../src/runtime/agents/reasoners.ts";
import { createSender, createTelegramSend, hubChannel } from "../../src/runtime/agents/sender.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { TelegramConfig } from "../../src/runtime/config/telegram-config.ts";
import { createTimeIds } from "../../src/runtime/time-ids.ts";
import { createHttp } from "../../src/tools/http/http.ts";
import {
  type AgentsWorld,
  answerTo,
  openAgentsWorld,
  profileOf,
  tenant,
  type WorldOptions,
} from "./support/agents-world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
let world: AgentsWorld;
const servers: Server[] = [];
afterEach(async () => {
  await world?.stop();
  for (const server of servers.splice(0)) server.close();
});

const open = async (profile: object, more: Partial<WorldOptions> = {}): Promise<AgentsWorld> =>
  (world = await openAgentsWorld({ profiles: [profileOf("agent.a", profile)], ...more }));
const runOnce = async () => {
  const ran = world.daemon().runOnce(world.agent("agent.a"), { force: false });
  await world.pass(1000);
  return await ran;
};

type ReceivedRequest = { path: string; headers: Record<string, unknown>; body: string };
async function listen(
  answer: (heard: ReceivedRequest) => { status?: number; body: unknown },
): Promise<{ url: string; heard: ReceivedRequest[] }> {
  const heard: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (text: Buffer) => (body += text.toString()));
    request.on("end", () => {
      const one = { path: request.url ?? "", headers: request.headers, body };
      heard.push(one);
      const said = answer(one);
      response.writeHead(said.status ?? 200, { "content-type": "application/json" });
      response.end(JSON.stringify(said.body));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

describe("a run", () => {
  it("asks the planner as contract 5 §2.4 says", async () => {
    await open({
      goal_template: { type: "agent_task", description: "Reflect.", metadata: { tags: ["a"] } },
      toolset: ["recall.fetch_context"],
      limits: { planner_limits: { max_steps: 6, timeout_seconds: 45 } },
    });
    const { run } = await runOnce();
    expect(world.asked[0]).toEqual({
      request_id: `agent:${run?.run_id}`,
      caller: "agent-daemon",
      goal: { type: "agent_task", description: "Reflect.", metadata: { tags: ["a"], agent_id: "agent.a" } },
      context: { conversation_history: [], external_facts: { trigger: "manual" } },
      toolset: [{ tool_id: "recall.fetch_context" }],
      limits: { max_steps: 6, timeout_seconds: 45, max_tokens_reason: 2048, max_tokens_answer: 1024 },
      preferences: { style: "warm", return_trace: true, allow_internal_thought_logging: true },
    });
  });

  it("whose planner throws ends in error, and one that never answers in timeout; both free their slot", async () => {
    await open({}, { reason: () => Promise.reject(new Error("broken")) });
    expect((await runOnce()).run).toMatchObject({ status: "error", error: { code: "planner_failed" } });
    await world.stop();
    await open({ limits: { planner_limits: { timeout_seconds: 45 } } }, { reason: () => new Promise(() => undefined) });
    const ran = world.daemon().runOnce(world.agent("agent.a"), { force: false });
    await world.settle();
    expect((await world.state("agent.a")).active).toHaveLength(1);
    await world.pass(51_000);
    expect((await ran).run).toMatchObject({ status: "timeout", error: { code: "timeout" } });
    expect((await world.state("agent.a")).active).toEqual([]);
  });

  it("charges the reserved tokens if the number used is unknown", async () => {
    await open({}, { maxTokensPerDay: 4000, reason: () => Promise.reject(new Error("broken")) });
    await runOnce();
    expect((await runOnce()).decision).toMatchObject({ outcome: "skipped", reason: "budget", limit: 4000 });
    await world.stop();
    await open({}, { maxTokensPerDay: 4000 });
    for (let at = 0; at < 5; at += 1) expect((await runOnce()).decision.outcome).toBe("fired");
    expect(await world.store.counters(tenant, "agents.tokens:")).toMatchObject([{ value: 5 * 15 }]);
  });

  it("cuts its excerpt at a whole character", async () => {
    await open(
      {},
      { reason: async (request) => answerTo(request, { final_answer: { content: `${"a".repeat(199)}🌍` } }) },
    );
    expect((await runOnce()).run?.result_summary.final_answer_excerpt).toBe("a".repeat(199));
  });

  it("reaches a planner over its HTTP contract, with a key, under the path it is given", async () => {
    const planner = await listen(({ body }) => ({ body: answerTo(PlanReactRequest.parse(JSON.parse(body))) }));
    const reason = reasonAt(`${planner.url}/planner/`, "secret");
    const request = PlanReactRequest.parse({ request_id: "r1", goal: { description: "x" }, toolset: [] });
    const { signal } = new AbortController();
    const call = { tenant, agentId: "agent.a", signal, cancel: signal };
    expect(await reason(request, call)).toMatchObject({ request_id: "r1", status: "ok" });
    expect(planner.heard).toMatchObject([{ path: "/planner/plan/react", headers: { authorization: "Bearer secret" } }]);
    const broken = await listen(() => ({ status: 503, body: { code: "OVERLOADED" } }));
    await expect(reasonAt(broken.url, undefined)(request, call)).rejects.toThrow("answered 503");
  });
});

describe("the end of a run, for people", () => {
  const observed = (items: object[]): PlanReactResponse["trace"] => [
    {
      step_index: 0,
      thought: null,
      action: { tool_id: "inventory.list", input: {} },
      observation: { ok: true, output: JSON.parse(JSON.stringify({ items })) },
    },
  ];

  it("is a question where the planner asks, and a question is neither remembered nor sent as an answer", async () => {
    const sent: string[] = [];
    const outputs = { collapse_entry: { enabled: true, topic: "t" }, notify_hub: { enabled: true, mode: "now" } };
    const question = { content: "Which team?", structured: { questions: ["Which team?"] } };
    const reason: ReactPlanner = async (request) => answerTo(request, { final_answer: question });
    const sender: Sender = async ({ text }) => void sent.push(text);
    await open({ autonomy_level: 1, outputs }, { reason, sender });
    const { run } = await runOnce();
    expect(run).toMatchObject({ status: "success", result_summary: { outcome: "asked" } });
    expect(run?.result_summary.outputs?.[0]).toMatchObject({ output: "collapse_entry", state: "skipped" });
    expect(run?.result_summary).not.toHaveProperty("written_collapse_id");
    expect(sent).toEqual(["Question from agent.a: Which team?"]);
  });

  it("awaits approval while a call of it is a Draft", async () => {
    const error = { code: "needs_approval", message: "Draft d1 waits for approval" };
    const [step] = observed([]);
    const trace = [
      { step_index: 0, thought: null, action: step?.action ?? null, observation: { ok: false as const, error } },
    ];
    await open({}, { reason: async (request) => answerTo(request, { trace }) });
    const { run } = await runOnce();
    expect(run).toMatchObject({ status: "error", error: { code: "awaits_approval" } });
    expect(run?.result_summary.outcome).toBe("awaits_approval");
  });

  it("says what has changed since the last successful run", async () => {
    const stock = [[{ sku: "A", on_hand: 5 }], [{ sku: "A", on_hand: 3 }], [{ sku: "A", on_hand: 3 }]];
    await open({}, { reason: async (request) => answerTo(request, { trace: observed(stock.shift() ?? []) }) });
    const changes = [await runOnce(), await runOnce(), await runOnce()].map(({ run }) => run?.result_summary.changes);
    expect(changes).toEqual([
      undefined,
      "Since the last run:\n- changed: A: on hand 5 → 3",
      "Nothing has changed since the last run.",
    ]);
  });
});

describe("the record of outputs", () => {
  const webhook = { enabled: true, url: "https://example.org/hook" };
  const hub = { enabled: true, mode: "on_next_login" };
  const summary = async () => (await world.runs())[0]?.record?.result_summary;

  it("distinguishes a refused webhook from an accepted one", async () => {
    let isRefused = true;
    const sender = async (): Promise<void> => {
      if (isRefused) throw new Error("the webhook answered 500");
    };
    await open({ autonomy_level: 1, outputs: { webhook } }, { sender });
    await runOnce();
    const waiting = { output: "webhook", state: "waiting", detail: "the webhook answered 500" };
    expect(await summary()).toMatchObject({ notifications_sent: false, outputs: [waiting] });
    isRefused = false;
    await world.pass(minute);
    expect(await summary()).toMatchObject({ notifications_sent: true, outputs: [{ state: "sent" }] });
  });

  it("marks what level 0 keeps and does not send", async () => {
    await open({ autonomy_level: 0, outputs: { webhook, notify_hub: hub } });
    await runOnce();
    const kept = (output: string) => ({ output, state: "kept" });
    expect(await summary()).toMatchObject({
      notifications_sent: false,
      outputs: [kept("notify_hub"), kept("webhook")],
    });
  });

  it("counts a notice that the run itself has sent", async () => {
    const action = { tool_id: "hub.notify", input: { text: "x" } };
    const trace = [{ step_index: 0, thought: null, action, observation: { ok: true as const, output: {} } }];
    await open({}, { reason: async (request) => answerTo(request, { trace }) });
    await runOnce();
    expect((await summary())?.notifications_sent).toBe(true);
  });

  it("says that a failed run sent nothing", async () => {
    await open({ autonomy_level: 1, outputs: { webhook } }, { reason: () => Promise.reject(new Error("broken")) });
    await runOnce();
    expect(await summary()).toMatchObject({
      outputs: [{ output: "webhook", state: "skipped", detail: "the run failed" }],
    });
  });
});

describe("outputs", () => {
  const outputs = {
    webhook: { enabled: true, url: "https://example.org/hook" },
    notify_hub: { enabled: true, mode: "now" },
  };
  const sends = async (): Promise<string[]> => {
    const rows: string[] = [];
    await eachRecord(world.store, { tenant, kind: kinds.output }, ({ status = "" }) => rows.push(status));
    return rows.toSorted();
  };

  it("are sent once, and only a webhook that failed is tried again, six times in all", async () => {
    const sent: Send["to"][] = [];
    await open(
      { autonomy_level: 1, outputs },
      {
        sender: async ({ to }) => {
          sent.push(to);
          throw new Error("answered 500");
        },
      },
    );
    await runOnce();
    expect(await sends()).toEqual(["failed", "waiting"]);
    for (let days = 0; days < 7; days += 1) await world.pass(day);
    expect(sent.map(({ kind }) => kind).toSorted()).toEqual(["hub", ...Array.from({ length: 6 }, () => "webhook")]);
    expect(await sends()).toEqual(["failed", "failed"]);
  });

  it.each([
    ["webhook", 2, "sent"],
    ["notify_hub", 1, "failed"],
  ] as const)("to %s whose process ended while it was sent: sent %i times, then %s", async (kind, times, state) => {
    let count = 0;
    await open({ autonomy_level: 1, outputs: { [kind]: outputs[kind] } }, { sender: async () => void (count += 1) });
    const [{ version, ...record } = { version: 0, tenant, kind: kinds.output, id: "none", body: null }] =
      await marked();
    await world.store.write((tx) => {
      tx.putRecord({ ...record, status: "sending", body: { ...(record.body as object), state: "sending" } }, version);
      tx.enqueue({ queue: "agents.output", key: record.id, tenant, dueAt: world.clock.now() }, world.clock.now());
    });
    await world.settle();
    expect([count, await sends()]).toEqual([times, [state]]);
  });
  const marked = async () => {
    await runOnce();
    return await world.store.records({ tenant, kind: kinds.output, limit: 1 });
  };

  it("that are under way when the process stops go out first", async () => {
    const [begun, held] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()];
    const sender: Sender = (_, { signal }) => (begun.resolve(signal), held.promise);
    await open({ autonomy_level: 1, outputs: { webhook: outputs.webhook } }, { sender });
    await runOnce();
    const signal = await begun.promise;
    const stopped = world.stop();
    await world.settle();
    expect(signal.aborted).toBe(false);
    held.resolve();
    await stopped;
    expect(await sends()).toEqual(["sent"]);
  });

  it("of a failed run are none", async () => {
    const sender = (): Promise<void> => Promise.reject(new Error("nothing was to be sent"));
    await open({ autonomy_level: 1, outputs }, { sender, reason: () => Promise.reject(new Error("broken")) });
    await runOnce();
    expect(await sends()).toEqual([]);
  });
});

describe("the ways out of the house", () => {
  const send = (to: Send["to"]): Send => ({
    id: "s1",
    agentId: "agent.a",
    runId: "r1",
    to,
    text: "Look!",
    state: "sending",
  });
  const call = { tenant: "local", signal: new AbortController().signal };
  const http = createHttp({ allows: ({ address }) => address === "127.0.0.1" });

  it("are the hub's channel on the bus, and a webhook with its own key", async () => {
    const bus = createMemoryBus();
    const taken: BusEvent[] = [];
    await bus.subscribe([hubChannel], async (event) => void taken.push(event));
    const sender = createSender({ bus, http, telegram: undefined, clock: systemClock });
    await sender(send({ kind: "hub" }), call);
    expect(taken).toMatchObject([{ id: "s1", payload: { agent_id: "agent.a", text: "Look!" } }]);
    const hook = await listen(() => ({ body: {} }));
    await sender(send({ kind: "webhook", url: `${hook.url}/hook` }), call);
    expect(hook.heard).toMatchObject([{ path: "/hook", headers: { "idempotency-key": "s1", "webhook-id": "s1" } }]);
    const broken = await listen(() => ({ status: 500, body: {} }));
    await expect(sender(send({ kind: "webhook", url: broken.url }), call)).rejects.toThrow("answered 500");
    await expect(sender(send({ kind: "telegram", chatId: "1" }), call)).rejects.toThrow("no Telegram bot");
  });

  it("and Telegram, by the configured bot, for its own tenant, in as many letters as it takes", async () => {
    const telegram = await listen(() => ({ body: { ok: true, result: { message_id: 1 } } }));
    const config = TelegramConfig.parse({ token: { env: "BOT" }, allow: [1], api_root: telegram.url });
    const bot = createTelegramSend(config, { BOT: "1:token" });
    const sender = createSender({ bus: createMemoryBus(), http, telegram: bot, clock: systemClock });
    await sender({ ...send({ kind: "telegram", chatId: "-100" }), text: "я".repeat(5000) }, call);
    expect(telegram.heard).toHaveLength(1);
    expect(telegram.heard[0]?.path).toBe("/bot1:token/sendMessage");
    const { chat_id, text } = JSON.parse(telegram.heard[0]?.body ?? "{}") as { chat_id: string; text: string };
    expect([chat_id, text.length, text.at(-1)]).toEqual(["-100", 4096, "…"]);
    await expect(sender(send({ kind: "telegram", chatId: "1" }), { ...call, tenant: "globex" })).rejects.toThrow(
      "another",
    );
    await expect(createTelegramSend(config, {})?.("local", "1", "x")).rejects.toThrow("not set");
  });
});

describe("the sweep", () => {
  it("forgets decisions, events and counts after their time, and no run", async () => {
    const clockIds = { now: () => world?.clock.now() ?? Date.UTC(2025, 0, 15, 12), setTimer: () => () => undefined };
    await open(
      { triggers: { events: [{ channel: "e" }] } },
      { ids: createTimeIds(clockIds), maxTokensPerDay: 100_000 },
    );
    await world.daemon().publish(tenant, { id: "e1", channel: "e", payload: {} });
    await world.settle();
    const counts = async () => {
      const found = await Promise.all(
        [kinds.decision, kinds.event, kinds.seen, kinds.run].map((kind) =>
          world.store.records({ tenant, kind, limit: 9 }),
        ),
      );
      return [...found.map((rows) => rows.length), (await world.store.counters(tenant, "agents.tokens:")).length];
    };
    expect(await counts()).toEqual([1, 1, 1, 1, 1]);
    for (let at = 0; at < 29; at += 1) await world.pass(day);
    expect(await counts()).toEqual([1, 1, 1, 1, 1]);
    for (let at = 0; at < 3; at += 1) await world.pass(day);
    expect(await counts()).toEqual([0, 0, 0, 1, 0]);
  });

  it("forgets that something was made of a call after its time, and entries after theirs", async () => {
    const clockIds = { now: () => world?.clock.now() ?? Date.UTC(2025, 0, 15, 12), setTimer: () => () => undefined };
    const ids = createTimeIds(clockIds);
    await open({}, { ids });
    const [noticeId, entryId] = [ids.next(), ids.next()];
    await world.store.write((tx) => {
      tx.putRecord({ tenant, kind: kinds.once, id: "hash", group: dayOfUtc(world.clock.now()), body: noticeId }, 0);
      tx.putRecord({ tenant, kind: kinds.notice, id: noticeId, body: null }, 0);
      tx.putRecord({ tenant, kind: kinds.collapse, id: entryId, body: null }, 0);
    });
    const counts = async () => {
      const kept = [kinds.once, kinds.notice, kinds.collapse];
      return Promise.all(kept.map(async (kind) => (await world.store.records({ tenant, kind, limit: 9 })).length));
    };
    for (let at = 0; at < 29; at += 1) await world.pass(day);
    expect(await counts()).toEqual([1, 1, 1]);
    for (let at = 0; at < 3; at += 1) await world.pass(day);
    expect(await counts()).toEqual([0, 1, 1]);
    await world.pass(365 * day);
    await world.pass(day);
    expect(await counts()).toEqual([0, 0, 0]);
  });
});
