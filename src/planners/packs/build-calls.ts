import { compact } from "../../plan/compact.ts";
import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { type Json, type JsonObject, toJson } from "../../plan/json.ts";
import { mapStrings } from "../../plan/map-strings.ts";
import { atPointer, joinPointer } from "../../plan/pointer.ts";
import { Condition, Iteration } from "../../plan/step.ts";
import type { MissingParameter, PlannedCall, Reason } from "../grammar/goal.ts";
import type { BoundTool } from "./bind-tools.ts";
import { fillTemplate, fillText, hasValues, type Values } from "./fill-template.ts";
import type { FilledValue } from "./find-value.ts";
import type { GoalText } from "./goal-text.ts";
import type { PhraseMatch } from "./match-phrase.ts";
import type { Pack, PackStep } from "./pack.ts";
import type { Speech } from "../speech.ts";
import { spoken } from "./spoken.ts";

/** What one understood request comes to. */
export type BuiltCalls = { calls: PlannedCall[]; missing: MissingParameter[]; reasons: Reason[]; made: Made[] };

/** A value of a slot that later requests may mean by "it": the words of the request, or a reference to the result of a call. */
export type Made = { slot: string; value: Json; call?: PlannedCall };

type Workshop = {
  pack: Pack;
  tools: ReadonlyMap<string, BoundTool>;
  goalText: GoalText;
  firstId: number;
  /** The language that texts of the pack are given in. */
  speech: Speech;
  /** What requests before this one named and made. */
  made?: readonly Made[];
  /** Records that slots were found to name, and the rows as the finding step would have answered them. */
  found?: ReadonlyMap<string, FoundRecord>;
};

/** `values` go by `slot.field`; `answer` stands for the result of the step that finds it. */
export type FoundRecord = { values: Readonly<Record<string, Json>>; answer: Json };

/** The steps of the matched intent with what was said in them; once for each member where a slot holds several. */
export function buildCalls(match: PhraseMatch, shop: Workshop): BuiltCalls {
  const built: BuiltCalls = { calls: [], missing: [], reasons: [], made: [] };
  const earlier = (shop.made ?? []).flatMap(({ call }) => (call === undefined ? [] : [[call.id, call.id] as const]));
  for (const slots of eachMember(withEarlier(match, shop.made ?? []))) {
    const names = new Map<string, string>(earlier);
    for (const step of match.phrase.intent.steps)
      for (const values of eachRow(step, valuesOf(match, slots, shop), shop)) {
        if (isKnown(step, shop) || isAlready(step, values)) continue;
        const id = `s${shop.firstId + built.calls.length}`;
        addCall(built, { step, values, id, names, match, slots, shop });
        if (!names.has(step.id ?? step.tool)) names.set(step.id ?? step.tool, id);
      }
  }
  return built;
}

/** The slots with those that "it" fills: all that the last request with such a value had. */
function withEarlier({ slots, back = [] }: PhraseMatch, made: readonly Made[]): ReadonlyMap<string, FilledValue> {
  const filled = new Map(slots);
  for (const { name } of back) {
    const [first, ...more] = made
      .filter(({ slot }) => slot === name)
      .map(({ value }) => ({ value, sets: {}, start: 0, end: 0, marked: false }));
    if (first !== undefined) filled.set(name, more.length === 0 ? first : { ...first, more });
  }
  return filled;
}

/** Texts name what a call makes by what is said of that call; its id is not known before it ran. */
function named(text: string, { made = [] }: Workshop, as: "scope" | "preview"): string {
  return made.reduce((said, { value, call }) => {
    return call === undefined || typeof value !== "string" ? said : said.replaceAll(value, call[as] ?? call.tool);
  }, text);
}

function isKnown({ finds }: PackStep, { found }: Workshop): boolean {
  return finds !== undefined && found?.has(finds) === true;
}

/** Whether a record that was found is already as the step would make it. */
export function isAlready({ already }: PackStep, values: Values): boolean {
  const tests = Object.entries(already);
  return (
    tests.length > 0 &&
    tests.every(([name, wanted]) => values.has(name) && values.get(name) === fillText(wanted, values))
  );
}

type CallSite = {
  step: PackStep;
  values: Values;
  id: string;
  names: ReadonlyMap<string, string>;
  match: PhraseMatch;
  slots: ReadonlyMap<string, FilledValue>;
  shop: Workshop;
};

