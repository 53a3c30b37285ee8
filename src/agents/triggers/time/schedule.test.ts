import { Cron } from "croner";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCron } from "./cron-pattern.ts";
import { createSchedule } from "./schedule.ts";
import { dayOf, fromWall, nextDayAt, toWall } from "./wall-clock.ts";
import { isZone } from "../../../contracts/zone.ts";
import { sampleZones as zones } from "../../../../test/support/sample-zones.ts";

const from = Date.UTC(2020, 0, 1);
const until = Date.UTC(2030, 0, 1);
const hour = 3_600_000;

describe("a schedule of certain hours", () => {
  const crons = ["30 2 * * *", "15,45 0-3 * * 0", "0 0 1 * *", "0 3 29 2 *", "*/20 1 1-14 3,10,11 *"];

  it.each(zones)("in %s is that of the reference, over ten years", (zone) => {
    const reference = createReference(zone);
    for (const cron of crons) expect([cron, ...slotsOf(cron, zone)]).toEqual([cron, ...reference(cron)]);
  });
});

describe("a schedule of every hour", () => {
  it.each(zones)("in %s loses and repeats no instant when the clocks change", (zone) => {
    const { next } = createSchedule({ cron: "*/30 * * * *", timezone: zone });
    for (const change of changesOf(zone).slice(0, 8)) {
      const expected = Array.from({ length: 12 }, (_, at) => change.at - 2 * hour + (at + 1) * (hour / 2));
      // Zones off by a quarter of an hour show the half hours elsewhere.
      const shift = ((toWall(change.at, zone) % (hour / 2)) + hour / 2) % (hour / 2);
      let after = change.at - 2 * hour - shift;
      for (const instant of expected) {
        after = next(after) ?? Number.NaN;
        expect(new Date(after).toISOString()).toBe(new Date(instant - shift).toISOString());
      }
    }
  });
});

describe("marking the minutes that have a slot", () => {
  const crons = ["* * * * *", "7 * * * 1-5", "30 2 * * *", "*/15 0-3 * * *", "59 23 * * *", "0 0 1 * *"];
  const quiet_hours = { from: "22:00", to: "02:30", slots: "skip" as const };
  const minutes = 48 * 60;

  it.each(zones)("in %s finds the slots that follow one another, also when the clocks change", (zone) => {
    const changes = changesOf(zone).slice(0, 4);
    // Half an hour off, so that a span also starts between the two times that the clocks show one hour.
    for (const from of changes.flatMap(({ at }) => [at - 24 * hour, at - hour / 2, at + hour / 2]))
      for (const times of crons.flatMap((cron) => [{ cron }, { cron, quiet_hours }])) {
        const schedule = createSchedule({ ...times, timezone: zone });
        const expected = new Uint8Array(minutes);
        const until = from + minutes * 60_000;
        for (let slot = schedule.next(from - 1); slot !== undefined && slot < until; slot = schedule.next(slot))
          if (!schedule.isQuiet(slot)) expected[(slot - from) / 60_000] = 1;
        const marked = new Uint8Array(minutes);
        schedule.mark(marked, from);
        expect([times, Buffer.from(marked).toString("hex")]).toEqual([times, Buffer.from(expected).toString("hex")]);
      }
  });
});

describe("a pattern", () => {
  const part = (low: number, high: number, longest = 9) => {
    const value = fc.integer({ min: low, max: high });
    const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
    const stepped = fc.tuple(fc.oneof(fc.constant("*"), range), fc.integer({ min: 1, max: longest }));
    const one = fc.oneof(
      value.map(String),
      range,
      stepped.map(([of, step]) => `${of}/${step}`),
    );
    return fc.oneof(
      fc.constant("*"),
      fc.array(one, { minLength: 1, maxLength: 3 }).map((list) => list.join(",")),
    );
  };
  const cron = fc
    .tuple(part(0, 59), part(0, 23), part(1, 28), part(1, 12), part(0, 6, 6))
    .map((list) => list.join(" "));

  it("means what croner says it means", () => {
    fc.assert(
      fc.property(cron, fc.integer({ min: from, max: until }), (text, start) => {
        const theirs = new Cron(text, { timezone: "UTC", paused: true, mode: "5-part" });
        const ours = createSchedule({ cron: text, timezone: "UTC" });
        let after = start;
        for (let slot = 0; slot < 4; slot += 1) {
          const expected = theirs.nextRun(new Date(after))?.getTime();
          expect([text, ours.next(after)]).toEqual([text, expected]);
          after = expected ?? after;
        }
      }),
      { seed: 7, numRuns: 1000 },
    );
  });

  it("knows names, and Sunday by both its numbers", () => {
    expect(parseCron("0 0 * JAN,mar mon-FRI")).toEqual(parseCron("0 0 * 1,3 1-5"));
    expect(parseCron("0 0 * * 7")).toEqual(parseCron("0 0 * * 0"));
  });
});

