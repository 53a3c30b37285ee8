import { bySense, type Field, type Kind, type Sense } from "./kinds.ts";
import type { Placement } from "./placement.ts";
import type { WantedPart } from "./question.ts";

/** What each question word asks for. */
export const asked: Readonly<Record<string, readonly Sense[]>> = {
  when: ["date"],
  where: ["place", "area"],
  who: ["person", "staff", "name"],
  much: ["money", "quantity"],
  many: ["quantity"],
};

const inStock: readonly Sense[] = ["quantity"];

/** The fields that are named, and those that question words ask for; undefined where the records have none of these. */
export function fieldsOf(
  { fields }: Kind,
  { asks, supply }: { asks: readonly string[]; supply: boolean },
  found: Placement,
): WantedPart | undefined {
  const named = found.fields.some(isNumber);
  const lists = asks
    .filter((word) => !(isCounted(word) && named))
    .flatMap((word) => (asked[word] === undefined ? [] : [supply && isCounted(word) ? inStock : asked[word]]))
    .concat(supply && !named && !asks.some(isOtherQuestion) ? [inStock] : []);
  const bySenses = lists
    .filter((senses) => !found.fields.some(({ sense }) => sense !== undefined && senses.includes(sense)))
    .map((senses) => senses.map((sense) => bySense(fields, sense)).find((one) => one !== undefined));
  if (bySenses.some((field) => field === undefined) && found.fields.length === 0) return undefined;
  const others = [...new Set(bySenses.filter((field) => field !== undefined))];
  found.score += lists.length > 0 ? 0.8 : 0;
  return { wanted: { do: "fields", fields: [...found.fields, ...others] } };
}

export function isCounted(word: string): boolean {
  return word === "much" || word === "many";
}

export function isNumber({ sense }: Field): boolean {
  return /^(?:money|quantity|reserved|threshold)$/.test(sense ?? "");
}

/** When, where and who ask for something else than how much there is. */
export function isOtherQuestion(word: string): boolean {
  return asked[word] !== undefined && !isCounted(word);
}
