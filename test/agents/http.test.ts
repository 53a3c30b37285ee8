import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AgentDetail, AgentRunPage, DecisionPage, NoticePage } from "../../src/contracts/api/agents.ts";
import { AgentList, AgentRunRecord } from "../../src/contracts/react/agent-run.ts";
import type { RouteName } from "../../src/contracts/api/routes.ts";
import { type Call, openServerWorld, type ServerWorld } from "../support/server-world.ts";
import { runEventLoop } from "../support/test-store.ts";

let world: ServerWorld;
let key: string;
beforeAll(async () => {
  world = await openServerWorld();
  key = await world.key("acme", ["admin"]);
});
afterAll(() => world.stop());

const stock = (id: string, more: object = {}): object => ({
  id,
  description: "Looks at the shelf.",
  goal_template: { type: "agent_task", description: "what do we have in stock of bolts" },
  toolset: ["inventory_lookup"],
  limits: { max_runs_per_day: 2, min_interval_seconds: 0 },
  ...more,
});
const ask = async (name: RouteName, call: Call = {}): Promise<{ status: number; body: unknown }> => {
  const response = await world.call(name, call, key);
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text };
};
const put = async (id: string, more: object = {}): Promise<AgentDetail> => {
  const { status, body } = await ask("putAgent", { params: { id }, body: stock(id, more) });
  expect(status).toBe(200);
  return AgentDetail.parse(body);
};
const of = (id: string, body?: object): Call => ({ params: { id }, ...(body !== undefined && { body }) });
const pass = async (ms: number): Promise<void> => {
  world.clock.advance(ms);
  await runEventLoop(200);
};

describe("more agents at once than there are slots", () => {
  it("all end: one that waits for its reasoning holds no slot that the reasoning needs", async () => {
    const ids = Array.from({ length: 80 }, (_, at) => `agent.crowd_${at}`);
    for (const id of ids) await put(id);
    const ran = await Promise.all(ids.map((id) => ask("runAgentOnce", of(id, {}))));
    expect(new Set(ran.map(({ body }) => AgentRunRecord.parse(body).status))).toEqual(new Set(["success"]));
    for (const id of ids) await ask("removeAgent", of(id));
  }, 60_000);
});

describe("profiles over HTTP", () => {
  it("are added, shown with their next five runs, replaced and deleted; their records stay", async () => {
    const detail = await put("agent.crud", { triggers: { time: [{ cron: "0 2 * * *", timezone: "America/Denver" }] } });
    expect(detail).toMatchObject({ file: null, agent: { enabled: true, status: "idle", last_run: null } });
    expect(detail.next_runs).toEqual([16, 17, 18, 19, 20].map((day) => `2025-01-${day}T09:00:00.000Z`));
    const { body } = await ask("listAgents");
    expect(AgentList.parse(body).agents.map(({ id }) => id)).toContain("agent.crud");
    await ask("runAgentOnce", of("agent.crud", {}));
    expect((await ask("removeAgent", of("agent.crud"))).status).toBe(200);
    expect((await ask("getAgent", of("agent.crud"))).status).toBe(404);
    expect((await ask("listDecisions", of("agent.crud"))).body).toMatchObject({
      decisions: [{ outcome: "fired", says: expect.stringContaining("A run was requested") }],
    });
    const { body: page } = await ask("listAgentRuns", of("agent.crud"));
    expect(page).toMatchObject({ runs: [{ status: "success" }] });
    const [run] = AgentRunPage.parse(page).runs;
    const one = (id: string) => ask("getAgentRun", { params: { id, run: run?.run_id ?? "" } });
    expect((await one("agent.crud")).body).toEqual(run);
    expect((await one("agent.other")).status).toBe(404);
    expect((await ask("listDecisions", of("agent.never"))).status).toBe(404);
  });

  it("show what the next 30 days cost, next to what the last 30 cost", async () => {
    const time = [{ cron: "0 2 * * *", timezone: "UTC" }];
    const before = await put("agent.month", { triggers: { time } });
    expect(before.month).toMatchObject({
      least_runs: 30,
      most_runs: 30,
      expected_micro_cents: null,
      last: { runs: 0, micro_cents: 0 },
    });
    for (let run = 0; run < 2; run += 1) await ask("runAgentOnce", of("agent.month", {}));
    const day = new Date(world.clock.now()).toISOString().slice(0, 10);
    const place = `spend/${day}/agent.month/p%2Fm`;
    await world.planwright.store.write((tx) => {
      tx.count({ tenant: "acme", key: `${place}/micro_cents`, add: 500 });
      tx.count({ tenant: "acme", key: `${place}/calls`, add: 2 });
    });
    const { month } = AgentDetail.parse((await ask("getAgent", of("agent.month"))).body);
    expect(month).toMatchObject({ expected_micro_cents: 7500, last: { runs: 2, micro_cents: 500, unpriced_calls: 0 } });
    const events = await put("agent.month", { triggers: { time, events: [{ channel: "c" }] } });
    expect(events.month).toMatchObject({ least_runs: 30, most_runs: 60, expected_micro_cents: 500 });
    await ask("removeAgent", of("agent.month"));
  });

  it("have a version that ignores what only people read", async () => {
    const first = await put("agent.version");
    const cosmetic = await put("agent.version", { description: "Another.", metadata: { owner: "me" }, enabled: false });
    const other = await put("agent.version", { toolset: [] });
    expect([cosmetic.version === first.version, other.version === first.version]).toEqual([true, false]);
  });

  it.each([
    ["another id", { id: "agent.other" }, "/id"],
    ["a wrong cron", { triggers: { time: [{ cron: "61 * * * *" }] } }, "/triggers/time/0/cron"],
    [
      "a wrong zone",
      { triggers: { time: [{ cron: "1 * * * *", timezone: "Mars/Base" }] } },
      "/triggers/time/0/timezone",
    ],
    ["an unknown field", { trigers: {} }, "/trigers"],
    ["knobs below level 2", { knobs: [{ name: "k", min: 0, max: 1 }] }, "/knobs"],
  ])("with %s are refused at its place", async (_, more, pointer) => {
    const { status, body } = await ask("putAgent", { params: { id: "agent.bad" }, body: stock("agent.bad", more) });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(`"pointer":"${pointer}"`);
  });
});

