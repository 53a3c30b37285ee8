import { compact } from "../../plan/compact.ts";
import { languages } from "../../language/languages.ts";
import { read } from "../../language/reading.ts";
import type { Span } from "../../language/spans/span.ts";
import type { Token } from "../../language/words/token.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { hasRole } from "../../language/words/roles.ts";
import { enumOf, resolve, typeOf } from "../grammar/profile/schema.ts";
import { readGoalText, type GoalText, isFunctionWord } from "../packs/goal-text.ts";
import type { PackSlot } from "../packs/pack.ts";
import { findField, findPlace, type SlotSite, todayIn } from "./align.ts";
import { type ControlPart, type ControlValue, deriveControl } from "./derive-control.ts";
import { freeName } from "./free-name.ts";
import type { Lesson } from "./lesson.ts";
import { namedOptions } from "./option-words.ts";
import { isConditional } from "./narrows.ts";
import { isTelling } from "./telling-words.ts";

/**
 * How one value of the plan follows from the request. `path` is dotted: `s1.customer.name`, and `s1:forEach.take` outside
 * the arguments, where `part` says what the value does.
 */
export type Alignment = {
  path: string;
  tool: string;
  param: string;
  value: Json;
  part?: ControlPart;
  /**
   * `said`: words of the request; `context`: known besides it; `today`: the day of the request; `result`: of an earlier
   * step, or the item; `fixed`: the same every time.
   */
  how: "said" | "meant" | "context" | "today" | "result" | "fixed";
  words?: string;
  slot?: string;
};

/** A value that stands nowhere in the request: the teacher says whether it is a constant. */
export type OpenValue = { tool: string; param: string; value: Json };

/** One place of the phrase, in the order of the request. */
export type Piece =
  | { kind: "word"; text: string; stem: string; optional: boolean; others?: readonly string[] }
  | { kind: "slot"; slot: string; after: readonly string[] };

export type SlotDraft = Partial<PackSlot> & Pick<PackSlot, "type">;

export type DerivedStep = {
  id: string;
  tool: string;
  args: JsonObject;
  after: readonly string[];
  when?: JsonObject;
  forEach?: JsonObject;
  scope?: string;
  preview?: string;
};

/** What one lesson says by itself. `steps` hold templates in place of the values that vary. */
export type DerivedRule = {
  lesson: Lesson;
  pieces: readonly Piece[];
  /** Words of politeness and the like, which a request may have or not. Lessons of older versions have none. */
  fillers?: readonly string[];
  slots: Readonly<Record<string, SlotDraft>>;
  steps: readonly DerivedStep[];
  /** Words that mean an option of a parameter, by slot. */
  meant: Readonly<Record<string, { is: Json; says: string; options: readonly Json[] }>>;
  alignments: readonly Alignment[];
  open: readonly OpenValue[];
};

type NamedSlot = SlotSite & { name: string; means?: { is: Json; options: readonly Json[] } };
type Derivation = {
  goalText: GoalText;
  lesson: Lesson;
  found: NamedSlot[];
  alignments: Alignment[];
  open: OpenValue[];
  ids: Ids;
  toolbox: readonly ToolSpec[];
};
type Ids = ReadonlyMap<string, string>;
type Leaf = {
  value: Json;
  path: readonly string[];
  /** What the path begins with. */
  root: string;
  tool: ToolSpec | undefined;
  schema: JsonObject;
  /** Absent for arguments. */
  control?: ControlValue;
};

