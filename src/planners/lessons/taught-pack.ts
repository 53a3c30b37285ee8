import { memoizeByIdentity, memoize } from "../../plan/bounded-cache.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import { isJsonObject, type Json, toJson } from "../../plan/json.ts";
import { toYaml } from "../../plan/write-yaml.ts";
import { Pack } from "../packs/pack.ts";
import { parsePack } from "../packs/parse-pack.ts";

const sections = ["tools", "slots", "entities"] as const;
type Section = (typeof sections)[number];

/**
 * Rules as one pack in YAML, without the fields that have their default. The file can be used as any other pack. The text
 * of each rule is kept with it, so that writing all rules again after a lesson only joins texts.
 */
export function toPackText(rules: readonly Pack[], version = 1): string {
  const head = {
    pack: "taught",
    version: `1.0.${version}`,
    description: "Rules derived from lessons. See planwright lessons.",
  };
  const blocks = new Map<Section, Map<string, string>>(sections.map((section) => [section, new Map()]));
  const intents: string[] = [];
  const names: SlotNames = { byShape: new Map(), taken: new Set() };
  for (const rule of rules) {
    const texts = textsOf(renamed(rule, names));
    for (const section of sections) for (const [name, text] of texts[section]) blocks.get(section)?.set(name, text);
    intents.push(texts.intents);
  }
  const parts = sections.flatMap((section) => {
    const block = [...(blocks.get(section)?.values() ?? [])];
    return block.length === 0 ? [] : [`${section}:\n`, ...block];
  });
  return [
    toYaml({ ...head, languages: ["en", "ru"] }),
    ...parts,
    ...(intents.length > 0 ? ["intents:\n"] : []),
    ...intents,
  ].join("");
}

type RuleTexts = Record<Section, ReadonlyMap<string, string>> & { intents: string };

const textsOf = memoizeByIdentity((rule: Pack): RuleTexts => {
  const named = (items: object): ReadonlyMap<string, string> =>
    new Map(
      Object.entries(items).map(([name, item]) => [name, blockOf(JSON.stringify({ [name]: plain(toJson(item)) }))]),
    );
  return {
    tools: named(rule.tools),
    slots: named(rule.slots),
    entities: named(rule.entities),
    intents: indented(rule.intents.map((intent) => plain(toJson(intent)))),
  };
});

/** Rules of the same tools share their slots. */
const blockOf = memoize(1000, (text: string) => indented(JSON.parse(text)));

function indented(value: Json): string {
  return toYaml(value).replaceAll(/^(?=.)/gm, "  ");
}

/** Reads what `toPackText` wrote, or what a person made of it: one pack for each intent. */
export function parseRules(text: string, file: string): CheckResult<Pack[]> {
  const parsed = parsePack(text, file);
  return parsed.ok
    ? { ok: true, value: parsed.value.intents.map((intent) => ({ ...parsed.value, intents: [intent] })) }
    : parsed;
}

/** The names that slots have in the file, by how they are defined. */
type SlotNames = { byShape: Map<string, string>; taken: Set<string> };

const renamedRules = new WeakMap<Pack, { key: string; rule: Pack }>();

/** The rule with other names for slots that are defined differently in the file. */
function renamed(rule: Pack, names: SlotNames): Pack {
  const changes = Object.keys(rule.slots).flatMap((name) => {
    const other = nameInFile(name, rule, names);
    return other === name ? [] : [[name, other] as const];
  });
  if (changes.length === 0) return rule;
  const key = JSON.stringify(changes);
  const known = renamedRules.get(rule);
  if (known?.key === key) return known.rule;
  let text = JSON.stringify(rule);
  for (const [name, other] of changes)
    text = text
      .replaceAll(`"${name}":`, `"${other}":`)
      .replaceAll(`"entity":"${name}"`, `"entity":"${other}"`)
      .replaceAll(`{${name}}`, `{${other}}`)
      .replaceAll(`{${name}.`, `{${other}.`)
      .replaceAll(`"also":["${name}"]`, `"also":["${other}"]`);
  const made = Pack.parse(JSON.parse(text));
  renamedRules.set(rule, { key, rule: made });
  return made;
}

function nameInFile(name: string, rule: Pack, { byShape, taken }: SlotNames): string {
  const shape = shapesOf(rule).get(name) ?? name;
  const known = byShape.get(shape);
  if (known !== undefined) return known;
  const isFree = (other: string): boolean => !taken.has(other) && (other === name || rule.slots[other] === undefined);
  let other = name;
  for (let count = 2; !isFree(other); count += 1) other = `${name}_${count}`;
  byShape.set(shape, other);
  taken.add(other);
  return other;
}

const shapesOf = memoizeByIdentity(
  ({ slots, entities }: Pack) =>
    new Map(
      Object.entries(slots).map(([name, slot]) => [
        name,
        JSON.stringify([name, { ...slot, entity: undefined }, entities[name] ?? null]),
      ]),
    ),
);

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
