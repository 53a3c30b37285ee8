import type { PackRecord } from "../../packs/records.ts";
import { dayMs, dayOf, type Local, minuteMs, type Period, readLocal } from "../words/when.ts";
import { findRecords } from "./find-records.ts";
import { isTrouble, type Office, type Row, textOf, type Trouble } from "./office.ts";

/** Days ahead that are looked at for a gap. */
const furthest = 14;

/** The first gap of that length in working hours that no record of the kind fills. */
export async function freeSlot(
  office: Office,
  kind: string,
  wanted: { period: Period; minutes: number },
): Promise<Local | Trouble> {
  const record = office.pack.records[kind];
  if (record?.when === undefined) return { trouble: "unknown", details: kind };
  const field = record.when;
  const last = Math.min(wanted.period.to, dayOf(wanted.period.from) + furthest * dayMs);
  for (let day = dayOf(wanted.period.from); day < last; day += dayMs) {
    const tests = [
      { field, op: "from", at: day },
      { field, op: "to", at: day + dayMs },
    ] as const;
    const rows = await findRecords(office, { kind, tests, many: true, said: "" });
    if (isTrouble(rows)) return rows;
    const slot = gapIn(
      rows.map((row) => busy(row, record)),
      { day, office, minutes: wanted.minutes },
    );
    if (slot !== undefined) return slot;
  }
  return { trouble: "unknown", details: "no free time" };
}

function busy(row: Row, record: PackRecord): Period {
  const length = Object.entries(record.fields).find(([, { type }]) => type === "minutes")?.[0] ?? "";
  const from = readLocal(textOf(row[record.when ?? ""])) ?? 0;
  return { from, to: from + Number(textOf(row[length])) * minuteMs };
}

function gapIn(
  taken: readonly Period[],
  { day, office, minutes }: { day: Local; office: Office; minutes: number },
): Local | undefined {
  const { hours } = office.pack;
  const end = day + clock(hours.to);
  let at = Math.max(day + clock(hours.from), office.now);
  for (const { from, to } of taken.toSorted((a, b) => a.from - b.from)) {
    if (from - at >= minutes * minuteMs) break;
    at = Math.max(at, to);
  }
  return at + minutes * minuteMs <= end ? at : undefined;
}

function clock(text: string): number {
  const [hour = 0, minute = 0] = text.split(":").map(Number);
  return (hour * 60 + minute) * minuteMs;
}
