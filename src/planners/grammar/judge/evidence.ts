import { languages } from "../../../language/languages.ts";
import type { Draft } from "../choose/draft.ts";
import { type Sheet, strengthOf } from "../fill/sheet.ts";
import { focusOf } from "./focus.ts";
import { stemsOf } from "../profile/name-words.ts";

/** What speaks for a call, each between 0 and 1. */
export type Evidence = {
  /** Words of the tool's name that the goal says. */
  name: number;
  /** Words of the description. */
  description: number;
  /** Content words of the goal that the tool's words or the values account for. */
  explained: number;
  /** Required parameters whose value is more than mere words, and those whose value is spelt out: quoted, a code, an option. */
  definite: number;
  exact: number;
  /** A verb of the goal is one of the tool's. */
  act: number;
  /** Whether the tool gives what is asked for. */
  focus: number;
};

export function evidenceOf(sheet: Sheet, draft: Draft): Evidence {
  const said = (stem: string): number => strengthOf(sheet, stem);
  const names = draft.tool.nameStems.filter((stem) => !general.has(stem));
  const nameWords = names.length > 0 ? names : draft.tool.nameStems;
  const described = draft.tool.described.filter((stem) => !general.has(stem));
  const required = draft.fill.offers.params.flatMap((param, i) => (param.required ? [draft.fill.chosen.get(i)] : []));
  // Where nothing is required, several values that were said speak for the tool.
  const values = required.length === 0 && draft.fill.chosen.size > 1 ? [...draft.fill.chosen.values()] : required;
  return {
    name: mean(nameWords.map((stem) => said(stem))),
    description: mean(described.slice(0, 12).map((stem) => said(stem))),
    explained: explained(sheet, draft),
    definite:
      values.length === 0 ? 0.5 : mean(values.map((value) => (value === undefined || value.kind === "phrase" ? 0 : 1))),
    exact: mean(values.map((value) => (spelt.test(value?.kind ?? "") ? 1 : 0))),
    act: isDone(sheet, draft) ? 1 : 0,
    focus: focusOf(sheet, draft),
  };
}

const spelt = /^(?:quoted|identifier|url|email|json|option|list)$/;

function isDone({ reading: { tokens, marks } }: Sheet, { tool, range }: Draft): boolean {
  return tokens
    .slice(range.from, range.to)
    .some(({ stem }, i) => marks.verbs[range.from + i] === true && (tool.terms.get(stem) ?? 0) >= 1);
}

/** Share of the content words of the call's part of the goal that are known to the tool or used in a value. */
function explained(sheet: Sheet, draft: Draft): number {
  const values = [...draft.fill.chosen.values()];
  const words = sheet.words.content.filter((at) => {
    const token = sheet.reading.tokens[at];
    return (
      token !== undefined &&
      at >= draft.range.from &&
      at < draft.range.to &&
      !languages[token.lang].requestVerbStems.has(token.stem) &&
      languages[token.lang].hollowStems?.has(token.stem) !== true
    );
  });
  const known = words.filter((at) => {
    const token = sheet.reading.tokens[at];
    if (token === undefined) return false;
    if (values.some((value) => at >= value.start && at < value.end && value.score > 0.8)) return true;
    return (
      draft.tool.terms.has(token.stem) ||
      languages[token.lang].meanings(token.stem).some((other) => (draft.tool.terms.get(other) ?? 0) >= 1)
    );
  });
  return words.length === 0 ? 0 : known.length / words.length;
}

/** Of no values it is 0. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

const general = stemsOf(
  "get fetch retrieve find search calculate compute show list create make update set check analyze lookup obtain information info data details provide generate tool function api service manager helper using based calculates finds retrieves returns",
);
