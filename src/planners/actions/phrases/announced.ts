import { greeting, listJoint } from "../../../language/requests/goal-patterns.ts";
import { languages } from "../../../language/languages.ts";
import { tokenize } from "../../../language/words/tokenize.ts";
import type { CompiledSlot } from "../../packs/compiled-pack.ts";
import { readGoalText, type GoalText, type GoalTextOptions } from "../../packs/goal-text.ts";
import { matchPacks, type ReadyPack, type PhraseReading } from "../../packs/match-packs.ts";
import { matchPhrase } from "../../packs/match-phrase.ts";

/** Longer than this is not a title. */
const longest = 80;

/**
 * "Сделай задачу: …": what is before the colon is the request, and all behind it its text, whatever that says. Where
 * several are asked for ("сделай задачи: …") each part of the text is one.
 */
export function announced(
  text: string,
  hearing: GoalTextOptions,
  packs: readonly ReadyPack[],
): PhraseReading[] | undefined {
  const colon = text.indexOf(":");
  const rest = text.slice(colon + 1).trim();
  if (colon < 0 || colon > 60 || rest === "" || rest.startsWith("//")) return undefined;
  // A number before what is asked for counts the parts, and is no part of the request.
  const tokens = tokenize(text.slice(0, colon));
  const [number, noun] = tokens.slice(-2);
  const count = number === undefined ? undefined : languages[number.lang].numberAt(tokens, tokens.length - 2)?.value;
  const head =
    text.slice(0, count === undefined ? colon : number?.from) +
    text.slice(count === undefined ? colon : noun?.from, colon);
  const [first, ...others] = matchPacks(readGoalText(head, hearing), packs) ?? [];
  const slot = first?.match.missing.find(({ type, long }) => type === "text" && long);
  if (first === undefined || slot === undefined || others.length > 0 || first.match.missing.length > 1)
    return undefined;
  const parts = partsOf(slot, head, rest);
  if (count !== undefined && count !== parts.length) return undefined;
  const each = parts.map((part) => withText(first, slot, readGoalText(`${head}: ${part}`, hearing)));
  return each.includes(undefined) ? undefined : each.flatMap((one) => one ?? []);
}

/**
 * The request with its text. A forwarded letter keeps its whole text as the description and goes by its first sentence
 * that says something.
 */
function withText(first: PhraseReading, { name: slot }: CompiledSlot, goalText: GoalText): PhraseReading | undefined {
  const rest = goalText.source.slice(goalText.source.indexOf(":") + 1).trim();
  const match = matchPhrase({ ...first.match.phrase, unless: new Set() }, goalText, first.ready.vocabulary);
  if (match === undefined) return undefined;
  const head = headline(rest);
  const filled = match.slots.get(slot) ?? { value: rest, sets: {}, start: 0, end: 0, marked: true };
  const slots = new Map(match.slots);
  if (head !== undefined) slots.set(slot, { ...filled, value: head, sets: { ...filled.sets, full: rest } });
  const missing = match.missing.filter(({ name }) => !slots.has(name));
  return { ...first, goalText, match: { ...match, slots, missing } };
}

/** The parts of a list, where the request asks for several. */
function partsOf({ list }: CompiledSlot, head: string, rest: string): string[] {
  if (!tokenize(head).some(({ lower }) => list.includes(lower))) return [rest];
  const lines = rest.split(/\s*(?:\n|;)\s*/);
  return (lines.length > 1 ? lines : rest.split(listJoint))
    .map((part) => part.replace(/^(?:[-–•*]|\d+[.)])\s*/, "").trim())
    .filter((part) => part !== "");
}

/** The first sentence of a letter that is not a greeting; undefined for a text that is short enough as it is. */
function headline(text: string): string | undefined {
  const sentences = text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  if (sentences.length < 2 && text.length <= longest) return undefined;
  const first = sentences.find((one) => !greeting.test(one.replace(/[.!?,…]+$/, "")) && one.length > 3) ?? text;
  const bare = first.replace(/[.…]+$/, "");
  return bare.length <= longest ? bare : `${bare.slice(0, longest).replace(/\s+\S*$/, "")}…`;
}
