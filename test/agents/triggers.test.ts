import { afterEach, describe, expect, it } from "vitest";
import { mismatchOf } from "../../src/agents/triggers/event/conditions.ts";
import { crossing, readCondition } from "../../src/agents/triggers/state/state-edge.ts";
import { emptyState } from "../../src/agents/decisions/agent-state.ts";
import { parseProfile } from "../../src/agents/profile/parse-profile.ts";
import { lastSlot } from "../../src/agents/triggers/time/time-handler.ts";
import { renderDecision } from "../../src/agents/decisions/render-decision.ts";
import { StateTrigger } from "../../src/contracts/react/trigger.ts";
import type { Json } from "../../src/plan/json.ts";
import {
  type AgentsWorld,
  answerTo,
  openAgentsWorld,
  profileOf,
  tenant,
  type WorldOptions,
} from "./support/agents-world.ts";

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2025, 0, 15, 12);
let world: AgentsWorld;
afterEach(() => world?.stop());

const open = async (profile: object, more: Partial<WorldOptions> = {}): Promise<AgentsWorld> =>
  (world = await openAgentsWorld({ at: noon, profiles: [profileOf("agent.a", profile)], ...more }));
const outcomes = async (): Promise<string[]> =>
  (await world.decisions()).map(({ outcome, reason, detail }) => [outcome, reason, detail].filter(Boolean).join(" "));

describe("conditions of an event", () => {
  const payload: Json = { duration_sec: 300, user: { name: "juniper" }, kind: null, "a.b": 1, a: { b: 2 } };
  it.each([
    [{ min_duration_sec: 300 }, undefined],
    [{ min_duration_sec: 301 }, "duration_sec: 300 is below 301"],
    [{ max_duration_sec: 299 }, "duration_sec: 300 is above 299"],
    [{ "min_user.name": 1 }, 'user.name: "juniper" is not a number'],
    [{ min_other: 1 }, "other: it is missing"],
    [{ "user.name": "juniper" }, undefined],
    [{ "user.name": { in: ["orion", "juniper"] } }, undefined],
    [{ "user.name": { in: ["orion"] } }, 'user.name: "juniper" is not one of ["orion"]'],
    [{ kind: null }, undefined],
    [{ kind: { exists: true } }, undefined],
    [{ other: { exists: true } }, "other: it is missing"],
    [{ other: { exists: false } }, undefined],
    [{ kind: { exists: false } }, "kind: it is there"],
    [{ other: "x" }, "other: it is missing"],
    [{ duration_sec: "300" }, 'duration_sec: 300 is not "300"'],
    [{ "a.b": 1 }, undefined],
    [{ toString: { exists: true } }, "toString: it is missing"],
  ])("%j: %s", (conditions, expected) => {
    const mismatch = mismatchOf(conditions, payload);
    expect(mismatch && `${mismatch.field}: ${mismatch.why}`).toBe(expected);
  });
});

describe("a condition on the state", () => {
  const trigger = (op: string, value: Json, max_age_seconds?: number) =>
    StateTrigger.parse({ selector: "s", op, value, max_age_seconds });
  it.each([
    [">", 0.7, 0.8, "true"],
    [">", 0.7, 0.7, "false"],
    [">=", 0.7, 0.7, "true"],
    ["<", 1, 0, "true"],
    ["<=", 1, 2, "false"],
    ["==", "calm", "calm", "true"],
    ["!=", "calm", "calm", "false"],
    ["!=", "calm", 3, "true"],
    [">", 1, "2", "unlike"],
    [">", 1, null, "unlike"],
    [">", "b", "c", "true"],
    [">", true, true, "unlike"],
  ])("%s %j of %j is %s", (op, value, told, expected) => {
    expect(readCondition(trigger(op, value), { value: told, at: 0 }, 0)).toBe(expected);
  });

  it("is unknown where there is no value, or an old one", () => {
    expect(readCondition(trigger(">", 1), undefined, 0)).toBe("missing");
    expect(readCondition(trigger(">", 1, 60), { value: 2, at: 0 }, 60_000)).toBe("true");
    expect(readCondition(trigger(">", 1, 60), { value: 2, at: 0 }, 60_001)).toBe("stale");
  });

  it("fires on the crossing, and unknown values change nothing", () => {
    const readings = ["true", "true", "stale", "true", "false", "missing", "true", "unlike", "true"] as const;
    let isArmed = true;
    const fired = readings.map((reading) => {
      const crossed = crossing(isArmed, reading);
      isArmed = crossed.isArmed;
      return crossed.fires;
    });
    expect(fired).toEqual([true, false, false, false, false, false, true, false, false]);
  });
});

