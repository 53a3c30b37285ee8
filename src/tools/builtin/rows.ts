import { canonicalText } from "../../plan/canonical.ts";
import { isJsonObject, type Json } from "../../plan/json.ts";
import { atPointer } from "../../plan/pointer.ts";
import { linesText } from "../../plan/value-text.ts";

/** A small algebra over lists of records: pure, total, and linear but for sorting. */

type Test = { pointer: string; is: string; to?: Json | undefined };

const ofFields = { less_than_field: "less", at_least_field: "at_least", equal_field: "equal" } as const;

/** Whether a field of an element passes. Values that cannot be compared do not pass, whatever the test. */
export function passes(row: Json, { pointer, is, to = null }: Test): boolean {
  const found = fieldOf(row, pointer);
  switch (is) {
    case "present":
    case "absent":
      return (found !== undefined && found !== null) === (is === "present");
    case "equal":
    case "not_equal":
      return (found !== undefined && canonicalText(found) === canonicalText(to)) === (is === "equal");
    case "contains":
      if (Array.isArray(found)) return found.some((item) => canonicalText(item) === canonicalText(to));
      return typeof found === "string" && typeof to === "string" && found.toLowerCase().includes(to.toLowerCase());
    case "less_than_field":
    case "at_least_field":
    case "equal_field": {
      const other = typeof to === "string" ? fieldOf(row, to) : null;
      return passes(row, { pointer, is: ofFields[is], to: other });
    }
    default: {
      const order = compare(found, to);
      if (order === undefined) return false;
      return is === "less" ? order < 0 : is === "at_most" ? order <= 0 : is === "more" ? order > 0 : order >= 0;
    }
  }
}

/** Stable; elements without a value that can be compared come last, in either direction. */
export function sortRows(rows: readonly Json[], by: { pointer: string; direction: string }): Json[] {
  const sign = by.direction === "ascending" ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: fieldOf(row, by.pointer) }));
  return keyed
    .toSorted((a, b) => {
      const [left, right] = [rankOf(a.key), rankOf(b.key)];
      return left === right ? sign * (compare(a.key, b.key) ?? 0) : left - right;
    })
    .map(({ row }) => row);
}

/** The first elements, or the first for each value of a field. */
export function takeRows(rows: readonly Json[], { count, each }: { count: number; each?: string | undefined }): Json[] {
  if (each === undefined) return rows.slice(0, count);
  const groups = Map.groupBy(rows, (row) => canonicalText(fieldOf(row, each) ?? null));
  return [...groups.values()].flatMap((members) => members.slice(0, count));
}

type Computation = { pointer: string; by: "minus" | "times"; with: string | number; as: string };

/** Elements with a number made of a field and another field or number; those without both are left out. */
export function computeRows(rows: readonly Json[], { pointer, by, with: other, as }: Computation): Json[] {
  return rows.flatMap((row) => {
    const left = fieldOf(row, pointer);
    const right = typeof other === "number" ? other : fieldOf(row, other);
    if (typeof left !== "number" || typeof right !== "number" || !isJsonObject(row)) return [];
    const result = by === "minus" ? left - right : left * right;
    return [{ ...row, [as]: rounded([result]) }];
  });
}

/** Numbers first, then texts, then other values. */
function rankOf(key: Json | undefined): number {
  return typeof key === "number" ? 0 : typeof key === "string" ? 1 : 2;
}

type Aggregate = { op: "sum" | "average" | "minimum" | "maximum" | "difference"; pointer: string };

/** Reduces a field to one number; elements without a number are ignored. */
export function aggregate(rows: readonly Json[], { op, pointer }: Aggregate): number | null {
  const numbers = rows.map((row) => fieldOf(row, pointer)).filter((one): one is number => typeof one === "number");
  if (op === "sum") return rounded(numbers);
  if (numbers.length === 0) return null;
  if (op === "average") return rounded(numbers) / numbers.length;
  // Two elements have one difference, and one or three have none.
  const [one = 0, other = 0] = numbers;
  if (op === "difference") return rows.length === 2 && numbers.length === 2 ? rounded([Math.abs(one - other)]) : null;
  return numbers.reduce((best, one) => (op === "minimum" ? Math.min(best, one) : Math.max(best, one)));
}

/** Rounds the error of binary fractions: 0.1 + 0.2 is 0.3. */
function rounded(numbers: readonly number[]): number {
  const sum = numbers.reduce((total, one) => total + one, 0);
  return Number.isSafeInteger(sum) ? sum : Number(sum.toPrecision(15));
}

