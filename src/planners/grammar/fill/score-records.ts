import type { Json, JsonObject } from "../../../plan/json.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import { put } from "./put.ts";
import type { ScoredValue } from "./scored.ts";
import type { Sheet } from "./sheet.ts";

/** What the goal offers for the fields of the objects in a list. */
type FieldOffers = { fields: readonly ParamProfile[]; offered: readonly (readonly ScoredValue[])[] };

const good = 0.9;
const fair = 0.7;

/** A list of objects: one field leads (an id, a name), the others go to the nearest leading value. */
export function scoreRecords(sheet: Sheet, offers: FieldOffers): ScoredValue[] {
  const lead = leadOf(offers);
  if (lead === undefined) return [];
  const anchors = apart(offers.offered[lead] ?? [], good);
  const records = anchors.map((anchor) => new Map([[lead, anchor]]));
  for (const [i] of offers.fields.entries())
    if (i !== lead) attach(sheet, { anchors, records, hits: apart(offers.offered[i] ?? [], fair), field: i });
  const whole = records.flatMap((record) => toObject(offers.fields, record) ?? []);
  if (whole.length === 0) return [];
  const used = records.flatMap((record) => [...record.values()]);
  const score = used.reduce((sum, one) => sum + one.score, 0) / used.length + 0.5;
  const spans = used.map((one) => [one.start, one.end] as const);
  return [
    {
      score,
      value: whole,
      start: Math.min(...spans.map(([start]) => start)),
      end: Math.max(...spans.map(([, end]) => end)),
      kind: "json",
      spans,
    },
  ];
}

/** The required field with the most good values; of equals the better ones. */
function leadOf(offers: FieldOffers): number | undefined {
  const needed = offers.fields.some((field) => field.needed);
  let best: { field: number; weight: number } | undefined;
  for (const [i, field] of offers.fields.entries()) {
    if (needed && !field.needed) continue;
    const hits = apart(offers.offered[i] ?? [], good);
    const weight =
      hits.length + 0.1 * Math.max(0, ...hits.map((hit) => hit.score)) + (field.type === "string" ? 0.2 : 0);
    if (hits.length > 0 && (best === undefined || weight > best.weight)) best = { field: i, weight };
  }
  return best?.field;
}

/** Values that do not overlap, better ones first chosen, in text order. */
function apart(list: readonly ScoredValue[], least: number): ScoredValue[] {
  const kept: ScoredValue[] = [];
  for (const one of list)
    if (one.score >= least && !kept.some((other) => other.start < one.end && one.start < other.end)) kept.push(one);
  return kept.slice(0, 20).toSorted((a, b) => a.start - b.start);
}

type Attachment = {
  anchors: readonly ScoredValue[];
  records: readonly Map<number, ScoredValue>[];
  hits: readonly ScoredValue[];
  field: number;
};

function attach(sheet: Sheet, { anchors, records, hits, field }: Attachment): void {
  const free = hits.filter(
    (hit) =>
      !records.some((record) => [...record.values()].some((other) => other.start < hit.end && hit.start < other.end)),
  );
  for (const hit of free) {
    const distances = anchors.map((anchor) => distance(sheet, anchor, hit));
    const nearest = distances.indexOf(Math.min(...distances));
    const record = records[nearest];
    const worth = (one: ScoredValue): number => one.score - 0.08 * distance(sheet, anchors[nearest] ?? one, one);
    const held = record?.get(field);
    if (record !== undefined && (held === undefined || worth(hit) > worth(held))) record.set(field, hit);
  }
  // Said once, meant for all.
  const [only] = free;
  if (free.length === 1 && only !== undefined) for (const record of records) record.set(field, only);
}

/** Tokens between, separators and sentence ends counting more; what follows a value is nearer than what precedes it. */
function distance(sheet: Sheet, anchor: ScoredValue, hit: ScoredValue): number {
  const after = hit.start >= anchor.end;
  const [from, to] = after ? [anchor.end, hit.start] : [hit.end, anchor.start];
  const crossed = (sums: readonly number[]): number => (sums[to] ?? 0) - (sums[from] ?? 0);
  return to - from + 3 * crossed(sheet.separators) + 8 * crossed(sheet.stops) + (after ? 0 : 1);
}

function toObject(fields: readonly ParamProfile[], record: ReadonlyMap<number, ScoredValue>): Json | undefined {
  const object: JsonObject = {};
  for (const [i, field] of fields.entries()) {
    const value = record.get(i)?.value ?? (field.needed ? field.fallback : undefined);
    if (value !== undefined) put(object, field.path, value);
    else if (field.required) return undefined;
  }
  return object;
}