describe("a state trigger", () => {
  const low = { triggers: { state: [{ selector: "stock.bolts", op: "<", value: 10, max_age_seconds: 3600 }] } };
  const tell = async (path: string, value: Json): Promise<void> => {
    await world.daemon().setState(tenant, { path, value });
    await world.pass(2000);
  };

  it("that flaps fires once a crossing, and every evaluation leaves one row", async () => {
    await open(low);
    const values = [12, 9, 8, 11, 9, 9, 12, "many", 3];
    for (const value of values) await tell("stock.bolts", value);
    expect(world.asked).toHaveLength(3);
    expect(await outcomes()).toEqual([
      "skipped condition stock.bolts is 12, not < 10",
      "fired",
      "skipped already_met stock.bolts = 8",
      "skipped condition stock.bolts is 11, not < 10",
      "fired",
      "skipped already_met stock.bolts = 9",
      "skipped condition stock.bolts is 12, not < 10",
      'skipped unknown stock.bolts is "many", of another type than 10',
      "fired",
    ]);
  });

  it("reads below a value of a shorter path, and names what is missing", async () => {
    await open(low);
    await tell("stock", { nuts: 3 });
    await tell("stock", { bolts: 3 });
    expect(await outcomes()).toEqual(["skipped unknown stock.bolts is not known", "fired"]);
  });

  it("shows the planner each value under its path and where the contract has it", async () => {
    await open(low);
    await tell("orion_state.curiosity.emergent_orion", 0.8);
    await tell("orion_state.notes", 5);
    await tell("stock.bolts", 1);
    expect(world.asked[0]?.context).toMatchObject({
      orion_state_snapshot: {
        version: "v1",
        curiosity: { emergent_orion: 0.8 },
        values: { "orion_state.notes": 5, "stock.bolts": 1 },
      },
      external_facts: { trigger: "state", selector: "stock.bolts", value: 1 },
    });
    expect(world.asked[0]?.context.orion_state_snapshot?.notes).toBeUndefined();
  });

  it("evaluates values that were set while it was down", async () => {
    await open({});
    await tell("stock.bolts", 3);
    expect(world.asked).toHaveLength(0);
    await world.replace([profileOf("agent.a", low)]);
    expect(world.asked).toHaveLength(1);
    await world.stop();
    await world.start();
    expect(world.asked).toHaveLength(1);
  });

  it("is not set off by an old value that comes to light again", async () => {
    await open(low);
    await tell("stock.bolts", 3);
    await tell("stock.bolts", 30);
    await world.pass(2 * hour);
    await world.stop();
    await world.start();
    expect(world.asked).toHaveLength(1);
  });
});

