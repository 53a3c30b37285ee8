import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { Reading } from "../../../language/reading.ts";
import type { Item } from "./item.ts";
import { type SenseOf, senseTable } from "../world/senses.ts";
import type { World } from "../world/world.ts";

/** "On the sales side", "due to close": words that only hold others together. */
export function withoutHollow(items: readonly Item[]): Item[] {
  const isAsked = items.some(({ is }) => is === "question");
  return items.map((item, at): Item => {
    const { start, end, text } = item;
    const [before, next, behind] = [items[at - 1], items[at + 1], items[at + 2]];
    const isSide = before?.is === "name" && /^(?:unknown|word)$/.test(item.is) && hasConcept(text, "noun.side");
    const leads = next?.is === "prep" && behind?.is === "verb" && behind.form === "infinitive";
    // "Fix the city in the system", «обнови в базе»: where records are kept.
    const lead = items.slice(0, at).findLast(({ is }) => is !== "filler" && is !== "whose");
    const isStore =
      lead?.is === "prep" &&
      /^(?:unknown|word|verb)$/.test(item.is) &&
      text.split(" ").every((word) => hasConcept(word, "noun.store"));
    // "When do we plan to close it?"
    const isPlanned = isAsked && at > 0 && next !== undefined && /^(?:verb|unknown|word)$/.test(item.is);
    return isSide || isStore || ((leads || isPlanned) && hasConcept(text, "modal"))
      ? { start, end, text, is: "filler" }
      : item;
  });
}

/**
 * "What notes do we have on Acme?": asked about, a note is a record and not something to write; with an hour, a kickoff is a meeting.
 */
export function withAskedNotes(items: readonly Item[], { clauses, tokens }: Reading, { pack }: World): Item[] {
  const isTimed = items.some((item) => item.is === "time" || (item.is === "date" && item.span.time !== undefined));
  return items.map((item): Item => {
    if (item.is !== "operation" && !(item.is === "filler" && isAsker(item.text))) return item;
    const clause = clauses.find(({ start, end }) => start <= item.start && end >= item.end);
    const reads = items.some((one) => one.is === "verb" && one.op === "read" && one.end <= item.start);
    if (item.is === "filler")
      return clause?.act === "ask" ? { ...item, is: "whose", span: { kind: "possessive", whose: "speaker" } } : item;
    const isAsked = clause?.act === "ask" || reads;
    if (!isAsked && !isTimed) return item;
    const senses = (senseTable(pack).get(tokens[item.start]?.stem ?? "") ?? []).flatMap((phrase) =>
      phrase.senses.flatMap(({ sense }) =>
        sense.is === "kind" && (isAsked || pack.records[sense.kind]?.ends !== undefined) ? [sense] : [],
      ),
    );
    const { start, end, text } = item;
    return senses.length === 0 ? item : { start, end, text, is: "kind", senses, many: isAsked };
  });
}

/** "Which company is Ann from?": a kind that a field of the named record holds asks for that field. */
export function withAskedFields(items: readonly Item[], { pack }: World): Item[] {
  const kinds = new Set(
    items.flatMap((item) => {
      if (item.is === "name") return [...item.refs.keys()];
      return item.is === "key" ? Object.keys(pack.records).filter((kind) => pack.records[kind]?.key !== undefined) : [];
    }),
  );
  return items.map((item, at): Item => {
    if (item.is !== "kind") return item;
    const lead = items.slice(0, at).findLast(({ is }) => is !== "filler" && is !== "prep");
    if (lead?.is !== "question" || item.senses.some(({ kind }) => kinds.has(kind))) return item;
    const senses = [...kinds].flatMap((kind) =>
      Object.entries(pack.records[kind]?.fields ?? {}).flatMap(([field, { of }]): SenseOf<"field">[] =>
        item.senses.some((sense) => sense.kind === of) ? [{ is: "field", kind, field }] : [],
      ),
    );
    const { start, end, text } = item;
    return senses.length === 0 ? item : { start, end, text, is: "field", senses };
  });
}

/** "What is overdue for me?", not "show it for me". */
function isAsker(text: string): boolean {
  const [first = "", last = "", ...others] = text.toLowerCase().split(" ");
  return others.length === 0 && languages.en.prepositions.has(first) && hasConcept(last, "pron.speaker");
}