describe("what the clocks do", () => {
  it.each([
    ["a slot in the gap is due right after it", "30 2 * * *", "2025-03-09T05:00:00Z", "2025-03-09T07:00:00.000Z"],
    ["all slots in the gap are due once", "*/15 2 * * *", "2025-03-09T07:00:00Z", "2025-03-10T06:00:00.000Z"],
    ["a slot that comes twice is due at its first", "30 1 * * *", "2025-11-02T04:00:00Z", "2025-11-02T05:30:00.000Z"],
    ["and not again", "30 1 * * *", "2025-11-02T05:30:00Z", "2025-11-03T06:30:00.000Z"],
  ])("in New York: %s", (_, cron, after, expected) => {
    const slot = createSchedule({ cron, timezone: "America/New_York" }).next(Date.parse(after));
    expect(new Date(slot ?? 0).toISOString()).toBe(expected);
  });

  it("a day begins after midnight where midnight is jumped over", () => {
    const evening = Date.parse("2025-09-06T20:00:00Z");
    expect(dayOf(evening, "America/Santiago")).toBe("2025-09-06");
    expect(new Date(nextDayAt(evening, "America/Santiago")).toISOString()).toBe("2025-09-07T04:00:00.000Z");
  });
});

describe("a wrong schedule", () => {
  it.each([["61 * * * *"], ["* * * *"], ["0 0 31 2 *"], ["a b c d e"], ["*/0 * * * *"]])("%s says why", (cron) => {
    expect(parseCron(cron)).toEqual({ fault: expect.any(String) });
  });

  it("knows its zones", () => {
    expect([isZone("Asia/Tokyo"), isZone("Mars/Olympus")]).toEqual([true, false]);
  });
});

function slotsOf(cron: string, timezone: string): string[] {
  const { next } = createSchedule({ cron, timezone });
  const slots: string[] = [];
  for (let slot = next(from - 1); slot !== undefined && slot < until; slot = next(slot))
    slots.push(new Date(slot).toISOString());
  return slots;
}

type Change = { at: number; before: number; after: number };

const known = new Map<string, Change[]>();

function changesOf(zone: string): Change[] {
  const changes = known.get(zone) ?? findChanges(zone);
  known.set(zone, changes);
  return changes;
}

/** Every change of the offset, found by looking every six hours and halving. */
function findChanges(zone: string): Change[] {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  const offset = (at: number): number => {
    const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
    const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  };
  const changes: Change[] = [{ at: from - 48 * hour, before: 0, after: offset(from - 48 * hour) }];
  let after = offset(from - 48 * hour);
  for (let at = from - 48 * hour; at < until + 48 * hour; at += 6 * hour) {
    const before = after;
    after = offset(at + 6 * hour);
    if (before === after) continue;
    let [low, high] = [at, at + 6 * hour];
    while (high - low > 60_000) {
      const middle = low + Math.floor((high - low) / 120_000) * 60_000;
      if (offset(middle) === before) low = middle;
      else high = middle;
    }
    changes.push({ at: high, before, after });
  }
  return changes;
}

/** Cron as its manual tells it: every minute of every day on the wall, field by field, laid onto the stretches of equal offset. */
function createReference(zone: string): (cron: string) => string[] {
  const changes = changesOf(zone);
  const instantOf = (wall: number): number => {
    for (const [index, { at, after }] of changes.entries()) {
      const end = changes[index + 1]?.at ?? Infinity;
      if (wall - after < at) return at; // jumped over
      if (wall - after < end) return wall - after;
    }
    return Number.NaN;
  };
  return (cron) => {
    const [minutes, hours, days, months, weekdays] = cron.split(" ").map(field) as [Field, Field, Field, Field, Field];
    const times = Array.from({ length: 1440 }, (_, at) => at).filter(
      (at) => minutes(at % 60) && hours(Math.floor(at / 60)),
    );
    const slots = new Set<number>();
    for (let day = from - 24 * hour; day < until + 24 * hour; day += 24 * hour) {
      const date = new Date(day);
      if (!months(date.getUTCMonth() + 1) || !days(date.getUTCDate()) || !weekdays(date.getUTCDay())) continue;
      for (const minute of times) slots.add(instantOf(day + minute * 60_000));
    }
    const inside = [...slots].filter((slot) => slot >= from && slot < until);
    return inside.toSorted((a, b) => a - b).map((slot) => new Date(slot).toISOString());
  };
}

type Field = (value: number) => boolean;

function field(text: string): Field {
  const deps = text.split(",").map((part) => {
    const [range = "*", step = "1"] = part.split("/");
    const [low, high = low] = range === "*" ? [0, 59] : range.split("-").map(Number);
    return (value: number) => value >= (low ?? 0) && value <= (high ?? 0) && (value - (low ?? 0)) % Number(step) === 0;
  });
  return (value) => deps.some((matches) => matches(value));
}

describe("the clock on the wall", () => {
  it.each(zones)("in %s goes there and back", (zone) => {
    for (let at = from; at < until; at += 97.25 * hour) {
      const minute = Math.floor(at / 60_000) * 60_000;
      const there = toWall(minute, zone);
      const back = fromWall(there, zone);
      expect(toWall(back, zone)).toBe(there);
      expect(back).toBeLessThanOrEqual(minute);
    }
  });
});
