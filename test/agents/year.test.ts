import { afterEach, describe, expect, it } from "vitest";
import { createSchedule } from "../../src/agents/triggers/time/schedule.ts";
import { createChance } from "../support/seeded-random.ts";
import { type AgentsWorld, openAgentsWorld, profileOf } from "./support/agents-world.ts";
import { sampleZones as zones } from "../support/sample-zones.ts";

// A year of slots in twenty zones, over restarts and a clock that moves in hours and in days: whatever the daemons do to
// one another, each slot has one run, and each run ends.
const hour = 3_600_000;
const begins = Date.UTC(2025, 0, 1, 0, 7);
const ends = begins + 365 * 24 * hour;

let world: AgentsWorld | undefined;
afterEach(() => world?.stop());

describe("a year in twenty zones", () => {
  it.each([
    ["one working, one standing by", "every day", { lock: true, cron: "30 2 * * *", least: 7000 }],
    ["both working at once", "at weekends, when clocks change", { lock: false, cron: "30 2 * * 6,0", least: 2000 }],
  ])(
    "with two daemons, %s, %s: one run for each slot",
    async (_, __, { lock, cron, least }) => {
      const times = zones.map((timezone) => ({ cron, timezone, catchup: "all", overlap: "queue" }));
      const profiles = times.map((time) =>
        profileOf(`agent.${time.timezone.replaceAll("/", ".")}`, { triggers: { time: [time] } }),
      );
      const chance = createChance(8);
      world = await openAgentsWorld({ at: begins, profiles, daemons: 2, lock });
      while (world.clock.now() < ends) {
        if (chance(10) === 0) {
          await world.stop();
          world.clock.advance(chance(72) * hour);
          await world.start();
        } else await world.pass((1 + chance(30)) * hour);
      }
      await world.pass(hour);
      const runs = await world.runs();
      const last = world.clock.now();
      const expected = profiles.flatMap(({ id, triggers }) =>
        slotsOf(triggers.time[0], last).map((slot) => `${id} ${slot}`),
      );
      expect(runs.map(({ profile, slot }) => `${profile.id} ${slot}`).toSorted()).toEqual(expected.toSorted());
      expect(runs.filter(({ record }) => record?.status !== "success")).toEqual([]);
      expect(runs.length).toBeGreaterThan(least);
    },
    60_000,
  );
});

function slotsOf(time: { cron: string; timezone: string } | undefined, last: number): string[] {
  if (time === undefined) return [];
  const { next } = createSchedule(time);
  const slots: string[] = [];
  for (let slot = next(begins); slot !== undefined && slot <= last; slot = next(slot))
    slots.push(new Date(slot).toISOString());
  return slots;
}
