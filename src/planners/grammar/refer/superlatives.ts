import { hasRole } from "../../../language/words/roles.ts";
import type { Iteration } from "../../../plan/step.ts";
import type { Sheet } from "../fill/sheet.ts";
import type { Range } from "../fill/assign.ts";
import { stemOf } from "../profile/name-words.ts";
import type { ListOutput } from "./outputs.ts";

type Order = NonNullable<Iteration["orderBy"]>;

// Adjective to what it measures and which end of it is meant.
const measures: readonly (readonly [string, string, Order["direction"]])[] = [
  ["cheapest", "price cost amount fare total", "ascending"],
  ["priciest", "price cost amount fare total", "descending"],
  ["latest", "date time created updated timestamp year day", "descending"],
  ["oldest", "date time created updated timestamp year day", "ascending"],
  ["nearest", "distance", "ascending"],
  ["fastest", "duration time length", "ascending"],
  ["slowest", "duration time length", "descending"],
  ["best", "rating score rank", "descending"],
  ["worst", "rating score rank", "ascending"],
];
const ends: readonly (readonly [string, Order["direction"]])[] = [
  ["highest", "descending"],
  ["lowest", "ascending"],
];

/** "the cheapest", "the three with the highest price", "the first two": how a list is ordered and how much of it is meant. */
export function superlativeIn(
  sheet: Sheet,
  range: Range,
  list: ListOutput,
): Pick<Iteration, "orderBy" | "take"> | undefined {
  for (let at = range.from; at < range.to; at += 1) {
    const word = sheet.reading.tokens[at]?.lower ?? "";
    const take = countNear(sheet, at, range);
    const measure = measures.find(([role]) => hasRole(word, role));
    const by =
      measure === undefined
        ? undefined
        : fieldFor(
            list,
            measure[1].split(" ").map((name) => stemOf(name)),
          );
    if (measure !== undefined && by !== undefined) return { orderBy: { path: by, direction: measure[2] }, take };
    const end = ends.find(([role]) => hasRole(word, role));
    const named = end === undefined ? undefined : amountOf(list, stemsAfter(sheet, at, range));
    if (end !== undefined && named !== undefined) return { orderBy: { path: named, direction: end[1] }, take };
    if (hasRole(word, "first of") && take > 1) return { take };
  }
  return undefined;
}

function fieldFor(list: ListOutput, stems: readonly string[]): string | undefined {
  for (const stem of stems) {
    const field = list.fields.find((one) => one.stems.includes(stem));
    if (field !== undefined) return field.name;
  }
  return undefined;
}

/** The number that is named, or the only one an element has. */
function amountOf(list: ListOutput, stems: readonly string[]): string | undefined {
  const fields = list.fields.filter(({ type }) => type === "number" || type === "integer");
  return fieldFor({ ...list, fields }, stems) ?? (fields.length === 1 ? fields[0]?.name : undefined);
}

function stemsAfter(sheet: Sheet, at: number, range: Range): string[] {
  return sheet.reading.tokens.slice(at + 1, Math.min(range.to, at + 4)).map((token) => token.stem);
}

/** A number right before or after the adjective; one thing where there is none. */
function countNear(sheet: Sheet, at: number, range: Range): number {
  const number = sheet.reading.candidates.find(
    (candidate) =>
      candidate.kind === "number" &&
      (candidate.start === at + 1 || candidate.end === at) &&
      candidate.start >= range.from &&
      candidate.end <= range.to,
  );
  return typeof number?.value === "number" &&
    Number.isInteger(number.value) &&
    number.value > 0 &&
    number.ordinal !== true
    ? number.value
    : 1;
}
