import { type BoundedCache, createBoundedCache, memoize, memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import { isJsonObject, type Json, toJson } from "../../plan/json.ts";
import { mapStrings } from "../../plan/map-strings.ts";
import { toYaml, yamlLines } from "../../plan/parse-yaml.ts";
import { freeName } from "./free-name.ts";
import type { Pack, PackIntent } from "../packs/pack.ts";
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
  const names: FileNames = {
    tools: { byShape: new Map(), taken: new Set() },
    slots: { byShape: new Map(), taken: new Set() },
  };
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
  return `${yamlLines(value, "  ").join("\n")}\n`;
}

/** Reads what `toPackText` wrote, or what a person made of it: one pack for each intent, with its own tools alone. */
export function parseRules(text: string, file: string): CheckResult<Pack[]> {
  const parsed = parsePack(text, file);
  return parsed.ok ? { ok: true, value: parsed.value.intents.map((intent) => ofIntent(parsed.value, intent)) } : parsed;
}

function ofIntent(pack: Pack, intent: PackIntent): Pack {
  const used = new Set(intent.steps.map(({ tool }) => tool));
  const tools = Object.fromEntries(Object.entries(pack.tools).filter(([name]) => used.has(name)));
  return { ...pack, tools, intents: [intent] };
}

const renameable = ["tools", "slots"] as const;
type Renameable = (typeof renameable)[number];
/** The names that tools and slots have in the file, by how they are defined. */
type FileNames = Record<Renameable, { byShape: Map<string, string>; taken: Set<string> }>;

/** A rule under other names, by those names. */
const renamedRules = memoizeByIdentity<Pack, BoundedCache<string, Pack>>(() => createBoundedCache(1));

/** The rule with other names for tools and slots that are defined differently in the file. */
function renamed(rule: Pack, names: FileNames): Pack {
  const [tools = [], slots = []] = renameable.map((section) => changedNames(rule, section, names));
  if (tools.length === 0 && slots.length === 0) return rule;
  const key = JSON.stringify([tools, slots]);
  const known = renamedRules(rule).get(key);
  if (known !== undefined) return known;
  const made = withNames(rule, { tools: new Map(tools), slots: new Map(slots) });
  renamedRules(rule).set(key, made);
  return made;
}

function changedNames(rule: Pack, section: Renameable, names: FileNames): [string, string][] {
  const { byShape, taken } = names[section];
  return [...shapesOf(rule)[section]].flatMap(([name, shape]): [string, string][] => {
    const isTaken = (one: string): boolean => taken.has(one) || (one !== name && Object.hasOwn(rule[section], one));
    const other = byShape.get(shape) ?? freeName(name, isTaken);
    byShape.set(shape, other);
    taken.add(other);
    return other === name ? [] : [[name, other]];
  });
}

function withNames(rule: Pack, { tools, slots }: Record<Renameable, ReadonlyMap<string, string>>): Pack {
  const toolOf = (name: string): string => tools.get(name) ?? name;
  const slotOf = (name: string): string => slots.get(name) ?? name;
  const inText = (text: string): string =>
    text.replaceAll(/(?<!\{)\{(\w+)(?=[.}])/g, (_, name: string) => `{${slotOf(name)}`);
  const ownSlots = Object.entries(rule.slots).map(([name, slot]) => {
    return [slotOf(name), slot.entity === undefined ? slot : { ...slot, entity: slotOf(slot.entity) }] as const;
  });
  return {
    ...rule,
    tools: Object.fromEntries(Object.entries(rule.tools).map(([name, tool]) => [toolOf(name), tool])),
    slots: Object.fromEntries(ownSlots),
    entities: Object.fromEntries(Object.entries(rule.entities).map(([name, one]) => [slotOf(name), one])),
    intents: rule.intents.map((intent) => ({
      ...intent,
      phrases: intent.phrases.map(inText),
      also: intent.also.map(slotOf),
      steps: mapStrings(intent.steps, inText).map((step) => ({ ...step, tool: toolOf(step.tool) })),
    })),
  };
}

const shapesOf = memoizeByIdentity(({ tools, slots, entities }: Pack): Record<Renameable, Map<string, string>> => ({
  tools: new Map(Object.entries(tools).map(([name, tool]) => [name, JSON.stringify([name, tool])])),
  slots: new Map(
    Object.entries(slots).map(([name, slot]) => [
      name,
      JSON.stringify([name, { ...slot, entity: undefined }, entities[name] ?? null]),
    ]),
  ),
}));

/** JSON without empty lists, empty objects and defaults of slots. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const isEmpty = Array.isArray(item) ? item.length === 0 : isJsonObject(item) && Object.keys(item).length === 0;
    const isDefault = (key in slotDefaults && slotDefaults[key] === item) || key === "hours";
    const isOwn = key === "args" || key === "is";
    return item === undefined || isDefault || (isEmpty && !isOwn)
      ? []
      : [[key, wholeFields.has(key) ? item : plain(item)] as const];
  });
  return Object.fromEntries(entries);
}

/** What a step does is written in full. */
const wholeFields: ReadonlySet<string> = new Set(["args", "when", "forEach"]);

const slotDefaults: Readonly<Record<string, Json>> = {
  form: "said",
  pick: "first",
  many: false,
  long: false,
  apart: false,
  proper: "no",
};