function addCall(built: BuiltCalls, site: CallSite): void {
  const { step, values, id, names, shop, match } = site;
  const bound = shop.tools.get(step.tool);
  if (bound === undefined) return;
  const depends = new Set(step.after.flatMap((name) => names.get(name) ?? []));
  const said = fillTemplate(step.args, values);
  const filled = respell(shop.found === undefined ? said : inFound(said, shop), names, depends);
  const args: JsonObject = {};
  for (const [param, value] of Object.entries(filled)) {
    const name = bound.params.get(param) ?? param;
    const choices = bound.choices.get(name);
    if (bound.known.has(name) && (choices === undefined || choices.includes(value))) args[name] = value;
  }
  const { scope, preview } = step;
  const control = controlOf(step, values, (template) => respell(template, names, depends));
  if (control === undefined)
    built.missing.push({ tool: bound.tool, param: step.forEach ? "forEach" : "when", choices: [], why: "absent" });
  const call = {
    id,
    tool: bound.tool,
    args,
    dependsOn: [...depends],
    ...control,
    ...(scope === undefined ? {} : { scope: named(fillText(scope, values), shop, "scope") }),
    ...(preview === undefined
      ? {}
      : { preview: named(fillText(textOf(preview, shop.speech), values), shop, "preview") }),
  };
  built.calls.push(call);
  for (const [slot, field] of Object.entries(step.makes)) built.made.push({ slot, value: `{{${id}.${field}}}`, call });
  built.missing.push(...missingIn(site, bound, args));
  built.reasons.push(...reasonsOf(site, bound, [...match.words, ...match.fillers]));
}

/** The condition and the iteration of a step. Undefined where a value of them is missing: without it they say more. */
function controlOf(
  { when, forEach }: PackStep,
  values: Values,
  refer: (template: JsonObject) => JsonObject,
): Pick<PlannedCall, "when" | "forEach"> | undefined {
  if (when === undefined && forEach === undefined) return {};
  const template = toJson(compact({ when, forEach }));
  if (!hasValues(template, values)) return undefined;
  const filled = refer(fillTemplate(template, values));
  const [condition, iteration] = [
    Condition.optional().safeParse(filled["when"]),
    Iteration.optional().safeParse(filled["forEach"]),
  ];
  if (!condition.success || !iteration.success) return undefined;
  return compact({ when: condition.data, forEach: iteration.data });
}

/** Required parameters without a value, and slots the phrase cannot do without. */
function missingIn(site: CallSite, bound: BoundTool, args: JsonObject): MissingParameter[] {
  const { step, match } = site;
  const names = new Set([...bound.required].filter((name) => !(name in args)));
  for (const slot of match.missing)
    for (const [param, template] of templatesOf(step))
      if (mentions(template, slot.as ?? slot.name)) names.add(bound.params.get(param) ?? param);
  return [...names].map((param) => ({
    tool: bound.tool,
    param,
    choices: choicesOf(site, param),
    why: "absent" as const,
    ...askOf(site, param),
  }));
}

function askOf({ step, match, shop }: CallSite, param: string): Pick<MissingParameter, "ask"> {
  const slot = match.phrase.slots.find(({ name, as }) => mentions(step.args[param] ?? "", as ?? name));
  const ask = slot === undefined ? {} : (shop.pack.slots[slot.name]?.ask ?? {});
  return Object.keys(ask).length === 0 ? {} : { ask };
}

/** In the order of the pack: stages come as they follow each other. */
function choicesOf({ step, match, shop }: CallSite, param: string): string[] {
  const slot = match.phrase.slots.find(({ name, as }) => mentions(step.args[param] ?? "", as ?? name));
  const values = slot?.type === "entity" ? (shop.pack.entities[slot.entity ?? slot.name]?.values ?? []) : [];
  return values.flatMap(({ is, says }) => (typeof is === "string" ? is : (says[0] ?? []))).slice(0, 20);
}

function reasonsOf({ step, id, slots, shop, match }: CallSite, bound: BoundTool, words: readonly number[]): Reason[] {
  const at = (start: number, end: number) => {
    const [from, to] = [shop.goalText.tokens[start]?.from ?? 0, shop.goalText.tokens[end - 1]?.to ?? 0];
    return { from, to, words: shop.goalText.source.slice(from, to) };
  };
  const tool = words.map((word) => ({ call: id, tool: bound.tool, ...at(word, word + 1) }));
  const params = [...slots].flatMap(([name, { start, end }]) =>
    templatesOf(step)
      .filter(([, template]) => end > start && mentions(template, nameOf(match, name)))
      .map(([param]) => ({
        call: id,
        tool: bound.tool,
        param: bound.params.get(param) ?? param,
        ...at(announcedFrom(name, start, { match, shop }), end),
      })),
  );
  return [...tool, ...params];
}