describe("an event", () => {
  const onEnd = { triggers: { events: [{ channel: "hub:end", conditions: { kind: "chat" } }] } };
  const publish = (id: string, payload: Json, channel = "hub:end"): Promise<boolean> =>
    world.daemon().publish(tenant, { id, channel, payload });

  it("counts once, and its repetition is reported", async () => {
    await open(onEnd);
    expect([await publish("e1", { kind: "chat" }), await publish("e1", { kind: "chat" })]).toEqual([true, false]);
    await publish("e2", { kind: "call" });
    await publish("e3", {});
    await world.settle();
    expect((await outcomes()).toSorted()).toEqual([
      "deduplicated",
      "fired",
      'skipped condition kind: "call" is not "chat"',
      "skipped condition kind: it is missing",
    ]);
  });

  it("fills in the goal, with the state and the time", async () => {
    await open({
      goal_template: {
        type: "agent_task",
        description: "remind {{event.invoice.id}} ({{state.desk.owner}}) at {{now}}",
      },
      triggers: { events: [{ channel: "invoice.overdue" }] },
    });
    await publish("e1", { invoice: { id: "INV-7" } }, "invoice.overdue");
    await world.settle();
    expect(world.asked).toEqual([]);
    expect(await outcomes()).toEqual(["skipped goal the goal needs state.desk.owner, which has no value"]);
    await world.daemon().setState(tenant, { path: "desk.owner", value: "Ann" });
    await publish("e2", { invoice: { id: "INV-8" } }, "invoice.overdue");
    await world.settle();
    expect(world.asked.map(({ goal }) => goal.description)).toEqual(["remind INV-8 (Ann) at 2025-01-15T12:00:00.000Z"]);
  });

  it.each<[string, Json]>([
    ["a CloudEvent", { specversion: "1.0", id: "1", source: "s", type: "hub.end", data: { kind: "chat" } }],
    ["an envelope", { event: "session_end", service: "hub", payload: { kind: "chat" } }],
  ])("is unwrapped from %s", async (_, payload) => {
    await open(onEnd);
    await publish("e1", payload);
    await world.settle();
    expect(await outcomes()).toEqual(["fired"]);
  });

  it("of another tenant with the same id is another event", async () => {
    await open(onEnd);
    await world.daemon().publish("globex", { id: "e1", channel: "hub:end", payload: { kind: "chat" } });
    await publish("e1", { kind: "chat" });
    await world.settle();
    expect(world.asked).toHaveLength(1);
  });

  it("that waited for a daemon still fires, or is missed where the trigger wants it so", async () => {
    const late = {
      triggers: {
        events: [{ channel: "hub:end" }, { channel: "hub:end", catchup: "none", conditions: { kind: "chat" } }],
      },
    };
    await open(late);
    const daemon = world.daemon();
    await world.stop();
    await daemon.publish(tenant, { id: "e1", channel: "hub:end", payload: { kind: "chat" } });
    world.clock.advance(5 * minute);
    await world.start();
    expect((await outcomes()).toSorted()).toEqual(["fired", "missed late"]);
  });
});

describe("a time trigger", () => {
  const hourly = (more: object): object => ({ triggers: { time: [{ cron: "0 * * * *", ...more }] } });

  it.each([
    ["none", ["missed late", "missed late", "missed late", "fired"]],
    ["latest", ["missed late", "missed late", "fired", "fired"]],
    ["all", ["fired", "fired", "fired", "fired"]],
  ])("with catchup %s after three slots without a daemon", async (catchup, expected) => {
    const limits = { max_runs_per_day: 9, min_interval_seconds: 0, max_concurrent_runs: 9 };
    await open({ ...hourly({ catchup, overlap: "parallel" }), limits });
    await world.stop();
    world.clock.advance(3 * hour + 10 * minute);
    await world.start();
    await world.pass(50 * minute);
    expect(await outcomes()).toEqual(expected);
  });

  it.each([
    ["skip", 1, ["fired", "skipped overlap", "skipped overlap"], 1],
    ["queue", 1, ["fired", "queued overlap", "queued overlap", "fired", "fired"], 3],
    ["parallel", 2, ["fired", "fired", "skipped overlap"], 2],
  ])("with overlap %s while a run takes its time", async (overlap, max_concurrent_runs, expected, runs) => {
    const held: (() => void)[] = [];
    await open(
      {
        ...hourly({ overlap }),
        limits: {
          max_runs_per_day: 9,
          min_interval_seconds: 0,
          max_concurrent_runs,
          planner_limits: { timeout_seconds: 80_000 },
        },
      },
      {
        reason: (request) => new Promise((resolve) => held.push(() => resolve(answerTo(request)))),
      },
    );
    for (let at = 0; at < 3; at += 1) await world.pass(hour);
    for (let at = 0; at < 3; at += 1) {
      held.splice(0).forEach((end) => end());
      await world.settle();
    }
    expect(await outcomes()).toEqual(expected);
    const all = await world.runs();
    expect(all.map(({ record }) => record?.status)).toEqual(Array.from({ length: runs }, () => "success"));
  });

  it("lets those that wait begin when the interval is over, not never", async () => {
    const held: (() => void)[] = [];
    await open(
      {
        triggers: { events: [{ channel: "e", overlap: "queue" }] },
        limits: { max_runs_per_day: 9, min_interval_seconds: 600 },
      },
      { reason: (request) => new Promise((resolve) => held.push(() => resolve(answerTo(request)))) },
    );
    for (const id of ["1", "2", "3"]) await world.daemon().publish(tenant, { id, channel: "e", payload: {} });
    await world.settle();
    for (let at = 0; at < 4; at += 1) {
      held.splice(0).forEach((end) => end());
      await world.pass(10 * minute);
    }
    const starts = (await world.runs()).map(({ startedAt }) => (startedAt - noon) / minute);
    expect(starts).toEqual([0, 10, 20]);
  });

  it("that was taken away and comes back owes nothing for the time between", async () => {
    const profile = profileOf("agent.a", hourly({ catchup: "all" }));
    await open(hourly({ catchup: "all" }));
    await world.pass(hour);
    await world.replace([]);
    await world.pass(3 * hour);
    await world.pass(2 * minute);
    await world.replace([profile]);
    await world.pass(hour);
    expect((await world.runs()).map(({ slot }) => slot.slice(11, 16))).toEqual(["13:00", "17:00"]);
  });

  it("says in a sentence why it did not run", async () => {
    await open({ ...hourly({ timezone: "Europe/Berlin" }), limits: { max_runs_per_day: 1, min_interval_seconds: 0 } });
    await world.pass(hour);
    await world.pass(hour);
    const [, second] = await world.decisions();
    expect(second && renderDecision(world.agent("agent.a"), second)).toBe(
      "15 Jan 2025, 15:00:00 CET: the slot 2025-01-15T14:00:00.000Z of 0 * * * * in Europe/Berlin came; it did not run: it reached its limit of 1 runs a day, until 16 Jan 2025, 00:00:00 CET.",
    );
  });
});

