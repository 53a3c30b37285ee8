import { canonicalText } from "./canonical.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";
import { shortText } from "./short-text.ts";

/** The languages that results are summarised in. */
export type DigestLanguage = "en" | "ru";

type DigestWords = {
  low: (count: number, of: number) => string;
  overdue: (count: number, of: number) => string;
  others: (count: number) => string;
  more: (count: number) => string;
  none: string;
  added: string;
  removed: string;
  changed: string;
  unchanged: string;
  since: string;
};

const words: Readonly<Record<DigestLanguage, DigestWords>> = {
  en: {
    low: (count, of) => `${count} of ${of} below the reorder point:`,
    overdue: (count, of) => `${count} of ${of} overdue:`,
    others: (count) => `${count} without a problem`,
    more: (count) => `… and ${count} more`,
    none: "Nothing was found.",
    added: "new",
    removed: "gone",
    changed: "changed",
    unchanged: "Nothing has changed since the last run.",
    since: "Since the last run:",
  },
  ru: {
    low: (count, of) => `Ниже точки заказа: ${count} из ${of}`,
    overdue: (count, of) => `Просрочено: ${count} из ${of}`,
    others: (count) => `Без замечаний: ${count}`,
    more: (count) => `… и ещё ${count}`,
    none: "Ничего не найдено.",
    added: "новое",
    removed: "больше нет",
    changed: "изменилось",
    unchanged: "С прошлого запуска ничего не изменилось.",
    since: "С прошлого запуска:",
  },
};

/** Names of fields, by what their values tell. */
const fields = {
  name: /(?:^|_)(?:name|title|subject|label|summary)$/i,
  id: /(?:^|_)(?:id|identifier|sku|number|code|key)$/i,
  quantity: /(?:^|_)(?:on_hand|quantity|stock|available|units|level)$/i,
  least: /(?:^|_)(?:reorder_(?:point|level)|safety_stock|minimum|threshold)$/i,
  due: /(?:^|_)(?:due|due_(?:date|at|on)|deadline|deadline_at)$/i,
  state: /(?:^|_)(?:status|state|stage)$/i,
  done: /(?:^|_)(?:is_)?(?:completed|done|closed)(?:_at)?$/i,
  money: /(?:^|_)(?:total|amount|price|value)$/i,
} as const;

const doneStates = /^(?:done|completed?|closed|cancell?ed|paid|won|lost|archived|delivered|received)$/i;

/** How many records are named. */
const most = 10;

/** The records of a result: the list itself, or the only list of records in it. */
export function recordsIn(value: Json): JsonObject[] | undefined {
  if (Array.isArray(value)) return value.every(isJsonObject) ? value : undefined;
  if (!isJsonObject(value)) return undefined;
  const lists = Object.values(value).filter((one) => Array.isArray(one));
  const isOnly = lists.length === 1 && Object.keys(value).length <= 4;
  return isOnly ? recordsIn(lists[0] ?? null) : undefined;
}

/**
 * A result for people. Of a list, the records that need attention come first: below their reorder point, overdue.
 * Anything else is short text.
 */
export function digest(value: Json, { now, language }: { now: number; language: DigestLanguage }): string {
  const records = recordsIn(value);
  if (records === undefined) return shortText(value);
  const say = words[language];
  if (records.length === 0) return say.none;
  const low = records.filter(isLow);
  const overdue = records.filter((record) => !low.includes(record) && isOverdue(record, now));
  const others = records.filter((record) => !low.includes(record) && !overdue.includes(record));
  const noted = low.length + overdue.length;
  return [
    ...section(low, say.low(low.length, records.length), say),
    ...section(overdue, say.overdue(overdue.length, records.length), say),
    // Beside problems, a long list of records without one only hides them.
    ...(noted > 0 && others.length > 0 ? [say.others(others.length)] : linesOf(others, say)),
  ].join("\n");
}

function section(records: readonly JsonObject[], title: string, say: DigestWords): string[] {
  return records.length === 0 ? [] : [title, ...linesOf(records, say)];
}

function linesOf(records: readonly JsonObject[], { more }: DigestWords): string[] {
  const lines = records.slice(0, most).map((record) => `- ${lineOf(record)}`);
  return records.length > most ? [...lines, more(records.length - most)] : lines;
}

