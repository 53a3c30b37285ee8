import { languages } from "../../../language/languages.ts";
import { isPlural } from "../../../language/words/plural.ts";
import type { Reading } from "../../../language/reading.ts";
import type { Span } from "../../../language/spans/span.ts";
import type { Token } from "../../../language/words/token.ts";
import type { Meaning } from "./item.ts";
import { type Phrase, type Sense, senseTable } from "../world/senses.ts";
import type { World } from "../world/world.ts";
import { textValuesIn } from "./text-values.ts";

export type Add = (start: number, end: number, more: { meaning: Meaning; each?: number }) => void;

/** Words of the pack, worth more the nearer they are to how the pack writes them. */
export function addSenses(
  { tokens, spans, clauses }: Reading,
  world: World,
  { add, worth }: { add: Add; worth: MeaningWeights },
): void {
  const orders = new Set(
    spans.flatMap((span) => (span.kind === "verb" && /imperative|infinitive/.test(span.form) ? [span.start] : [])),
  );
  const leads = leadsIn(spans);
  // "Pause all deals": an order at the head with an object is the verb, also where the pack has the word as a value.
  const heads = new Set(clauses.flatMap((one) => (one.end > one.start + 1 ? [one.start] : [])));
  for (const { start, end, senses } of sensesIn(tokens, world)) {
    const said = tokens
      .slice(start, end)
      .map(({ lower }) => lower)
      .join(" ");
    // An order is no value, though they share a stem: "done" and "do".
    const isSmall = end === start + 1 && languages[tokens[start]?.lang ?? "en"].functionWords.has(said);
    const fitting = senses.filter(
      (one) =>
        (one.said === said || !isSmall) &&
        ((one.said === said &&
          !(end === start + 1 && orders.has(start) && heads.has(start) && one.sense.is === "option")) ||
          // "Talked" was done, "a talk" was not.
          (one.sense.is !== "done" && (end > start + 1 || !orders.has(start)) && !leads.has(start))),
    );
    const closeness = Math.max(0, ...fitting.map((one) => likeness(one.said, said)));
    const near = fitting
      .filter((one) => likeness(one.said, said) >= closeness - 0.1)
      // "Close" is not "closed", "move to" not "moved to": where words do not bend, these are said as they are listed.
      .filter((one) => !isFixed(one.sense, tokens[end - 1]) || one.said === said || tokens[start]?.lang !== "en")
      .map(({ sense }) => sense);
    const lead = tokens[start - 1];
    // "Into todo": behind such a preposition, without an article, a word that is a value and a noun is the value.
    const isPlace = lead !== undefined && /^(?:goal|place)$/.test(roleAt(lead) ?? "");
    const isState = isPlace && tokens[end]?.kind !== "identifier" && near.some(({ is }) => is === "option");
    const isListed = near.length > 0 && closeness === 1;
    // "The price of A", though something is called "Price list".
    const isOf =
      isListed &&
      near.every(({ is }) => is !== "kind") &&
      tokens[end]?.kind === "word" &&
      roleAt(tokens[end]) === "owner";
    for (const meaning of senseMeanings(
      isState ? near.filter(({ is }) => is !== "kind") : near,
      isListed ? [] : tokens.slice(start, end),
      tokens[start],
    ))
      add(start, end, {
        meaning,
        each:
          (worth[meaning.is] ?? 1) + (isOf && meaning.is === "field" ? 0.4 : 0.2 * closeness) + 0.1 * (end - start - 1),
      });
  }
  const asked = clauses.filter(({ act }) => act === "ask");
  for (const { start, end, senses } of textValuesIn(tokens, world))
    if (asked.some((clause) => clause.start <= start && clause.end >= end))
      add(start, end, { meaning: { is: "mark", senses }, each: 1.9 });
}

function roleAt({ lang, lower }: Token): string | undefined {
  return languages[lang].prepositions.get(lower);
}

function isFixed({ is }: Sense, last: Token | undefined): boolean {
  return is === "mark" || (last !== undefined && languages[last.lang].prepositions.has(last.lower));
}

export type MeaningWeights = Readonly<Partial<Record<Meaning["is"], number>>>;

/** Where "called" and the like stand: no noun of the pack, though they share its stem. */
function leadsIn(spans: readonly Span[]): ReadonlySet<number> {
  return new Set(spans.flatMap((span) => (span.kind === "filler" && span.of === "leadin" ? [span.start] : [])));
}

type SenseMatch = { start: number; end: number; senses: Phrase["senses"] };

/** How much of two words is alike from their beginning on. */
function likeness(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at / Math.max(a.length, b.length, 1);
}

/** Where phrases of the pack stand. */
export function sensesIn(tokens: readonly Token[], { pack }: World): SenseMatch[] {
  const table = senseTable(pack);
  return tokens.flatMap((token, start) =>
    (table.get(token.stem) ?? []).flatMap(({ stems, senses }) => {
      const end = endOfStems(tokens, start, stems);
      return end === undefined ? [] : [{ start, end, senses }];
    }),
  );
}

/** The token after these stems; a hyphen may join them. */
function endOfStems(tokens: readonly Token[], start: number, stems: readonly string[]): number | undefined {
  let at = start;
  for (const stem of stems) {
    if (at > start && tokens[at]?.text === "-") at += 1;
    if (tokens[at]?.stem !== stem) return undefined;
    at += 1;
  }
  return at;
}

/** `inflected` are the words where they are not as the pack writes them: only those can be a plural. */
function senseMeanings(senses: readonly Sense[], inflected: readonly Token[], first: Token | undefined): Meaning[] {
  const of = <K extends Sense["is"]>(is: K) =>
    senses.filter((sense): sense is Extract<Sense, { is: K }> => sense.is === is);
  const within = first !== undefined && languages[first.lang].prepositions.has(first.lower);
  const meanings: Meaning[] = [
    {
      is: "kind",
      senses: of("kind"),
      many:
        inflected.some((token) => isPlural(token)) ||
        (inflected.length === 0 && first !== undefined && first.lang === "en" && isPlural(first)),
    },
    { is: "place", senses: of("place") },
    { is: "option", senses: of("option"), marks: of("mark"), ...(within && { within: first.lower }) },
    { is: "field", senses: of("field") },
    { is: "mark", senses: of("mark") },
    { is: "rank", senses: of("rank") },
    { is: "operation", senses: of("operation") },
    { is: "deed", senses: of("deed") },
    { is: "done", senses: of("done") },
    { is: "measure", senses: of("measure") },
    { is: "group", senses: of("group") },
    { is: "form", senses: of("form") },
  ];
  return meanings.filter((meaning) => "senses" in meaning && meaning.senses.length > 0);
}
