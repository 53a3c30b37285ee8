import { compact } from "../../plan/compact.ts";
import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { isJsonObject, type Json, type JsonObject } from "../../plan/json.ts";
import type { DerivedRule, Piece } from "./derive.ts";
import { wordsFor } from "./option-words.ts";

/** The values of a slot that lessons have shown, each with the words for it; `sets` are values that change with it. */
export type Entity = ReadonlyMap<string, EntityValue>;
type EntityValue = { is: Json; says: Set<string>; sets: JsonObject };
type Word = Extract<Piece, { kind: "word" }>;

/** A lesson after it was compared with all others. */
export type WidenedRule = { derived: DerivedRule; entities: ReadonlyMap<string, Entity> };

type Comparison = {
  /** By slot. */
  entities: Map<string, Map<string, EntityValue>>;
  /** The places in the plan that a slot decides, the first by its value, the others by what it sets. */
  paths: Map<string, readonly string[]>;
  /** Words that lead to the same plan, by tools and stem. */
  synonyms: Map<string, Map<string, string>>;
};

/**
 * Compares lessons with each other. Two that differ in one place, in words and in the plan, make a slot of it; two that
 * differ in words alone make the words alternatives. Linear in the lessons: phrases are compared with a gap in them.
 */
export function widen(all: readonly DerivedRule[]): WidenedRule[] {
  const known: Comparison = { entities: new Map(), paths: new Map(), synonyms: new Map() };
  for (const bucket of gaps(all).values()) if (bucket.length > 1) compare(bucket, known);
  for (const { meant } of all)
    for (const [slot, { is, says, options }] of Object.entries(meant)) {
      addValue(known, slot, { is, says, sets: {} });
      for (const option of options)
        for (const word of wordsFor(option)) addValue(known, slot, { is: option, says: word, sets: {} });
    }
  for (const entity of known.entities.values()) dropAmbiguous(entity);
  const shared = sharedSlots(all);
  return all.map((derived) => ({
    derived: withShared(withSynonyms(withEntities(derived, known), known), shared),
    entities: known.entities,
  }));
}

type Gap = { derived: DerivedRule; words: readonly Word[] };

/** Most words in the place where two lessons differ. */
const widestGap = 2;

/** Every lesson under each of its phrases with one or two neighbouring words left out. */
function gaps(all: readonly DerivedRule[]): Map<string, Gap[]> {
  const buckets = new Map<string, Gap[]>();
  for (const derived of all)
    for (const { key, gap } of gapsOf(derived)) {
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [gap]);
      else bucket.push(gap);
    }
  return buckets;
}

const gapsOf = memoizeByIdentity((derived: DerivedRule): { key: string; gap: Gap }[] => {
  const pieces = derived.pieces.filter((piece) => piece.kind === "slot" || !piece.optional);
  const names = pieces.map((piece) => (piece.kind === "word" ? piece.stem : `{${piece.slot}}`));
  const shape = shapeOf(derived);
  return pieces.flatMap((_, at) =>
    Array.from({ length: Math.min(widestGap, pieces.length - 1) }, (__, more) => more + 1).flatMap((size) => {
      const words = pieces.slice(at, at + size).filter((piece) => piece.kind === "word");
      const key = `${shape}|${names.toSpliced(at, size, "_").join(" ")}`;
      return words.length < size ? [] : [{ key, gap: { derived, words } }];
    }),
  );
});

function toolsOf({ steps }: DerivedRule): string {
  return steps.map(({ tool }) => tool).join(">");
}

function shapeOf(derived: DerivedRule): string {
  const params = derived.alignments.map(({ path }) => path).toSorted();
  return `${toolsOf(derived)}(${params.join(",")})`;
}

function constantsOf({ alignments }: DerivedRule): Map<string, Json> {
  return new Map(alignments.filter(({ how }) => how === "fixed").map(({ path, value }) => [path, value]));
}

