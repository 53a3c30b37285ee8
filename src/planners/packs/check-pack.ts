import type { Issue } from "../../plan/issue.ts";
import { type Json, toJson } from "../../plan/json.ts";
import { nearest } from "../../plan/nearest.ts";
import { joinPointer } from "../../plan/pointer.ts";
import type { Pack, PackIntent, PackSlot, PackStep } from "./pack.ts";
import type { PackRecord } from "./records.ts";
import { parsePattern } from "./pattern.ts";

/** What the shape cannot say: every name a pack uses is one it defines. */
export function checkPack(pack: Pack): Issue[] {
  return [
    ...Object.entries(pack.slots).flatMap(([name, slot]) =>
      slot.type === "entity" ? known(pack.entities, slot.entity ?? name, joinPointer("/slots", name, "entity")) : [],
    ),
    ...Object.entries(pack.slots).flatMap(([name, { record }]) =>
      record === undefined ? [] : known(pack.records, record, joinPointer("/slots", name, "record")),
    ),
    ...Object.entries(pack.records).flatMap(([kind, record]) =>
      checkRecord(pack, record, joinPointer("/records", kind)),
    ),
    ...twice(
      pack.intents.map(({ id }) => id),
      "/intents",
    ),
    ...twice(
      pack.rules.map(({ id }) => id),
      "/rules",
    ),
    ...pack.intents.flatMap((intent, at) => checkIntent(pack, intent, joinPointer("/intents", at))),
    ...pack.rules.flatMap((rule, at) => [
      ...known(pack.tools, rule.tool, joinPointer("/rules", at, "tool")),
      ...(rule.entity === undefined ? [] : known(pack.entities, rule.entity, joinPointer("/rules", at, "entity"))),
      ...(rule.record === undefined ? [] : known(pack.records, rule.record, joinPointer("/rules", at, "record"))),
    ]),
  ];
}

function checkRecord(pack: Pack, record: PackRecord, pointer: string): Issue[] {
  const { fields, search, get, create, change, remove, operations, when, who, body, name } = record;
  const tools = [search, get, create, change, remove, ...Object.values(operations)].flatMap((one) => one?.tool ?? []);
  const named = [name, when, who, body, ...record.only.map(({ field }) => field), ...search.split].flatMap(
    (one) => one ?? [],
  );
  return [
    ...tools.flatMap((tool) => known(pack.tools, tool, pointer)),
    ...named.flatMap((field) => known(fields, field, pointer)),
    ...Object.entries(fields).flatMap(([field, { type, entity }]) =>
      type === "option" ? known(pack.entities, entity ?? field, joinPointer(pointer, "fields", field)) : [],
    ),
  ];
}

function checkIntent(pack: Pack, intent: PackIntent, pointer: string): Issue[] {
  const slots = new Set<string>(intent.also.map((slot) => pack.slots[slot]?.as ?? slot));
  const issues = intent.phrases.flatMap((phrase, at) => {
    const place = joinPointer(pointer, "phrases", at);
    const pattern = parsePattern(phrase);
    if ("message" in pattern) return [fault(place, `${pattern.message} (column ${pattern.at + 1} of the phrase)`)];
    for (const { slot } of pattern.slots) slots.add(pack.slots[slot]?.as ?? slot);
    return pattern.slots.flatMap(({ slot }) => known({ ...pack.slots, ...pack.entities }, slot, place));
  });
  const ids = new Set<string>();
  const steps = intent.steps.flatMap((step, at) => {
    const found = checkStep(pack, step, { pointer: joinPointer(pointer, "steps", at), slots, ids });
    ids.add(step.id ?? step.tool);
    return found;
  });
  const also = intent.also.flatMap((slot, at) =>
    known({ ...pack.slots, ...pack.entities }, slot, joinPointer(pointer, "also", at)),
  );
  return [...issues, ...also, ...steps];
}

type StepPlace = { pointer: string; slots: ReadonlySet<string>; ids: ReadonlySet<string> };