/** Derives the rule of one lesson: values of the plan are looked for in the request, the other words name the operation. */
export function derive(lesson: Lesson, toolbox: readonly ToolSpec[]): DerivedRule {
  const { request, now, zone, context } = lesson;
  const history =
    Object.keys(context).length === 0 ? [] : [{ role: "system" as const, content: JSON.stringify(context) }];
  const goalText = readGoalText(request, { setting: { now, zone }, history });
  const ids = new Map(lesson.steps.map(({ id }, at) => [id, `s${at + 1}`]));
  const site: Derivation = { goalText, lesson, found: [], alignments: [], open: [], ids, toolbox };
  const steps = lesson.steps.map(({ id, tool: name, args, dependsOn, scope, preview, ...control }): DerivedStep => {
    const tool = toolbox.find((one) => one.name === name);
    const schema = resolve(tool?.inputSchema === true ? {} : tool?.inputSchema, tool?.inputSchema ?? true);
    const step = ids.get(id) ?? id;
    const controlled = deriveControl(control, (one) => {
      const { value, path, field } = one;
      return fill({ value, path, root: `${step}:`, tool, schema: fieldSchema(field, toolbox), control: one }, site);
    });
    const template = fill({ value: args, path: [], root: `${step}.`, tool, schema }, site);
    const after = dependsOn.flatMap((one) => ids.get(one) ?? []);
    return {
      id: step,
      tool: name,
      args: isJsonObject(template) ? template : {},
      after,
      ...controlled,
      ...(scope !== undefined && { scope: withSlots(scope, site) }),
      ...(preview !== undefined && { preview: withSlots(preview, site) }),
    };
  });
  const said = site.found.filter(({ end, start }) => end > start);
  const { spans } = read(request, { now, zone });
  return {
    lesson,
    pieces: piecesOf(goalText, said, spans),
    fillers: goalText.tokens
      .filter((token, at) => token.kind === "word" && isFiller(spanAt(spans, at)) && !isFunctionWord(token))
      .map(({ lower }) => lower),
    slots: Object.fromEntries(site.found.map(({ name, slot }) => [name, slot])),
    steps,
    meant: Object.fromEntries(
      site.found.flatMap((one) =>
        one.means === undefined ? [] : [[one.name, { ...one.means, says: wordsOf(goalText, one).toLowerCase() }]],
      ),
    ),
    alignments: site.alignments,
    open: site.open,
  };
}

/** The value with templates in place of what the request says. */
function fill(leaf: Leaf, site: Derivation): Json {
  const { value, path } = leaf;
  const root = leaf.tool?.inputSchema ?? true;
  if (Array.isArray(value)) {
    const schema = resolve(leaf.schema["items"], root);
    return value.map((item, at) => fill({ ...leaf, value: item, path: [...path, String(at)], schema }, site));
  }
  if (isJsonObject(value)) {
    const properties = isJsonObject(leaf.schema["properties"]) ? leaf.schema["properties"] : {};
    const siblings = Object.values(value);
    const entries = Object.entries(value).map(([key, item]) => {
      const schema = withOptions(resolve(properties[key], root), [item, key, ...siblings], site.toolbox);
      return [key, fill({ ...leaf, value: item, path: [...path, key], schema }, site)] as const;
    });
    return Object.fromEntries(entries);
  }
  return fillOne(leaf, site);
}

