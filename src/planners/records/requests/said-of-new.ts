import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { PackRecord } from "../../packs/records.ts";
import { isItem, type Item, type ItemOf } from "../items/item.ts";
import { hasPrep } from "./hour-of-new.ts";

/** "Christmas cards", "the Monday report": a day that only names the thing behind it. */
export function isAttribute({ end, text }: Item, at: number, items: readonly Item[]): boolean {
  const [before, next] = [items[at - 1], items[at + 1]];
  const isNoun = next?.start === end && /^(?:unknown|word|verb|kind|name)$/.test(next.is);
  return (
    isNoun &&
    /^[\p{Script=Latin} ]+$/u.test(text) &&
    before !== undefined &&
    !/^(?:prep|joint|sign|field)$/.test(before.is)
  );
}

export function isOpening(items: readonly Item[], at: number): boolean {
  return items.slice(0, at).every(({ is }) => is === "sign" || is === "filler") && !hasPrep(items, at);
}

/** Somebody the new thing is for: right at the head of the text, or at its end behind a preposition. */
export function isReceiver(items: readonly Item[], at: number): boolean {
  const item = items[at];
  if (!isItem(item, "person")) return false;
  const before = items.slice(0, at).filter(({ is }) => is !== "filler" && is !== "sign");
  const lead = before.findLast(({ is }) => is !== "prep" && is !== "joint");
  if (isItem(lead, "verb") && (lead.op === "assign" || lead.op === "own")) return true;
  const behind = items[at + 1];
  if (isItem(behind, "verb") && behind.op === "own") return true;
  const small = before.every(({ is }) => is === "prep" || is === "joint");
  if (small) return item.form !== "possessive";
  const after = items.slice(at + 1).filter(({ is }) => is !== "filler" && is !== "sign" && is !== "joint");
  // "Fix the form, Tom, by Friday": alone between commas.
  const isAlone =
    item.form !== "possessive" && isApart(items, at) && items.slice(0, at).every(({ is }) => is !== "person");
  if (isAlone) return true;
  const isLast = after.every(({ is }) => /^(?:date|time|option|number|field|prep|person)$/.test(is));
  const prep = before.at(-1);
  return (
    isLast &&
    isItem(prep, "prep") &&
    (prep.role === "place" ||
      hasConcept(prep.word, "receiver") ||
      (prep.role === "person" && items[items.indexOf(prep) - 1]?.is === "joint"))
  );
}

/** A value set off by a comma, or led by a preposition, or alone at an end of the text. */
export function isAside(items: readonly Item[], at: number): boolean {
  const item = items[at];
  if (!isItem(item, "option")) return false;
  const isEdge = (one: Item | undefined): boolean =>
    one === undefined || one.is === "joint" || one.is === "sign" || one.is === "date";
  return isEdge(items[at - 1]) || isEdge(items[at + 1]) || hasPrep(items, at) || item.within !== undefined;
}

/** "Review the offer": at the head of a text the word for a state is the text's own. */
export function isFirstWord(
  { senses }: ItemOf<"option">,
  at: number,
  { items, record }: { items: readonly Item[]; record: PackRecord },
): boolean {
  const isState = senses.every(({ field }) => record.final[field] !== undefined);
  const [before, lead] = [items[at - 2], items[at - 1]];
  // "For Tom to review it".
  const isTo = isItem(lead, "prep") && (before === undefined || before.is === "person");
  const opens = isOpening(items, at) || isTo;
  return isState && opens && !/^(?:joint|sign)$/.test(items[at + 1]?.is ?? "");
}

/** Alone between commas, and not the first. */
export function isApart(items: readonly Item[], at: number): boolean {
  const next = items[at + 1];
  return items[at - 1]?.is === "joint" && (next === undefined || next.is === "joint" || next.is === "sign");
}