describe("two tenants", () => {
  it("may have an agent of the same name: each has its own slots", async () => {
    const { createAgent } = await import("../../src/agents/profile/agent.ts");
    const { createDaemon } = await import("../../src/agents/daemon.ts");
    await open({});
    const profile = profileOf("agent.a", { triggers: { time: [{ cron: "0 * * * *" }] } });
    const agents = ["acme", "globex"].map((of) => createAgent(of, profile));
    const daemon = createDaemon({
      ...world,
      ids: { next: () => crypto.randomUUID() },
      registry: {
        find: (of, id) => agents.find((one) => one.tenant === of && one.profile.id === id),
        all: () => agents,
      },
      reason: async (request) => answerTo(request),
      sender: async () => undefined,
      keepDays: 30,
      keepEntriesDays: 365,
    });
    await daemon.reload();
    const now = world.clock.now() + hour;
    const due = await world.store.jobs.due(now, 10);
    expect(due.map(({ queue, tenant: of }) => `${queue} ${of}`).toSorted()).toEqual([
      "agents.time acme",
      "agents.time globex",
    ]);
  });
});

describe("a goal template", () => {
  it.each([
    ["{{event.id}}", {}, "{{event.id}} needs an event trigger"],
    ["{{invoice.id}}", { events: [{ channel: "c" }] }, "{{invoice.id}} names nothing an agent has"],
    ["{{event}}", { events: [{ channel: "c" }] }, "{{event}} needs a field"],
    ["{{now.day}}", {}, "{{now.day}} has no fields"],
    ["{{event.", { events: [{ channel: "c" }] }, '"{{event." is not a template of a goal'],
  ])("%s is refused at load", (description, triggers, message) => {
    const { goal_template, ...rest } = profileOf("agent.a", { triggers });
    const checked = parseProfile({ ...rest, goal_template: { ...goal_template, description } });
    expect(checked.ok ? [] : checked.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe("a time trigger after the clock was ahead", () => {
  it("runs at the next slot of the right time", () => {
    const slots = { daily: noon + 48 * hour };
    expect(lastSlot({ ...emptyState, slots }, "daily", noon)).toBe(noon);
    expect(lastSlot({ ...emptyState, slots: { daily: noon - hour } }, "daily", noon)).toBe(noon - hour);
  });
});
