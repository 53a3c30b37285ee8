import { languages } from "../../../language/languages.ts";
import { hasConcept } from "../../../language/lexicon/has-concept.ts";
import type { Reading } from "../../../language/reading.ts";
import type { Item, ItemOf } from "../items/item.ts";
import type { World } from "./world.ts";

/** Words that nobody knows behind a field that holds a text are its text, and so is the end of a renaming. */
export function withTexts(items: readonly Item[], { source, tokens }: Reading, { pack }: World): Item[] {
  const out: Item[] = [];
  const renames = items.some((item) => item.is === "verb" && item.op === "rename");
  const changesText = items.some((item) => item.is === "verb" && item.op === "update");
  let [names, isSaid, holdsText] = [false, false, false];
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at];
    if (item === undefined) continue;
    out.push(item);
    const isText =
      item.is === "field" &&
      item.senses.some(({ kind, field }) => /^(?:text|contact)$/.test(pack.records[kind]?.fields[field]?.type ?? ""));
    names ||= item.is === "field" && item.senses.some(({ kind, field }) => pack.records[kind]?.name === field);
    isSaid ||= item.is === "key" || item.is === "name" || item.is === "kind";
    const isNew = isSaid && (renames || (changesText && names)) && item.is === "prep" && item.role === "goal";
    // "Set the city of A to Boston", «обнови должность Анны: бухгалтер».
    const leads = (item.is === "prep" && isTowards(item)) || item.text === ":";
    const isPut = isSaid && holdsText && changesText && leads;
    holdsText ||= isText;
    if (!isText && !isNew && !isPut) continue;
    let first = at + 1;
    if (isText) first = skipped(items, first, ({ is }) => /^(?:prep|filler|sign)$/.test(is));
    // "Title is head of leads", «описание: три размера»: behind such a word all is the text.
    const isTold =
      isText && (/^[:—–]$/.test(items[at + 1]?.text ?? "") || hasConcept(items[at + 1]?.text ?? "", "becomes"));
    const last = isNew
      ? items.length
      : isTold
        ? toldEnd(items, first)
        : skipped(items, first, isPut ? isInClause : isTextPart);
    const [start, end] = [items[first]?.start, items[last - 1]?.end];
    if (
      first >= last ||
      start === undefined ||
      end === undefined ||
      items[first]?.is === "quoted" ||
      !items
        .slice(first, last)
        .some(({ is }) => isNew || (isTold && is !== "contact") || is === "unknown" || is === "word")
    )
      continue;
    const text = source.slice(tokens[start]?.from ?? 0, tokens[end - 1]?.to ?? 0);
    const before = items[first - 1];
    // "Fix the city in the CRM": where it is kept is not what it becomes.
    if (isText && !isTold && before?.is === "prep" && !isTowards(before)) continue;
    const isPlaced = before?.is === "prep" && !isNew;
    const value = isPlaced
      ? (languages[tokens[start]?.lang ?? "en"].normalForm(tokens.slice(start, end)) ?? text)
      : text;
    out.push({ start, end, text, is: "quoted", value });
    at = last - 1;
  }
  return out;
}

/** "To", «на», «в»; English "in" and "at" only say where something is. */
function isTowards({ role, word }: ItemOf<"prep">): boolean {
  return role === "goal" || (role === "place" && languages.ru.prepositions.has(word));
}

/** The first place from there on that does not pass. */
function skipped(items: readonly Item[], from: number, passes: (item: Item) => boolean): number {
  const at = items.findIndex((item, i) => i >= from && !passes(item));
  return at < 0 ? items.length : at;
}

/** A text goes on behind "and", but not to another field. */
function toldEnd(items: readonly Item[], first: number): number {
  const at = items.findIndex(
    ({ is, text }, i) =>
      i >= first && (is === "sign" || text === "," || (is === "joint" && items[i + 1]?.is === "field")),
  );
  return at < 0 ? items.length : at;
}

function isInClause({ is }: Item): boolean {
  return is !== "joint" && is !== "sign";
}

/** A word that nobody knows, or one from the middle of some name. */
function isTextPart(item: Item): boolean {
  const isPart = item.is === "name" && [...item.refs.values()].every(({ level }) => level === "part");
  return isPart || /^(?:unknown|word|filler|prep)$/.test(item.is);
}