function checkStep(pack: Pack, step: PackStep, { pointer, slots, ids }: StepPlace): Issue[] {
  const names = Object.fromEntries([...slots, "settings", "item", "now"].map((name) => [name, true]));
  const earlier = Object.fromEntries([...ids].map((id) => [id, true]));
  const { args, scope = "", preview = "", when = {}, forEach } = step;
  const texts = textsOf(toJson([args, scope, preview, when, forEach ?? {}]));
  if (forEach !== undefined) earlier[forEach.as] = true;
  return [
    ...known(pack.tools, step.tool, joinPointer(pointer, "tool")),
    ...(step.finds === undefined ? [] : known(names, step.finds, joinPointer(pointer, "finds"))),
    ...Object.keys(step.makes).flatMap((slot) => known(pack.slots, slot, joinPointer(pointer, "makes"))),
    ...(step.each === undefined ? [] : known(pack.lists, step.each, joinPointer(pointer, "each"))),
    ...step.after.flatMap((name, at) => known(earlier, name, joinPointer(pointer, "after", at))),
    ...texts.flatMap((text) => [
      ...namesIn(text).flatMap(({ name, key }) => {
        const unknown = known(names, name, joinPointer(pointer, "args"));
        const keys = unknown.length > 0 || key === undefined ? undefined : keysOf(pack, name, step);
        return keys === undefined || key === undefined
          ? unknown
          : known(Object.fromEntries(keys.map((one) => [one, true])), key, joinPointer(pointer, "args"));
      }),
      ...[...text.matchAll(/\{\{([A-Za-z0-9_]+)/g)].flatMap((match) =>
        known(earlier, match[1] ?? "", joinPointer(pointer, "args")),
      ),
    ]),
  ];
}

/** Names in single braces, as `{name}` or `{name.key}`; double braces are references. */
function namesIn(text: string): { name: string; key: string | undefined }[] {
  return [...text.matchAll(/(?<!\{)\{([a-z0-9_]+)(?:\.([a-z0-9_]+))?\}(?!\})/g)].map(([, name = "", key]) => ({
    name,
    key,
  }));
}

const dateKeys = ["date", "time", "end_date"];
/** Keys that the reader of a slot sets besides its value. */
const typeKeys: Readonly<Record<PackSlot["type"], readonly string[]>> = {
  text: ["full"],
  id: [],
  email: [],
  phone: [],
  number: ["unit"],
  percent: ["unit"],
  date: dateKeys,
  time: dateKeys,
  duration: ["seconds", "minutes", "hours", "days", "weeks", "total_seconds"],
  entity: [],
  person: ["id", "name"],
};

/** The keys that `{name.key}` may use in a step; undefined if any may be there, as for a row of a record. */
function keysOf(pack: Pack, name: string, step: PackStep): string[] | undefined {
  if (name === "settings") return Object.keys(pack.settings);
  if (name === "now") return ["date"];
  if (name === "item") return (pack.lists[step.each ?? ""] ?? []).flatMap((row) => Object.keys(row));
  // Several slots may have one name, and an entity may be used as a slot.
  const slots = Object.entries(pack.slots).filter(([slot, { as }]) => (as ?? slot) === name);
  if (slots.some(([, { record }]) => record !== undefined)) return undefined;
  const entities = [name, ...slots.map(([slot, { entity }]) => entity ?? slot)];
  return [
    ...slots.flatMap(([, { type }]) => typeKeys[type]),
    ...entities.flatMap((entity) => (pack.entities[entity]?.values ?? []).flatMap(({ sets }) => Object.keys(sets))),
  ];
}

function textsOf(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

function known(names: object, name: string, pointer: string): Issue[] {
  if (Object.hasOwn(names, name)) return [];
  const meant = nearest(name, Object.keys(names));
  const hint =
    meant === undefined ? `Known here: ${Object.keys(names).join(", ") || "none"}.` : `Did you mean "${meant}"?`;
  return [{ code: "INVALID_VALUE", pointer, message: `"${name}" is not defined in this pack`, hint }];
}

function twice(ids: readonly string[], pointer: string): Issue[] {
  return ids.flatMap((id, at) =>
    ids.indexOf(id) === at ? [] : [fault(joinPointer(pointer, at, "id"), `"${id}" is defined twice`)],
  );
}

function fault(pointer: string, message: string): Issue {
  return { code: "INVALID_FORMAT", pointer, message };
}