/** What the lessons of one gap teach: the values of a slot, or words that mean the same. */
function compare(bucket: readonly Gap[], known: Comparison): void {
  const [first] = bucket;
  if (first === undefined) return;
  const rows = bucket.map((gap) => ({ ...gap, constants: constantsOf(gap.derived) }));
  const differing = [...constantsOf(first.derived).keys()].filter(
    (path) => new Set(rows.map(({ constants }) => JSON.stringify(constants.get(path)))).size > 1,
  );
  const [main, ...others] = differing;
  if (main === undefined) return addSynonyms(rows, known);
  const slot = slotFor(first.derived, differing);
  known.paths.set(slot, differing);
  for (const { words, constants } of rows) {
    const sets = Object.fromEntries(others.map((path) => [keyOf(path), constants.get(path) ?? null]));
    addValue(known, slot, { is: constants.get(main) ?? null, says: textOf(words), sets });
  }
}

function addSynonyms(rows: readonly Gap[], { synonyms }: Comparison): void {
  const single = rows.flatMap(({ words, derived }) =>
    words.length === 1 && words[0] ? [{ word: words[0], derived }] : [],
  );
  for (const { word, derived } of single) {
    const key = `${toolsOf(derived)} ${word.stem}`;
    const group = synonyms.get(key) ?? new Map<string, string>();
    for (const other of single) if (other.word.stem !== word.stem) group.set(other.word.stem, other.word.text);
    synonyms.set(key, group);
  }
}

function slotFor(derived: DerivedRule, paths: readonly string[]): string {
  const words = [toolsOf(derived), ...paths.map(keyOf)].join("_");
  return `w_${words
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")}`;
}

function keyOf(path: string): string {
  return path.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_");
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(" ");
}

function addValue({ entities }: Comparison, slot: string, value: { is: Json; says: string; sets: JsonObject }): void {
  const entity = entities.get(slot) ?? new Map<string, EntityValue>();
  const key = JSON.stringify([value.is, value.sets]);
  const one = entity.get(key) ?? { is: value.is, says: new Set<string>(), sets: value.sets };
  one.says.add(value.says);
  entity.set(key, one);
  entities.set(slot, entity);
}

/** A word for two values tells neither. */
function dropAmbiguous(entity: Map<string, EntityValue>): void {
  const counts = new Map<string, number>();
  for (const { says } of entity.values()) for (const word of says) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [key, { says }] of entity) {
    for (const word of says) if ((counts.get(word) ?? 0) > 1) says.delete(word);
    if (says.size === 0) entity.delete(key);
  }
}

/** The lesson with slots in place of words whose meaning other lessons have shown. */
function withEntities(derived: DerivedRule, known: Comparison): DerivedRule {
  let made = derived;
  for (const [slot, paths] of known.paths) {
    const constants = constantsOf(made);
    const [main] = paths;
    if (main === undefined || !paths.every((path) => constants.has(path)) || slot !== slotFor(made, paths)) continue;
    const sets = Object.fromEntries(paths.slice(1).map((path) => [keyOf(path), constants.get(path) ?? null]));
    const value = known.entities.get(slot)?.get(JSON.stringify([constants.get(main) ?? null, sets]));
    const place = value === undefined ? undefined : placeOf(made.pieces, value.says);
    if (place !== undefined) made = withSlot(made, { slot, paths, place });
  }
  return made;
}

type Range = { start: number; end: number };

function placeOf(pieces: readonly Piece[], says: ReadonlySet<string>): Range | undefined {
  for (const said of [...says].toSorted((a, b) => b.length - a.length)) {
    const size = said.split(" ").length;
    for (let start = 0; start + size <= pieces.length; start += 1) {
      const words = pieces.slice(start, start + size).filter((piece) => piece.kind === "word");
      if (words.length === size && textOf(words) === said) return { start, end: start + size };
    }
  }
  return undefined;
}

