import type { Token } from "../../language/words/token.ts";
import { tokenize } from "../../language/words/tokenize.ts";
import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { compilePack, type CompiledPhrase } from "../packs/compiled-pack.ts";
import { isFunctionWord } from "../packs/goal-text.ts";
import type { Pack } from "../packs/pack.ts";
import type { TaughtBook } from "./book.ts";

/** A phrase of a rule, made ready to be compared with requests. */
export type RulePhrase = {
  rule: Pack;
  phrase: CompiledPhrase;
  /** Stems of the words outside its slots, function words too. */
  features: ReadonlySet<string>;
  /** Stems of other words for the same, and of the known values of its slots. */
  values: ReadonlySet<string>;
  /** All of these, each once, and the words without which the phrase is not there. */
  stems: readonly string[];
  neededStems: readonly string[];
  /** Orders phrases that are equally like a request. */
  key: string;
};

/** The phrases of a book by the stems of their words. Equal rules give an equal index, in whichever order they were taught. */
export type BookIndex = {
  size: number;
  /** In the order of the keys. */
  byStem: ReadonlyMap<string, readonly RulePhrase[]>;
  vocabulary: ReadonlySet<string>;
  /** How much a stem tells: rare ones more. Undefined for a stem of no phrase. */
  weightOf: (stem: string) => number | undefined;
  /** Sums of weights: of all features of a phrase, and of those without which it is not there. */
  sumsOf: (phrase: RulePhrase) => { weight: number; needed: number };
};

/** More changed rules than this are indexed from the start. */
const mostPatched = 100;

/** The index of a book. That of a book that was changed a little is made from the index before the change. */
export const indexOf = memoizeByIdentity((book: TaughtBook): BookIndex => {
  const made = patched(book) ?? createIndex(book.rules);
  delete book.before;
  return made;
});

function createIndex(rules: readonly Pack[]): BookIndex {
  const phrases = rules.flatMap(phrasesOf).toSorted(byKey);
  const byStem = new Map<string, RulePhrase[]>();
  for (const one of phrases)
    for (const stem of one.stems) {
      const list = byStem.get(stem);
      if (list === undefined) byStem.set(stem, [one]);
      else list.push(one);
    }
  return withWeights({ size: phrases.length, byStem, vocabulary: vocabularyOf(rules) });
}

function patched({ rules, before }: TaughtBook): BookIndex | undefined {
  const index = before === undefined ? undefined : indexOf.known(before);
  if (before === undefined || index === undefined) return undefined;
  const [old, now] = [new Set(before.rules), new Set(rules)];
  const [gone, more] = [[...old.difference(now)], [...now.difference(old)]];
  if (gone.length + more.length > mostPatched) return undefined;
  const left = new Set(gone.flatMap(phrasesOf));
  const added = more.flatMap(phrasesOf);
  const byStem = new Map(index.byStem);
  for (const stem of new Set([...left, ...added].flatMap(({ stems }) => stems))) {
    const kept = (byStem.get(stem) ?? []).filter((one) => !left.has(one));
    const list = [...kept, ...added.filter(({ stems }) => stems.includes(stem))].toSorted(byKey);
    if (list.length === 0) byStem.delete(stem);
    else byStem.set(stem, list);
  }
  const [lost, won] = [vocabularyOf(gone), vocabularyOf(more)];
  const vocabulary = lost.isSubsetOf(won) ? index.vocabulary.union(won) : vocabularyOf(rules);
  return withWeights({ size: index.size - left.size + added.length, byStem, vocabulary });
}

function vocabularyOf(rules: readonly Pack[]): Set<string> {
  const all = new Set<string>();
  for (const rule of rules) for (const stem of compilePack(rule).vocabulary) all.add(stem);
  return all;
}

function byKey(a: RulePhrase, b: RulePhrase): number {
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

/** Weights depend on all phrases, so they are computed when they are asked for. */
function withWeights(parts: Pick<BookIndex, "size" | "byStem" | "vocabulary">): BookIndex {
  const { size, byStem } = parts;
  const weightOf = (stem: string): number | undefined => {
    const count = byStem.get(stem)?.length;
    return count === undefined ? undefined : Math.log(1 + size / count);
  };
  const sumOf = (stems: Iterable<string>): number => {
    let sum = 0;
    for (const stem of stems) sum += weightOf(stem) ?? 0;
    return sum;
  };
  const sumsOf = memoizeByIdentity(({ features, neededStems }: RulePhrase) => ({
    weight: sumOf(features),
    needed: sumOf(neededStems),
  }));
  return { ...parts, weightOf, sumsOf };
}

const phrasesOf = memoizeByIdentity((rule: Pack): RulePhrase[] =>
  compilePack(rule).phrases.map((phrase, at) => {
    const others = phrase.words.flatMap(({ options }) => options.slice(1).flat());
    const values = new Set([...others, ...phrase.slots.flatMap((slot) => [...slot.values.keys()])]);
    const features = featuresOf(phrase);
    const needed = phrase.words.flatMap(({ options, optional }) => (optional ? [] : (options[0] ?? [])));
    const stems = [...features.union(values)];
    return {
      rule,
      phrase,
      features,
      values,
      stems,
      neededStems: [...new Set(needed)],
      key: `${phrase.intent.id} ${at}`,
    };
  }),
);

/** The words of the phrase, and the function words of the request it was taught with. */
function featuresOf({ intent: { summary }, words }: CompiledPhrase): ReadonlySet<string> {
  const small = tokenize(summary.en ?? summary.ru ?? "").filter(isSmall);
  return new Set([...words.flatMap(({ options }) => options[0] ?? []), ...small.map(({ stem }) => stem)]);
}

/** Function words and the question mark tell a question from an order. */
function isSmall(token: Token): boolean {
  return token.text === "?" || (token.kind === "word" && isFunctionWord(token));
}
