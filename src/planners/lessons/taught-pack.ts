import type { CheckResult } from "../../plan/check-result.ts";
import { isJsonObject, type Json, toJson } from "../../plan/json.ts";
import { toYaml } from "../../plan/write-yaml.ts";
import { Pack, PackSlot } from "../packs/pack.ts";
import { parsePack } from "../packs/parse-pack.ts";

/** Rules as one pack in YAML, without the fields that have their default. The file can be used as any other pack. */
export function toPackText(rules: readonly Pack[], version = 1): string {
  return toYaml(plain(toJson({ ...merged(rules), version: `1.0.${version}` })));
}

/** Reads what `toPackText` wrote, or what a person made of it: one pack for each intent. */
export function parseRules(text: string, file: string): CheckResult<Pack[]> {
  const parsed = parsePack(text, file);
  return parsed.ok
    ? { ok: true, value: parsed.value.intents.map((intent) => ({ ...parsed.value, intents: [intent] })) }
    : parsed;
}

function merged(rules: readonly Pack[]): Pack {
  const all: Pack = Pack.parse({
    pack: "taught",
    version: "1.0.0",
    description: "Rules derived from lessons. See planwright lessons.",
    languages: ["en", "ru"],
    tools: {},
  });
  for (const rule of rules.map((one) => renamed(one, all))) {
    Object.assign(all.tools, rule.tools);
    Object.assign(all.slots, rule.slots);
    Object.assign(all.entities, rule.entities);
    all.intents.push(...rule.intents);
  }
  return all;
}

/** The rule with other names for slots that are defined differently in the file. */
function renamed(rule: Pack, all: Pack): Pack {
  let text = JSON.stringify(rule);
  for (const [name, slot] of Object.entries(rule.slots)) {
    const isTaken = (other: string): boolean =>
      all.slots[other] !== undefined && !sameSlot(all, rule, { theirs: other, ours: name, slot });
    if (!isTaken(name)) continue;
    let other = `${name}_2`;
    for (let count = 3; isTaken(other); count += 1) other = `${name}_${count}`;
    text = text
      .replaceAll(`"${name}":`, `"${other}":`)
      .replaceAll(`"entity":"${name}"`, `"entity":"${other}"`)
      .replaceAll(`{${name}}`, `{${other}}`)
      .replaceAll(`{${name}.`, `{${other}.`)
      .replaceAll(`"also":["${name}"]`, `"also":["${other}"]`);
  }
  return Pack.parse(JSON.parse(text));
}

function sameSlot(
  all: Pack,
  rule: Pack,
  { theirs, ours, slot }: { theirs: string; ours: string; slot: PackSlot },
): boolean {
  const text = (one: PackSlot | undefined, pack: Pack, name: string): string =>
    JSON.stringify([{ ...one, entity: undefined }, pack.entities[name] ?? null]);
  return text(all.slots[theirs], all, theirs) === text(slot, rule, ours);
}

const defaults: readonly unknown[] = ["said", "first", "no", false];

/** JSON without empty lists, empty objects and defaults of slots. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const isEmpty = Array.isArray(item) ? item.length === 0 : isJsonObject(item) && Object.keys(item).length === 0;
    const isDefault = (key in slotFields && defaults.includes(item)) || key === "hours";
    const isOwn = key === "args" || key === "is";
    return item === undefined || isDefault || (isEmpty && !isOwn)
      ? []
      : [[key, key === "args" ? item : plain(item)] as const];
  });
  return Object.fromEntries(entries);
}

const slotFields: Readonly<Record<string, true>> = { form: true, pick: true, many: true, long: true, proper: true };