function withSlot(
  derived: DerivedRule,
  { slot, paths, place }: { slot: string; paths: readonly string[]; place: Range },
): DerivedRule {
  const templates = new Map(paths.map((path, at) => [path, at === 0 ? `{${slot}}` : `{${slot}.${keyOf(path)}}`]));
  const said = derived.pieces.slice(place.start, place.end).filter((piece) => piece.kind === "word");
  return {
    ...derived,
    pieces: derived.pieces.toSpliced(place.start, place.end - place.start, { kind: "slot", slot, after: [] }),
    slots: { ...derived.slots, [slot]: { type: "entity" } },
    steps: derived.steps.map(({ when, forEach, ...step }) => ({
      ...step,
      args: replaceAt(step.args, `${step.id}.`, templates),
      ...replaceAt(compact({ when, forEach }), `${step.id}:`, templates),
    })),
    alignments: derived.alignments.map((one) =>
      templates.has(one.path) ? { ...one, how: "meant", words: textOf(said), slot } : one,
    ),
  };
}

function replaceAt(fields: JsonObject, root: string, templates: ReadonlyMap<string, string>): JsonObject {
  const replaced = (value: Json, here: string): Json => {
    const template = templates.get(here);
    if (template !== undefined) return template;
    if (Array.isArray(value)) return value.map((item, at) => replaced(item, `${here}.${at}`));
    return isJsonObject(value) ? replaceAt(value, `${here}.`, templates) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, replaced(value, `${root}${key}`)]));
}

function withSynonyms(derived: DerivedRule, { synonyms }: Comparison): DerivedRule {
  const tools = toolsOf(derived);
  if (!derived.pieces.some((piece) => piece.kind === "word" && synonyms.has(`${tools} ${piece.stem}`))) return derived;
  const pieces = derived.pieces.map((piece): Piece => {
    if (piece.kind !== "word") return piece;
    const group = synonyms.get(`${tools} ${piece.stem}`);
    return group === undefined || group.size === 0 ? piece : { ...piece, others: [...group.values()].toSorted() };
  });
  return { ...derived, pieces };
}

/** What lessons of one tool show of a parameter: the words that announce it, and the field of the context it falls back on. */
type Shared = ReadonlyMap<string, { after: ReadonlySet<string>; context: string | undefined }>;

function sharedSlots(all: readonly DerivedRule[]): Shared {
  const shared = new Map<string, { after: Set<string>; context: string | undefined }>();
  for (const { alignments, pieces, slots } of all)
    for (const { tool, param, slot } of alignments) {
      if (slot === undefined || slots[slot]?.type !== "text") continue;
      const row = shared.get(`${tool} ${param}`) ?? { after: new Set<string>(), context: undefined };
      for (const piece of pieces)
        if (piece.kind === "slot" && piece.slot === slot) for (const word of piece.after) row.after.add(word);
      row.context ??= slots[slot]?.context;
      shared.set(`${tool} ${param}`, row);
    }
  return shared;
}

function withShared(derived: DerivedRule, shared: Shared): DerivedRule {
  const rows = new Map(
    derived.alignments.flatMap(({ slot, tool, param }) => {
      const row = slot === undefined ? undefined : shared.get(`${tool} ${param}`);
      return slot === undefined || row === undefined || derived.slots[slot]?.type !== "text" ? [] : [[slot, row]];
    }),
  );
  if (rows.size === 0) return derived;
  const pieces = derived.pieces.map((piece): Piece => {
    if (piece.kind !== "slot" || piece.after.length === 0) return piece;
    return { ...piece, after: [...(rows.get(piece.slot)?.after ?? piece.after)].toSorted() };
  });
  const slots = Object.fromEntries(
    Object.entries(derived.slots).map(([name, slot]) => {
      const context = rows.get(name)?.context;
      return [name, context === undefined ? slot : { ...slot, context }];
    }),
  );
  return { ...derived, pieces, slots };
}
