import { languages } from "../../../language/languages.ts";
import type { Draft } from "../choose/draft.ts";
import type { Sheet } from "../fill/sheet.ts";
import { stemOf } from "../profile/name-words.ts";

/** Verbs that ask for a change in the world; Russian ones are found by what they mean. */
export const changing: ReadonlySet<string> = new Set(
  "create add delete remove cancel update rename edit submit approve reject close archive assign"
    .split(" ")
    .map((word) => stemOf(word)),
);

/**
 * A change is asked for and every tool found is known to read only: to read instead would look like an answer and be
 * none. Of tools nobody classed nothing is concluded.
 */
export function onlyReads(sheet: Sheet, drafts: readonly Draft[]): boolean {
  if (drafts.length === 0 || drafts.some(({ tool }) => tool.spec.effect !== "read")) return false;
  const { tokens, marks } = sheet.reading;
  const verb = tokens.find((_, at) => marks.verbs[at] === true);
  if (verb === undefined) return false;
  const stems = [verb.stem, ...languages[verb.lang].meanings(verb.stem)];
  const own = drafts.some(({ tool }) => stems.some((stem) => tool.nameStems.includes(stem)));
  return !own && stems.some((stem) => changing.has(stem));
}
