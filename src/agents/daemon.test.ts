import { afterEach, describe, expect, it } from "vitest";
import { createTestEngine, openTestStore, runEventLoop } from "../../test/support/test-store.ts";
import { AgentProfile } from "../contracts/react/agent-profile.ts";
import type { PlanReactRequest, PlanReactResponse } from "../contracts/react/plan-react.ts";
import { createFakeClock, type FakeClock } from "../testing/fake-clock.ts";
import { createFakeIds } from "../testing/fake-ids.ts";
import { createMemoryLog } from "../testing/memory-log.ts";
import { type Agent, createAgent } from "./profile/agent.ts";
import { createDaemon } from "./daemon.ts";

const hour = 3_600_000;
const noon = Date.UTC(2025, 0, 15, 12);

describe("a daemon", () => {
  it("runs an agent at its slots, keeps to its limits and says why not", async () => {
    const world = await open({
      triggers: { time: [{ cron: "0 * * * *" }] },
      limits: { max_runs_per_day: 2, min_interval_seconds: 60 },
    });
    for (let at = 0; at < 4; at += 1) await world.pass(hour);
    expect(world.asked.map(({ goal }) => goal.description)).toEqual(["Reflect.", "Reflect."]);
    const decisions = await world.daemon.decisions(world.of, { limit: 10 });
    expect(decisions.map(({ outcome, reason, slot }) => [slot.slice(11, 16), outcome, reason])).toEqual([
      ["16:00", "skipped", "quota"],
      ["15:00", "skipped", "quota"],
      ["14:00", "fired", undefined],
      ["13:00", "fired", undefined],
    ]);
    const runs = await world.daemon.runs(world.of, { limit: 10 });
    expect(runs.map(({ record }) => record?.status)).toEqual(["success", "success"]);
  });

  it("answers run-once with the record", async () => {
    const world = await open({});
    const answered = world.daemon.runOnce(world.agent, { force: false, override_goal_description: "Look again." });
    await world.pass(0);
    await world.pass(1000);
    expect((await answered).run).toMatchObject({ status: "success", goal: { description: "Look again." } });
  });

  it("answers run-once with the same run under the same key, unless it was refused", async () => {
    const world = await open({ limits: { max_runs_per_day: 1, min_interval_seconds: 0 } });
    const runOnce = async (key: string) => {
      const answered = world.daemon.runOnce(world.agent, { force: false }, key);
      await world.pass(0);
      await world.pass(1000);
      return answered;
    };
    const [first, second] = [await runOnce("k1"), await runOnce("k1")];
    expect(second.run?.run_id).toBe(first.run?.run_id);
    expect(world.asked).toHaveLength(1);
    expect((await runOnce("k2")).decision).toMatchObject({ outcome: "skipped", reason: "quota" });
    await world.pass(24 * hour);
    expect((await runOnce("k2")).run).toMatchObject({ status: "success" });
  });

  it("takes an event once, and says what of it did not match", async () => {
    const world = await open({ triggers: { events: [{ channel: "hub:end", conditions: { min_duration_sec: 300 } }] } });
    const event = { id: "e1", channel: "hub:end", payload: { duration_sec: 400 } };
    expect(await world.daemon.publish("acme", event)).toBe(true);
    expect(await world.daemon.publish("acme", event)).toBe(false);
    await world.daemon.publish("acme", { ...event, id: "e2", payload: { duration_sec: 10 } });
    await world.daemon.publish("acme", { ...event, id: "e3", payload: {} });
    await world.pass(1000);
    expect(world.asked).toHaveLength(1);
    const decisions = await world.daemon.decisions(world.of, { limit: 10 });
    expect(decisions.map(({ outcome, detail }) => `${outcome} ${detail ?? ""}`).toSorted()).toEqual([
      "deduplicated ",
      "fired ",
      "skipped duration_sec: 10 is below 300",
      "skipped duration_sec: it is missing",
    ]);
  });

  it("fires once a crossing", async () => {
    const world = await open({
      triggers: { state: [{ selector: "stock.bolts", op: "<", value: 10 }] },
      limits: { min_interval_seconds: 0, max_runs_per_day: 100 },
    });
    for (const value of [12, 9, 8, 7, 11, 9, 12, "x", 3]) {
      await world.daemon.setState("acme", { path: "stock", value: { bolts: value } });
      await world.pass(1000);
    }
    expect(world.asked).toHaveLength(3);
  });
});

type World = { clock: FakeClock; stop: () => Promise<void> };
const opened: World[] = [];
afterEach(async () => {
  for (const world of opened.splice(0)) await world.stop();
});

async function open(more: Record<string, unknown>) {
  const clock = createFakeClock(noon);
  const store = (await openTestStore()).store;
  const log = createMemoryLog();
  const profile = AgentProfile.parse({
    id: "agent.test",
    description: "A test.",
    goal_template: { type: "agent_task", description: "Reflect." },
    toolset: [],
    ...more,
  });
  const agent: Agent = createAgent("acme", profile);
  const asked: PlanReactRequest[] = [];
  const daemon = createDaemon({
    store,
    clock,
    log,
    ids: createFakeIds(),
    registry: { find: (_, id) => (id === profile.id ? agent : undefined), all: () => [agent] },
    reason: async (request) => {
      asked.push(request);
      return answerTo(request);
    },
    sender: async () => undefined,
    keepDays: 30,
    keepEntriesDays: 365,
  });
  const engine = createTestEngine({ jobs: store.jobs, clock, log });
  await engine.start(daemon.queues);
  await daemon.reload();
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await runEventLoop(200);
  };
  opened.push({ clock, stop: () => engine.stop() });
  return { daemon, agent, of: { tenant: "acme", id: profile.id }, asked, pass };
}

function answerTo(request: PlanReactRequest): PlanReactResponse {
  return {
    request_id: request.request_id ?? "",
    status: "ok",
    final_answer: { content: "Done." },
    trace: [],
    usage: { steps: 1, tokens_reason: 1, tokens_answer: 1, tools_called: [], duration_ms: 1 },
  };
}