function fillOne(leaf: Leaf, site: Derivation): Json {
  const { value, path, root, control } = leaf;
  const at = path.join(".");
  const { label: param = at, part } = control ?? {};
  const base = { path: `${root}${at}`, tool: leaf.tool?.name ?? "", param, value, ...compact({ part }) };
  if (part === "order") {
    site.alignments.push({ ...base, how: "fixed" });
    return value;
  }
  if (typeof value === "string" && value.includes("{{")) {
    const isOfStep = [...site.ids.keys()].some((id) => new RegExp(`\\{\\{${id}[.}]`).test(value));
    site.alignments.push({ ...base, how: "result", ...(!isOfStep && { words: "the item" }) });
    return value.replaceAll(/\{\{([A-Za-z0-9_-]+)/g, (whole, id: string) => {
      const known = site.ids.get(id);
      return known === undefined ? whole : `{{${known}`;
    });
  }
  const place = findPlace(value, site.goalText);
  if (place !== undefined && isLikely(place, leaf, site.goalText) && !isCalledConstant(place, param, site)) {
    const { name } = take(site, place, namedBy(leaf));
    site.alignments.push({ ...base, how: "said", words: wordsOf(site.goalText, place), slot: name });
    return place.template.replaceAll(/\{(\w*)\}/g, (_, key: string) => (key === "" ? `{${name}}` : `{${name}.${key}}`));
  }
  const field = findField(value, site.goalText);
  if (field !== undefined) {
    const { name } = take(
      site,
      { slot: { type: "text", context: field }, template: "{}", start: 0, end: 0 },
      namedBy(leaf),
    );
    site.alignments.push({ ...base, how: "context", words: field, slot: name });
    return `{${name}}`;
  }
  const today = isFixed(base, site) ? undefined : todayIn(value, site.goalText);
  if (today !== undefined) {
    site.alignments.push({ ...base, how: "today" });
    return today;
  }
  return meantOrFixed(leaf, site, base);
}

/**
 * A number may stand in the request by chance: a true option or a flag is none. Words that name one option are no free
 * text; "aa" and "AA" have the same words, and are.
 */
function isLikely({ slot, start }: SlotSite, { schema, value }: Leaf, goalText: GoalText): boolean {
  if (slot.type !== "text") return slot.type !== "number" || typeOf(schema) !== "boolean";
  const named = namedOptions(goalText, enumOf(schema)).filter((one) => one.start === start);
  return named.length === 0 || named.some(({ option }) => option !== value);
}

function meantOrFixed(leaf: Leaf, site: Derivation, base: Omit<Alignment, "how">): Json {
  const { value, schema } = leaf;
  const options = enumOf(schema);
  const [said] = options.length > 0 ? namedOptions(site.goalText, [value]) : [];
  if (said !== undefined && !site.found.some(({ start, end }) => said.start < end && start < said.end)) {
    const place: SlotSite = { slot: { type: "entity" }, template: "{}", start: said.start, end: said.end };
    const one = take(site, place, [`${base.tool}_${namedBy(leaf).join("_")}`]);
    one.means = { is: value, options };
    site.alignments.push({ ...base, how: "meant", words: wordsOf(site.goalText, place), slot: one.name });
    return `{${one.name}}`;
  }
  site.alignments.push({ ...base, how: "fixed" });
  const isClosed =
    options.length > 0 ||
    typeof value === "boolean" ||
    value === null ||
    schema["default"] === value ||
    leaf.control?.part === "number";
  if (!isClosed && !isFixed(base, site)) site.open.push({ tool: base.tool, param: base.param, value });
  return value;
}

/** The words of a constant name the operation; a quotation is a value, whatever the teacher says. */
function isCalledConstant({ start }: SlotSite, param: string, { lesson, goalText }: Derivation): boolean {
  return lesson.fixed.includes(param) && goalText.tokens[start]?.kind !== "quoted";
}

/** Whether the teacher said that the value is always the same. */
function isFixed({ param }: Pick<Alignment, "param">, { lesson: { fixed } }: Derivation): boolean {
  return fixed.includes(param) || fixed.includes("*");
}

function namedBy({ control, path }: Leaf): readonly string[] {
  return control === undefined ? path : [control.label];
}

/**
 * A parameter without options that takes one of another parameter's: of its own name, or of the field that the call names
 * beside it, as in `field: "status", new_value: "Open"`.
 */
function withOptions(
  schema: JsonObject,
  [value, ...names]: readonly [Json, ...Json[]],
  toolbox: readonly ToolSpec[],
): JsonObject {
  if (typeof value !== "string" || enumOf(schema).length > 0) return schema;
  const others = names.flatMap((name) => (typeof name === "string" ? [fieldSchema(name, toolbox)] : []));
  return others.find((other) => enumOf(other).includes(value)) ?? schema;
}

/** What is known of a field of a row: a parameter of the same name says which options it has. */
function fieldSchema(field: string | undefined, toolbox: readonly ToolSpec[]): JsonObject {
  if (field === undefined) return {};
  for (const { inputSchema: root } of toolbox) {
    const { properties } = resolve(root === true ? {} : root, root);
    const schema = isJsonObject(properties) ? resolve(properties[field], root) : {};
    if (enumOf(schema).length > 0) return schema;
  }
  return {};
}

/** The slot for a place of the request; two values from the same words share it. */
function take({ found }: Derivation, place: SlotSite, path: readonly string[]): NamedSlot {
  const { start, end, slot } = place;
  const same = found.find(
    (one) => one.start === start && one.end === end && one.slot.type === slot.type && end > start,
  );
  if (same !== undefined) return same;
  const stem = slotName([path.findLast((part) => !/^\d+$/.test(part)) ?? "value"]);
  const made = { ...place, name: freeName(stem, (name) => found.some((one) => one.name === name)) };
  found.push(made);
  return made;
}

/** A text of the plan with slots in place of the values it repeats. */
function withSlots(text: string, { alignments }: Derivation): string {
  let made = text;
  for (const { value, slot, how } of alignments)
    if (how === "said" && slot !== undefined && typeof value === "string" && value.length > 2)
      made = made.replaceAll(value, `{${slot}}`);
  return made;
}

function slotName(words: readonly string[]): string {
  const name = words
    .map((word) => word.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase())
    .map((word) => word.replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, ""))
    .filter((word) => word !== "")
    .join("_");
  return /^[a-z]/.test(name) ? name : `v_${name}`;
}

function wordsOf({ tokens, source }: GoalText, { start, end }: { start: number; end: number }): string {
  return source.slice(tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0);
}

/** Spans that say nothing of the request itself. */
const empty = new Set(["politeness", "greeting", "thanks", "hesitation"]);

/** The phrase: slots where values stood, and every other word that carries a meaning. */
function piecesOf(goalText: GoalText, found: readonly NamedSlot[], spans: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < goalText.tokens.length; at += 1) {
    const token = goalText.tokens[at];
    const place = found.find(({ start, end }) => at >= start && at < end);
    if (token === undefined) continue;
    if (place !== undefined) {
      if (at === place.start)
        pieces.push({ kind: "slot", slot: place.name, after: announces(wordBefore(goalText, at)) });
      continue;
    }
    // A preposition before a value announces it.
    if (announces(token).length > 0 && found.some(({ start }) => wordBefore(goalText, start) === token)) continue;
    const weight = weightOf(token, spanAt(spans, at));
    const text = token.lower.replaceAll(/[()[\]{}|\s]/g, "");
    if (weight !== "none" && text !== "")
      pieces.push({ kind: "word", text, stem: token.stem, optional: weight === "optional" });
  }
  return pieces;
}

function spanAt(spans: readonly Span[], at: number): Span | undefined {
  return spans.find(({ start, end }) => at >= start && at < end);
}

function isFiller(span: Span | undefined): boolean {
  return span?.kind === "filler" && empty.has(span.of);
}

/** The word before a value; an article between them is left out. */
function wordBefore({ tokens }: GoalText, start: number): Token | undefined {
  const before = tokens[start - 1];
  return before !== undefined && hasRole(before.lower, "determiner") ? tokens[start - 2] : before;
}

function announces(token: Token | undefined): string[] {
  return token !== undefined && languages[token.lang].prepositions.has(token.lower) ? [token.lower] : [];
}

function weightOf(token: Token, span: Span | undefined): "needed" | "optional" | "none" {
  if (token.kind === "punctuation" || token.kind === "symbol") return "none";
  if (isFiller(span)) return "none";
  if (span?.kind === "polarity" || span?.kind === "quantifier") return "needed";
  if (span !== undefined && isConditional(span)) return "needed";
  if (span?.kind === "question") return "optional";
  return isTelling(token) ? "needed" : "none";
}
