import { hear, type Hearing } from "../../packs/heard.ts";
import { matchPacks, type ReadyPack, type Understood } from "../../packs/match-packs.ts";
import { matchPhrase } from "../../packs/match-phrase.ts";

/** Longer than this is no title. */
const longest = 80;

/**
 * "Сделай задачу: …": what stands before the colon is the request, and all behind it its text, whatever that says. A
 * forwarded letter keeps its whole text as the description and goes by its first sentence that says something.
 */
export function announced(text: string, hearing: Hearing, packs: readonly ReadyPack[]): Understood[] | undefined {
  const colon = text.indexOf(":");
  const rest = text.slice(colon + 1).trim();
  if (colon < 0 || colon > 60 || rest === "" || rest.startsWith("//")) return undefined;
  const [first, ...others] = matchPacks(hear(text.slice(0, colon), hearing), packs) ?? [];
  const slot = first?.match.missing.find(({ type, long }) => type === "text" && long);
  if (first === undefined || slot === undefined || others.length > 0 || first.match.missing.length > 1)
    return undefined;
  const heard = hear(text, hearing);
  const match = matchPhrase({ ...first.match.phrase, unless: new Set() }, heard, first.ready.vocabulary);
  if (match === undefined) return undefined;
  const head = headline(rest);
  const filled = match.slots.get(slot.name) ?? { value: rest, sets: {}, start: 0, end: 0, marked: true };
  const slots = new Map(match.slots);
  if (head !== undefined) slots.set(slot.name, { ...filled, value: head, sets: { ...filled.sets, full: rest } });
  const missing = match.missing.filter(({ name }) => !slots.has(name));
  return [{ ...first, heard, match: { ...match, slots, missing } }];
}

const greeting =
  /^(?:добрый (?:день|вечер)|доброе утро|здравствуйте|привет|коллеги|hi|hello|hey|dear|good (?:morning|afternoon|evening))(?!\p{L})[^.!?\n]{0,30}$/iu;

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
