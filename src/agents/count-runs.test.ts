import { describe, expect, it } from "vitest";
import { AgentProfile } from "../contracts/react/agent-profile.ts";
import { countRuns } from "./count-runs.ts";
import { createAgent } from "./profile/agent.ts";

const now = Date.parse("2026-03-01T00:00:00Z") - 1;

function count(triggers: object, limits: object = {}) {
  const profile = AgentProfile.parse({
    id: "agent.a",
    description: "",
    goal_template: { description: "g" },
    toolset: [],
    triggers,
    limits: { max_runs_per_day: 1000, min_interval_seconds: 0, ...limits },
  });
  return countRuns(createAgent("local", profile), now);
}

const daily = { cron: "0 9 * * *", timezone: "UTC" };
const hourly = { cron: "0 * * * *", timezone: "UTC" };
const night = { from: "22:00", to: "06:00", slots: "skip" };

describe("countRuns", () => {
  it.each([
    ["every slot of a schedule", { time: [daily] }, {}, { least: 30, most: 30 }],
    ["slots that two schedules share once", { time: [daily, hourly] }, {}, { least: 720, most: 720 }],
    ["no slot of quiet hours that skip", { time: [{ ...hourly, quiet_hours: night }] }, {}, { least: 480, most: 480 }],
    [
      "the slots of a schedule without quiet hours, whatever another skips",
      { time: [{ ...hourly, quiet_hours: night }, daily] },
      {},
      { least: 480, most: 480 },
    ],
    ["at most the quota of a day", { time: [hourly] }, { max_runs_per_day: 3 }, { least: 90, most: 90 }],
    ["at most one in each interval", { time: [hourly] }, { min_interval_seconds: 7200 }, { least: 360, most: 360 }],
    [
      "events up to the quota",
      { time: [daily], events: [{ channel: "c" }] },
      { max_runs_per_day: 5 },
      { least: 30, most: 150 },
    ],
    [
      "events up to the interval",
      { events: [{ channel: "c" }] },
      { min_interval_seconds: 86_400 },
      { least: 0, most: 30 },
    ],
    ["nothing without triggers", {}, {}, { least: 0, most: 0 }],
  ])("counts %s", async (_, triggers, limits, expected) => {
    expect(await count(triggers, limits)).toEqual(expected);
  });
});
