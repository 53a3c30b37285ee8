import { afterEach, describe, expect, it, vi } from "vitest";
import { admit } from "../../src/agents/decisions/admit.ts";
import { emptyState } from "../../src/agents/decisions/agent-state.ts";
import { createSchedule } from "../../src/agents/triggers/time/schedule.ts";
import { toWall } from "../../src/agents/triggers/time/wall-clock.ts";
import { sampleZones as zones } from "../support/sample-zones.ts";
import { type AgentsWorld, answerTo, openAgentsWorld, profileOf } from "./support/agents-world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 0, 1);
let world: AgentsWorld;
afterEach(() => world?.stop());

/** The slots of a year. */
function slotsOf({ next }: { next: (after: number) => number | undefined }): number[] {
  const slots: number[] = [];
  for (let at = next(start); at !== undefined && at < start + 365 * day; at = next(at)) slots.push(at);
  return slots;
}

describe("a year of slots with jitter and quiet hours", () => {
  it.each(zones)("in %s starts none in the quiet hours, loses none, and is the same every time", (timezone) => {
    const quiet_hours = { from: "22:00", to: "07:00", slots: "delay" } as const;
    const times = { cron: "20 1,9,23 * * *", timezone, quiet_hours, jitter_seconds: 600 };
    const [one, again, other] = [createSchedule(times, "a"), createSchedule(times, "a"), createSchedule(times, "b")];
    const slots = slotsOf(one);
    expect(slots).toEqual(slotsOf(createSchedule({ cron: times.cron, timezone })));
    const starts = slots.map(one.startOf);
    expect(starts).toEqual(slots.map(again.startOf));
    expect(starts).not.toEqual(slots.map(other.startOf));
    for (const [at, startAt] of starts.entries()) {
      const hour = new Date(toWall(startAt, timezone)).getUTCHours();
      expect([hour >= 7 && hour < 22, startAt >= (slots[at] ?? Infinity)]).toEqual([true, true]);
    }
  });

  it("skips slots instead where that is configured, also where the hours do not span midnight", () => {
    const quiet_hours = { from: "12:00", to: "13:00", slots: "skip" } as const;
    const { isQuiet, startOf } = createSchedule({ cron: "0 * * * *", timezone: "UTC", quiet_hours });
    const noon = start + 12 * 60 * minute;
    expect([isQuiet(noon - 1), isQuiet(noon), isQuiet(noon + 60 * minute)]).toEqual([false, true, false]);
    expect(startOf(noon)).toBe(noon);
  });
});

describe("the priority of a trigger", () => {
  it("orders the runs of the tenant that wait, and reaches the planner", async () => {
    const asked = new Set<string | undefined>();
    const at = (priority: string) => ({ triggers: { time: [{ cron: "0 9 * * *", catchup: "all", priority }] } });
    world = await openAgentsWorld({
      profiles: [profileOf("agent.a", at("low")), profileOf("agent.b", at("high"))],
      at: start,
      reason: async (request, { priority }) => {
        asked.add(priority);
        return answerTo(request);
      },
    });
    const enqueued: [string, number | undefined][] = [];
    world.store.jobs.watch(({ queue, priority }) => void enqueued.push([queue, priority]));
    await world.pass(10 * 60 * minute);
    expect(asked).toEqual(new Set(["high", "low"]));
    const levels = enqueued.filter(([queue]) => queue === "agents.run").map(([, priority]) => priority);
    expect(new Set(levels)).toEqual(new Set([-1, 1]));
  });
});

describe("slots that were missed", () => {
  it("run again only within the catch-up window", async () => {
    const time = [{ cron: "0 * * * *", catchup: "all", overlap: "parallel", catchup_window_minutes: 150 }];
    const limits = { max_runs_per_day: 99, min_interval_seconds: 0, max_concurrent_runs: 9 };
    world = await openAgentsWorld({
      profiles: [profileOf("agent.a", { triggers: { time }, limits })],
      at: start + minute,
    });
    await world.pass(5 * 60 * minute);
    const decided = (await world.decisions()).map(({ slot, outcome }) => `${slot.slice(11, 16)} ${outcome}`);
    expect(decided.toSorted()).toEqual(["01:00 missed", "02:00 missed", "03:00 fired", "04:00 fired", "05:00 fired"]);
  });

  it("of a range are filled once, in order, and no more than 100 at once", async () => {
    const time = [{ cron: "0 9 * * *" }];
    world = await openAgentsWorld({ profiles: [profileOf("agent.a", { triggers: { time } })], at: start });
    const fill = async (days: number) => {
      const done = world.daemon().backfill(world.agent("agent.a"), { from: start - days * day, to: start });
      await world.pass(1000);
      return await done;
    };
    const first = await fill(3);
    const slots = first === "too many" ? [] : first.map(({ slot }) => slot.slice(0, 13));
    expect(slots).toEqual(["2025-12-29T09", "2025-12-30T09", "2025-12-31T09"]);
    await vi.waitFor(
      async () => {
        await world.pass(1000);
        expect(world.asked).toHaveLength(3);
      },
      { timeout: 10_000 },
    );
    expect(await fill(3)).toMatchObject(Array.from({ length: 3 }, () => ({ outcome: "deduplicated" })));
    expect(await fill(200)).toBe("too many");
  });
});

describe("a line of firings", () => {
  it("is not overtaken by a firing that comes when the agent is free again", async () => {
    world = await openAgentsWorld({ profiles: [profileOf("agent.a")], at: start });
    const agent = world.agent("agent.a");
    const waiting = [{ trigger: "t", slot: "first", context: {} }];
    const free = { ...emptyState, waiting };
    expect(admit(agent, free, { overlap: "queue", now: start })).toEqual({ kind: "wait" });
    expect(admit(agent, emptyState, { overlap: "queue", now: start })).toEqual({ kind: "run" });
  });
});

describe("a paused agent", () => {
  it("says who paused it and why, until it is enabled again", async () => {
    const time = [{ cron: "0 * * * *" }];
    world = await openAgentsWorld({ profiles: [profileOf("agent.a", { triggers: { time } })], at: start + minute });
    const agent = world.agent("agent.a");
    await world.daemon().setEnabled(agent, false, { by: "ann", note: "stocktaking" });
    await world.pass(60 * minute);
    expect(await world.decisions()).toMatchObject([{ outcome: "skipped", reason: "disabled", detail: "stocktaking" }]);
    const pauseOf = async () => (await world.daemon().snapshots([agent]))[0]?.state.pause;
    expect(await pauseOf()).toMatchObject({ by: "ann", note: "stocktaking" });
    await world.daemon().setEnabled(agent, true, { by: "ann" });
    expect(await pauseOf()).toBeUndefined();
  });
});