/** What a step is filled from, by parameter; its condition and its iteration beside them. */
function templatesOf({ args, when, forEach }: PackStep): [string, Json][] {
  const control = toJson(compact({ when, forEach }));
  return [...Object.entries(args), ...Object.entries(control)];
}

/** The word that announces a value belongs to it: "with a note: …". */
function announcedFrom(slot: string, start: number, { match, shop }: Pick<CallSite, "match" | "shop">): number {
  const { tokens } = shop.goalText;
  const mark = tokens[start - 1]?.text === ":" ? start - 2 : start - 1;
  const after = match.phrase.slots.find(({ name }) => name === slot)?.after ?? [];
  return after.some((stems) => stems.at(-1) === tokens[mark]?.stem) ? mark : start;
}

function mentions(template: Json, slot: string): boolean {
  const text = typeof template === "string" ? template : JSON.stringify(template);
  return text.includes(`{${slot}}`) || text.includes(`{${slot}.`);
}

/** References to a step that found its record become what is there. */
function inFound(args: JsonObject, shop: Workshop): JsonObject {
  return mapStrings(args, (text) => {
    const [, name = "", path = ""] = /^\{\{([A-Za-z0-9_]+)\.([^}]+)\}\}$/.exec(text) ?? [];
    const known = shop.found?.get(name);
    return known === undefined ? text : (atPointer(known.answer, joinPointer("", ...path.split("."))) ?? text);
  });
}

/** References to steps of the template become references to the calls made of them. */
function respell<T extends Json>(value: T, names: ReadonlyMap<string, string>, depends: Set<string>): T {
  return mapStrings(value, (text) =>
    text.replaceAll(/\{\{([A-Za-z0-9_]+)/g, (whole, name: string) => {
      const id = names.get(name);
      if (id === undefined) return whole;
      depends.add(id);
      return `{{${id}`;
    }),
  );
}

/** A text of the pack in the language that is spoken. */
export function textOf(text: NonNullable<PackStep["preview"]>, speech: Speech): string {
  return typeof text === "string" ? text : text[speech];
}

function nameOf(match: PhraseMatch, slot: string): string {
  return match.phrase.slots.find(({ name }) => name === slot)?.as ?? slot;
}

/** The settings of a pack by dotted name, in each language. */
const settingsOf = memoizeByIdentity((pack: Pack): Record<Speech, [string, Json][]> => {
  const inSpeech = (speech: Speech): [string, Json][] =>
    Object.entries(pack.settings).map(([name, value]) => [`settings.${name}`, spoken(value, speech)]);
  return { en: inSpeech("en"), ru: inSpeech("ru") };
});

export function valuesOf(
  match: PhraseMatch,
  slots: ReadonlyMap<string, FilledValue>,
  { pack, goalText, found, speech }: Pick<Workshop, "pack" | "goalText" | "found" | "speech">,
): Values {
  const values = new Map<string, Json>(settingsOf(pack)[speech]);
  values.set("now.date", goalText.today);
  for (const [slot, { value, sets }] of slots) {
    const name = nameOf(match, slot);
    values.set(name, value);
    // Until it is looked up, what was said is all that is known of a record.
    if (isGuess(match, slot)) values.set(`${name}.id`, value).set(`${name}.name`, value);
    for (const [key, set] of Object.entries(sets)) if (set !== null) values.set(`${name}.${key}`, spoken(set, speech));
  }
  for (const [name, record] of found ?? [])
    for (const [key, value] of Object.entries(record.values)) if (value !== null) values.set(`${name}.${key}`, value);
  return values;
}

function isGuess(match: PhraseMatch, slot: string): boolean {
  const { record, look } = match.phrase.slots.find(({ name }) => name === slot) ?? {};
  return record !== undefined && look === undefined;
}

function eachRow(step: PackStep, values: Values, { pack, speech }: Workshop): Values[] {
  if (step.each === undefined) return [values];
  return (pack.lists[step.each] ?? []).map(
    (row) =>
      new Map([
        ...values,
        ...Object.entries(row).map(([key, value]) => [`item.${key}`, spoken(value, speech)] as const),
      ]),
  );
}

function eachMember(slots: ReadonlyMap<string, FilledValue>): ReadonlyMap<string, FilledValue>[] {
  const [name, several] = [...slots].find(([, { more }]) => more !== undefined) ?? [];
  if (name === undefined || several === undefined) return [slots];
  const { more = [], ...first } = several;
  return [first, ...more].flatMap((member) => eachMember(new Map([...slots, [name, member]])));
}
