import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import type { Json, JsonObject } from "../../plan/json.ts";
import { languages } from "../../language/languages.ts";
import { tokenize } from "../../language/words/tokenize.ts";
import { ruleOutKey } from "./goal-text.ts";
import { type Pack, type PackIntent, PackSlot } from "./pack.ts";
import { parsePattern } from "./pattern.ts";

/** Words as they are matched: by stem. */
export type Stems = readonly string[];

/** Without `is` the value is the words as they were said. */
export type CompiledValue = { stems: Stems; is: Json | undefined; sets: JsonObject };

export type CompiledSlot = Omit<PackSlot, "after" | "skip" | "never"> & {
  name: string;
  optional: boolean;
  after: readonly Stems[];
  skip: ReadonlySet<string>;
  never: ReadonlySet<string>;
  /** By the stem they begin with, the longest first. */
  values: ReadonlyMap<string, readonly CompiledValue[]>;
};

export type CompiledPhrase = {
  intent: PackIntent;
  /** What must be said, each with its alternatives, the longest first. */
  words: readonly { options: readonly Stems[]; optional: boolean }[];
  /** The stems that each word it cannot do without may begin with. */
  needs: readonly (readonly string[])[];
  slots: readonly CompiledSlot[];
  /** The slots in the order they take their words: known values first, free text from what they leave. */
  order: readonly CompiledSlot[];
  fillers: ReadonlySet<string>;
  /** Words that rule the phrase out: content words by stem, function words as they are written. */
  unless: ReadonlySet<string>;
};

/** A pack made ready to be matched. `vocabulary` are all stems it uses: none of them is taken for a misspelling. */
export type CompiledPack = { pack: Pack; phrases: readonly CompiledPhrase[]; vocabulary: ReadonlySet<string> };

export const compilePack = memoizeByIdentity((pack: Pack): CompiledPack => {
  const phrases = pack.intents.flatMap((intent) =>
    intent.phrases.flatMap((phrase) => compilePhrase(pack, intent, phrase)),
  );
  const vocabulary = new Set(phrases.flatMap((phrase) => [...stemsIn(phrase)]));
  return { pack, phrases, vocabulary };
});

export function isPreposition(word: string): boolean {
  return Object.values(languages).some(({ prepositions }) => prepositions.has(word.toLowerCase()));
}

function compilePhrase(pack: Pack, intent: PackIntent, phrase: string): CompiledPhrase[] {
  const pattern = parsePattern(phrase, isPreposition);
  if ("message" in pattern) return [];
  const words = pattern.words.map(({ options, optional }) => ({
    options: longestFirst(options.map((said) => stems(said.join(" ")))),
    optional,
  }));
  const also = intent.also.map((slot) => ({ slot, optional: true, after: [] }));
  const slots = [...pattern.slots, ...also].map(({ slot, optional, after }): CompiledSlot => {
    const defined = pack.slots[slot] ?? PackSlot.parse({ type: "entity", entity: slot });
    const entity = defined.type === "entity" ? pack.entities[defined.entity ?? slot] : undefined;
    const marks = after.length > 0 ? after.map((said) => said.join(" ")) : defined.after;
    return {
      ...defined,
      name: slot,
      optional,
      after: longestFirst(marks.map(stems)),
      skip: new Set(defined.skip.flatMap(stems)),
      never: new Set(defined.never.flatMap(stems)),
      values: entity === undefined ? new Map() : valuesOf(entity),
    };
  });
  return [
    {
      intent,
      words,
      needs: words.flatMap(({ options, optional }) => (optional ? [] : [options.map(([start = ""]) => start)])),
      slots,
      order: inOrder(slots),
      fillers: new Set([...pack.fillers, ...intent.fillers].flatMap(stems)),
      unless: new Set(intent.unless.flatMap((text) => tokenize(text).map(ruleOutKey))),
    },
  ];
}

function inOrder(slots: readonly CompiledSlot[]): CompiledSlot[] {
  return [
    ...slots.filter((slot) => isTyped(slot) && slot.inside === undefined),
    ...slots.filter((slot) => !isTyped(slot)).toSorted(markedFirst),
  ];
}

export function isTyped(slot: CompiledSlot): boolean {
  return slot.type !== "text";
}

/** Takes whatever is left of a text, which no word announces. */
export function isOpenText({ long, after }: CompiledSlot): boolean {
  return long && after.length === 0;
}

/** Slots with a word that announces them take their words before those without, long ones before short. */
function markedFirst(a: CompiledSlot, b: CompiledSlot): number {
  return Number(a.after.length === 0) - Number(b.after.length === 0) || Number(b.long) - Number(a.long);
}

const valuesOf = memoizeByIdentity((entity: Pack["entities"][string]): CompiledSlot["values"] => {
  const values = entity.values
    .flatMap(({ is, says, sets }) => says.map((said) => ({ stems: stems(said), is, sets })))
    .toSorted((a, b) => b.stems.length - a.stems.length);
  return Map.groupBy(values, (value) => value.stems[0] ?? "");
});

/** Words of a text by stem; signs between them do not count. */
export function stems(text: string): string[] {
  return tokenize(text).flatMap((token) =>
    token.kind === "punctuation" || token.kind === "symbol" ? [] : [token.stem],
  );
}

function longestFirst(options: readonly Stems[]): Stems[] {
  return options.toSorted((a, b) => b.length - a.length);
}

function stemsIn(phrase: CompiledPhrase): Set<string> {
  return new Set([
    ...phrase.words.flatMap(({ options }) => options.flat()),
    ...phrase.slots.flatMap(({ after, values }) => [
      ...after.flat(),
      ...[...values.values()].flatMap((list) => list.flatMap(({ stems }) => stems)),
    ]),
    ...phrase.fillers,
  ]);
}