type GroupBy = {
  pointer: string;
  each?: string | undefined;
  sum?: string | undefined;
  average?: string | undefined;
  difference?: string | undefined;
};

/** Groups in the order of first occurrence. */
export function groupRows(rows: readonly Json[], by: GroupBy): Json[] {
  const keyOf = (row: Json, pointer: string): Json => fieldOf(row, pointer) ?? null;
  const groups = Map.groupBy(rows, (row) =>
    canonicalText([keyOf(row, by.pointer), by.each === undefined ? null : keyOf(row, by.each)]),
  );
  return [...groups.values()].map((members) => ({
    key: keyOf(members[0] ?? null, by.pointer),
    ...(by.each !== undefined && { each: keyOf(members[0] ?? null, by.each) }),
    count: members.length,
    ...(by.sum !== undefined && { sum: aggregate(members, { op: "sum", pointer: by.sum }) }),
    ...(by.average !== undefined && { average: aggregate(members, { op: "average", pointer: by.average }) }),
    ...(by.difference !== undefined && {
      difference: aggregate(members, { op: "difference", pointer: by.difference }),
    }),
  }));
}

type Join = { pointer: string; to: string; as: string; unmatched?: "drop" | "keep" | undefined };

/** Joins each element with the first row that has an equal field. */
export function joinRows(
  elements: readonly Json[],
  rows: readonly Json[],
  { pointer, to, as, unmatched }: Join,
): Json[] {
  const byKey = new Map<string, Json>();
  for (const row of rows) {
    const key = fieldOf(row, to);
    if (key !== undefined && !byKey.has(canonicalText(key))) byKey.set(canonicalText(key), row);
  }
  return elements.flatMap((element) => {
    const key = fieldOf(element, pointer);
    const row = key === undefined ? undefined : byKey.get(canonicalText(key));
    if (row === undefined || !isJsonObject(element)) return unmatched === "keep" ? [element] : [];
    return [{ ...element, [as]: row }];
  });
}

/** Elements whose field equals that of no row. */
export function unmatchedRows(elements: readonly Json[], rows: readonly Json[], by: Omit<Join, "as">): Json[] {
  const matched = new Set(
    joinRows(elements, rows, { ...by, as: "" }).map((row) => canonicalText(fieldOf(row, by.pointer) ?? null)),
  );
  return elements.filter((element) => !matched.has(canonicalText(fieldOf(element, by.pointer) ?? null)));
}

/** The elements of a nested list in each row, with the fields of the row that they lack. */
export function flattenRows(rows: readonly Json[], pointer: string): Json[] {
  return rows.flatMap((row) => {
    const inner = fieldOf(row, pointer);
    if (!Array.isArray(inner) || !isJsonObject(row)) return [];
    const outer = Object.fromEntries(Object.entries(row).filter(([name]) => `/${name}` !== pointer));
    return inner.map((one) => (isJsonObject(one) ? { ...outer, ...one } : one));
  });
}

type Lines = { template?: string | undefined; most: number; more: string; empty: string };

/** A line for each element; without a template its fields with their names. A part in square brackets is left out where one of its fields has no value. */
export function renderLines(rows: readonly Json[], { template, ...limits }: Lines): string {
  return linesText(rows, (row) => (template === undefined ? renderFields(row) : renderLine(row, template)), limits);
}

/** Single values with their names; what lies deeper is left out. */
function renderFields(row: Json): string {
  if (!isJsonObject(row)) return textOf(row);
  return Object.entries(row)
    .filter(([, value]) => value !== null && typeof value !== "object" && value !== "")
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${textOf(value)}`)
    .join(", ");
}

function renderLine(row: Json, template: string): string {
  const whole = template.replaceAll(/\[([^[\]]*)\]/g, (_, inner: string) => fill(row, inner) ?? "");
  return fill(row, whole) ?? whole.replaceAll(/\{[^{}]*\}/g, "–");
}

/** The text with its fields filled in; undefined where one has no value. */
function fill(row: Json, text: string): string | undefined {
  let missing = false;
  const filled = text.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = name === "" ? row : fieldOf(row, `/${name}`);
    if (value === undefined || value === null || value === "") missing = true;
    return Array.isArray(value) ? value.map(textOf).join(", ") : textOf(value ?? "");
  });
  return missing ? undefined : filled;
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : canonicalText(value);
}

function fieldOf(row: Json, pointer: string): Json | undefined {
  return atPointer(row, pointer);
}

function compare(a: Json | undefined, b: Json | undefined): number | undefined {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== "string" || typeof b !== "string") return undefined;
  return a < b ? -1 : a > b ? 1 : 0;
}
