import { isJsonObject } from "../../../plan/json.ts";
import type { Comparison, Condition, Measured } from "../requests/request.ts";
import { dayMs, type Period, writeDate } from "../words/when.ts";
import { callOf, isTrouble, type Office, readAt, type Trouble } from "./office.ts";

/** A measure day by day. */
async function figuresOf(office: Office, id: string, { from, to }: Period): Promise<number[] | Trouble> {
  const measures = office.pack.measures;
  const measure = measures?.values[id];
  const bound = measure === undefined ? undefined : office.tools.get(measure.tool);
  if (measures === undefined || measure === undefined || bound === undefined)
    return { trouble: "unavailable", details: id };
  const values = new Map([
    ["from", writeDate(from)],
    ["to", writeDate(to - dayMs)],
  ]);
  const args = callOf(bound, { ...measures.range, ...measure.args }, values);
  const days = await readAt(office, measure.tool, { args, items: measures.items });
  if (typeof days === "object" && days !== null && isTrouble(days)) return days;
  return isJsonObject(days) ? Object.values(days).filter((value) => typeof value === "number") : [];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export function compares(value: number, { way, than }: Comparison): boolean {
  switch (way) {
    case "more":
      return value > than;
    case "less":
      return value < than;
    case "least":
      return value >= than;
    case "most":
      return value <= than;
    case "equal":
      return value === than;
    default:
      return way satisfies never;
  }
}

type Figured = Extract<Condition, { is: "days" | "change" | "rank" | "top" }>;

/** Whether what is said of figures holds. */
export async function figuresHold(office: Office, condition: Figured): Promise<boolean | Trouble> {
  if (condition.is === "top") {
    const { group, most, period, measure } = condition;
    const ids = await measuresOf(office, { is: "extreme", group, most }, period);
    return "trouble" in ids ? ids : ids[0] === measure;
  }
  if (condition.is === "days") {
    const days = await figuresOf(office, condition.measure, condition.period);
    return isTrouble(days) ? days : daysHold(days, condition);
  }
  const [left, right] =
    condition.is === "change"
      ? [
          await figuresOf(office, condition.measure, condition.of),
          await figuresOf(office, condition.measure, condition.against),
        ]
      : [
          await figuresOf(office, condition.measure, condition.period),
          await figuresOf(office, condition.than, condition.period),
        ];
  if (isTrouble(left)) return left;
  if (isTrouble(right)) return right;
  const gain = (sum(left) - sum(right)) * (condition.way === "more" ? 1 : -1);
  if (condition.is === "rank") return gain > 0;
  const { share, by } = condition;
  if (share !== undefined) return sum(right) !== 0 && (100 * gain) / sum(right) > share;
  return gain > (by ?? 0);
}

function daysHold(days: readonly number[], { compare, how }: Extract<Condition, { is: "days" }>): boolean {
  switch (how) {
    case "any":
      return days.some((value) => compares(value, compare));
    case "all":
      return days.length > 0 && days.every((value) => compares(value, compare));
    case "sum":
      return compares(sum(days), compare);
    case "mean":
      return days.length > 0 && compares(sum(days) / days.length, compare);
    case "last":
      return days.length > 0 && compares(days.at(-1) ?? 0, compare);
    default:
      return how satisfies never;
  }
}

/** The measures that were meant; of a group, the one that stands out over the period. */
export async function measuresOf(
  office: Office,
  measured: Measured,
  period: Period,
): Promise<readonly string[] | Trouble> {
  if (measured.is === "measures") return measured.ids;
  const ids = Object.entries(office.pack.measures?.values ?? {}).flatMap(([id, { group }]) =>
    group === measured.group ? [id] : [],
  );
  let best: { id: string; total: number } | undefined;
  for (const id of ids) {
    const days = await figuresOf(office, id, period);
    if (isTrouble(days)) return days;
    const total = sum(days) * (measured.most ? 1 : -1);
    if (best === undefined || total > best.total) best = { id, total };
  }
  return best === undefined ? { trouble: "unknown", details: measured.group } : [best.id];
}