describe("run-once", () => {
  it("takes another goal and more context, obeys the limits, and records that it was forced", async () => {
    await put("agent.once");
    const override = { override_goal_description: "what do we have in stock of nuts", extra_context: { debug: true } };
    const first = AgentRunRecord.parse((await ask("runAgentOnce", of("agent.once", override))).body);
    expect(first).toMatchObject({ status: "success", goal: { description: "what do we have in stock of nuts" } });
    expect(first.trace?.length).toBeGreaterThan(0);
    await ask("runAgentOnce", of("agent.once", {}));
    const refused = await ask("runAgentOnce", of("agent.once", {}));
    expect(refused).toMatchObject({ status: 429, body: { code: "QUOTA_EXCEEDED" } });
    expect(JSON.stringify(refused.body)).toContain("it reached its limit of 2 runs a day");
    expect((await ask("runAgentOnce", of("agent.once", { force: true }))).status).toBe(200);
    const { decisions } = DecisionPage.parse((await ask("listDecisions", of("agent.once"))).body);
    expect(decisions.map(({ outcome, forced }) => `${outcome} ${forced}`).toSorted()).toEqual(
      ["fired false", "fired false", "fired true", "skipped false"].toSorted(),
    );
  });

  it("with an Idempotency-Key is one run, and refuses the key for another request", async () => {
    await put("agent.key");
    const headers = { "idempotency-key": "k1" };
    const runOnce = (body: object = {}) => ask("runAgentOnce", { ...of("agent.key", body), headers });
    const { run_id: id } = AgentRunRecord.parse((await runOnce()).body);
    expect(AgentRunRecord.parse((await runOnce()).body).run_id).toBe(id);
    expect(AgentRunPage.parse((await ask("listAgentRuns", of("agent.key"))).body).runs).toHaveLength(1);
    const other = await runOnce({ override_goal_description: "what do we have in stock of nuts" });
    expect(other.body).toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("of a disabled agent is refused, and its triggers do not fire", async () => {
    await put("agent.off", { triggers: { events: [{ channel: "off" }] } });
    expect((await ask("disableAgent", of("agent.off"))).body).toMatchObject({ enabled: false });
    expect(await ask("runAgentOnce", of("agent.off", {}))).toMatchObject({
      status: 409,
      body: { code: "AGENT_DISABLED" },
    });
    await ask("publishEvent", { body: { channel: "off", id: "1" } });
    await vi.waitFor(async () => {
      await pass(10);
      expect((await ask("listDecisions", of("agent.off"))).body).toMatchObject({
        decisions: [{ outcome: "skipped", reason: "disabled" }, { reason: "disabled" }],
      });
    }, 20_000);
    expect((await ask("enableAgent", of("agent.off"))).body).toMatchObject({ enabled: true });
    expect((await ask("runAgentOnce", of("agent.off", {}))).status).toBe(200);
  });

  it("refuses context that the planner's contract does not take", async () => {
    await put("agent.context");
    const { status, body } = await ask("runAgentOnce", of("agent.context", { extra_context: { collapse_ids: 3 } }));
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain("/extra_context/collapse_ids");
  });
});

describe("events and state over HTTP", () => {
  it("takes CloudEvents and plain events, once each", async () => {
    await put("agent.events", {
      triggers: { events: [{ channel: "hub.end", conditions: { min_duration_sec: 300 }, overlap: "parallel" }] },
      limits: { max_concurrent_runs: 9, min_interval_seconds: 0 },
    });
    const cloud = { specversion: "1.0", id: "7", source: "/hub", type: "hub.end", data: { duration_sec: 400 } };
    const sent = [
      cloud,
      cloud,
      { ...cloud, source: "/other", data: { duration_sec: 1 } },
      { channel: "hub.end", payload: { duration_sec: 301 }, id: "plain" },
    ];
    const answers: unknown[] = [];
    for (const body of sent) answers.push((await ask("publishEvent", { body })).body);
    expect(answers).toMatchObject([
      { is_new: true },
      { is_new: false },
      { is_new: true },
      { id: "plain", is_new: true },
    ]);
    await vi.waitFor(async () => {
      await pass(10);
      const { decisions } = DecisionPage.parse((await ask("listDecisions", of("agent.events"))).body);
      expect(decisions.map(({ outcome }) => outcome).toSorted()).toEqual(["deduplicated", "fired", "fired", "skipped"]);
    }, 20_000);
  });

  it("keeps two long sources with one id apart", async () => {
    const long = (last: string): object => ({ specversion: "1.0", id: "1", source: "s".repeat(250) + last, type: "t" });
    const answers = [await ask("publishEvent", { body: long("a") }), await ask("publishEvent", { body: long("b") })];
    expect(answers).toMatchObject([{ body: { is_new: true } }, { body: { is_new: true } }]);
  });

  it("stores state, which fires its triggers", async () => {
    await put("agent.state", { triggers: { state: [{ selector: "shelf.bolts", op: "<", value: 10 }] } });
    await ask("putState", { params: { path: "shelf.bolts" }, body: { value: 4 } });
    expect((await ask("listState")).body).toMatchObject({ values: [{ path: "shelf.bolts", value: 4 }] });
    await vi.waitFor(async () => {
      await pass(10);
      expect((await ask("listAgentRuns", of("agent.state"))).body).toMatchObject({ runs: [{ status: "success" }] });
    }, 20_000);
    expect((await ask("putState", { params: { path: "a..b" }, body: { value: 4 } })).status).toBe(422);
  });
});

describe("what a run leaves", () => {
  it("is a collapse entry with every field, and a notice that stays until it was seen", async () => {
    await put("agent.leaves", {
      autonomy_level: 1,
      outputs: {
        collapse_entry: { enabled: true, topic: "autonomous-reflection" },
        notify_hub: { enabled: true, mode: "on_next_login" },
      },
    });
    const record = AgentRunRecord.parse((await ask("runAgentOnce", of("agent.leaves", {}))).body);
    expect(record.result_summary).toMatchObject({ notifications_sent: true, written_collapse_id: expect.any(String) });
    const entries = (await ask("listCollapse")).body as { entries: { collapse_id: string; entry: object }[] };
    const entry = entries.entries.find((one) => one.collapse_id === record.result_summary.written_collapse_id)?.entry;
    expect(Object.keys(entry ?? {}).toSorted()).toEqual(
      [
        "emergent_entity",
        "field_resonance",
        "mantra",
        "observer",
        "observer_state",
        "summary",
        "trigger",
        "type",
      ].toSorted(),
    );
    expect(entry).toMatchObject({ observer: "agent.leaves", type: "autonomous-reflection" });
    const unseen = async (): Promise<string[]> => {
      const { body } = await ask("listNotices", { query: { seen: "false" } });
      return NoticePage.parse(body)
        .notices.filter((one) => one.run_id === record.run_id)
        .map((one) => one.notice_id);
    };
    const [id = ""] = await unseen();
    expect((await ask("seeNotice", of(id))).body).toMatchObject({ notice_id: id, seen_at: expect.any(String) });
    expect(await unseen()).toEqual([]);
    expect((await ask("seeNotice", of(id))).status).toBe(200);
  });

  it("at level 0 is stored and not sent, and loading warns of it", async () => {
    const detail = await put("agent.zero", { outputs: { notify_hub: { enabled: true, mode: "now" } } });
    expect(detail.warnings).toContainEqual(expect.stringContaining("level 0 sends nothing"));
    const record = AgentRunRecord.parse((await ask("runAgentOnce", of("agent.zero", {}))).body);
    expect(record.result_summary.notifications_sent).toBe(false);
    const { notices } = NoticePage.parse((await ask("listNotices")).body);
    expect(notices.filter((one) => one.run_id === record.run_id)).toHaveLength(1);
  });

  it("can be exported, a record a line, the oldest first", async () => {
    await put("agent.export");
    for (const _ of [1, 2]) {
      await ask("runAgentOnce", of("agent.export", {}));
      await pass(5);
    }
    const response = await world.call("exportAgentRuns", of("agent.export"), key);
    const lines = (await response.text()).trimEnd().split("\n");
    const records = lines.map((line) => AgentRunRecord.parse(JSON.parse(line)));
    expect(records).toHaveLength(2);
    expect(records.map(({ started_at }) => started_at)).toEqual(records.map(({ started_at }) => started_at).toSorted());
  });

  it("needs a bus of its own for dead letters", async () => {
    expect(await ask("listDeadLetters")).toEqual({ status: 200, body: { events: [] } });
  });
});