function isLow(record: JsonObject): boolean {
  const [quantity, least] = [fieldOf(record, fields.quantity)?.[1], fieldOf(record, fields.least)?.[1]];
  return typeof quantity === "number" && typeof least === "number" && quantity < least;
}

function isOverdue(record: JsonObject, now: number): boolean {
  const due = fieldOf(record, fields.due)?.[1];
  const state = fieldOf(record, fields.state)?.[1];
  const done = fieldOf(record, fields.done)?.[1] ?? false;
  const isDone = (typeof state === "string" && doneStates.test(state)) || done !== false;
  if (typeof due !== "string" || isDone) return false;
  // A day is over when the next one begins.
  const at = /^\d{4}-\d{2}-\d{2}$/.test(due) ? Date.parse(due) + 86_400_000 : Date.parse(due);
  return at <= now;
}

function fieldOf(record: JsonObject, form: RegExp): [string, Json] | undefined {
  return Object.entries(record).find(([name, value]) => form.test(name) && value !== null && value !== "");
}

/** The name of a record, then the fields that describe its state. */
function lineOf(record: JsonObject): string {
  const told = [fields.quantity, fields.least, fields.due, fields.state, fields.money];
  const head = headOf(record);
  const shown = Object.entries(record).filter(
    ([name, value]) => told.some((form) => form.test(name)) && typeof value !== "object" && value !== "",
  );
  if (head === undefined && shown.length === 0) return shortText(record);
  const currency = record["currency"];
  const unit = (name: string): string =>
    fields.money.test(name) && typeof currency === "string" ? ` ${currency}` : "";
  const facts = shown
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${shortText(value)}${unit(name)}`)
    .join(", ");
  return [head, facts].filter((part) => part !== undefined && part !== "").join(": ");
}

function headOf(record: JsonObject): string | undefined {
  const name = fieldOf(record, fields.name)?.[1];
  const id = fieldOf(record, /^identifier$/i)?.[1] ?? fieldOf(record, fields.id)?.[1];
  if (typeof name !== "string") return id === undefined ? undefined : shortText(id);
  return id === undefined ? name : `${name} (${shortText(id)})`;
}

/** What is new, gone or changed between two results, or undefined where they are not lists of records. */
export function changesBetween(before: Json, after: Json, language: DigestLanguage): string | undefined {
  const [old, current] = [recordsIn(before), recordsIn(after)];
  if (old === undefined || current === undefined) return undefined;
  const [earlier, later] = [byId(old), byId(current)];
  const say = words[language];
  const lines = [
    ...[...later].flatMap(([id, record]) => {
      const was = earlier.get(id);
      if (was === undefined) return [`${say.added}: ${lineOf(record)}`];
      const fields = changedFields(was, record);
      return fields === "" ? [] : [`${say.changed}: ${headOf(record) ?? id}: ${fields}`];
    }),
    ...[...earlier].flatMap(([id, record]) => (later.has(id) ? [] : [`${say.removed}: ${headOf(record) ?? id}`])),
  ];
  if (lines.length === 0) return say.unchanged;
  const rest = lines.length > most ? [say.more(lines.length - most)] : [];
  return [say.since, ...lines.slice(0, most).map((line) => `- ${line}`), ...rest].join("\n");
}

function byId(records: readonly JsonObject[]): Map<string, JsonObject> {
  return new Map(records.map((record) => [canonicalText(fieldOf(record, fields.id)?.[1] ?? record), record]));
}

/** Times of the last change are left out: the changed fields say more. */
const bookkeeping = /(?:^|_)(?:updated|modified|created)(?:_at)?$/i;

function changedFields(before: JsonObject, after: JsonObject): string {
  return Object.entries(after)
    .filter(([name, value]) => !bookkeeping.test(name) && canonicalText(value) !== canonicalText(before[name] ?? null))
    .map(
      ([name, value]) =>
        `${name.replaceAll("_", " ")} ${shortText(before[name] ?? null) || "–"} → ${shortText(value) || "–"}`,
    )
    .join(", ");
}
