import { languages } from "../../../language/languages.ts";
import { hasRole } from "../../../language/words/roles.ts";
import type { Draft } from "../choose/draft.ts";
import type { ScoredValue } from "../fill/scored.ts";
import { type Sheet, strengthOf } from "../fill/sheet.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import { type OutputField, outputsOf } from "./outputs.ts";

/** A value that an earlier call will have made. */
export type Reference = { param: number; call: number; field: OutputField; score: number };

const enough = { gap: 0.5, weak: 1.25, optional: 1.9 } as const;

/** References of one call to the outputs of earlier ones: for what is missing, and for words that only name a result. */
export function referencesOf(sheet: Sheet, drafts: readonly Draft[], at: number): Reference[] {
  const draft = drafts[at];
  if (draft === undefined) return [];
  const found: Reference[] = [];
  const used = new Set<string>();
  for (const [i, param] of draft.fill.offers.params.entries()) {
    const limit = limitFor(param, draft.fill.chosen.get(i));
    if (limit === undefined) continue;
    const best = bestFor(sheet, drafts, { at, i });
    if (best === undefined || best.score < limit || used.has(`${best.call}.${best.field.path}`)) continue;
    used.add(`${best.call}.${best.field.path}`);
    found.push(best);
  }
  return found;
}

/** How good a reference must be to stand here; values that are clearly literal are never replaced. */
function limitFor(param: ParamProfile, own: ScoredValue | undefined): number | undefined {
  if (param.hints.language) return undefined;
  if (own === undefined) return param.required ? enough.gap : enough.optional;
  const literal =
    own.kind === "quoted" ||
    own.kind === "number" ||
    own.kind === "identifier" ||
    own.kind === "email" ||
    own.kind === "url" ||
    own.kind === "json" ||
    own.kind === "flag" ||
    own.kind === "date";
  if (literal) return undefined;
  if (own.kind === "name" || own.kind === "list")
    return own.score > 1.2 && own.candidate?.items?.[0]?.kind !== "phrase" ? undefined : enough.weak;
  return own.kind === "option" && own.score > 1.5 ? undefined : own.score > 2.2 ? undefined : enough.weak;
}

function bestFor(sheet: Sheet, drafts: readonly Draft[], place: { at: number; i: number }): Reference | undefined {
  const draft = drafts[place.at];
  const param = draft?.fill.offers.params[place.i];
  if (draft === undefined || param === undefined) return undefined;
  let best: Reference | undefined;
  for (let call = place.at - 1; call >= 0; call -= 1) {
    const earlier = drafts[call];
    if (earlier === undefined || earlier.tool === draft.tool) continue;
    for (const field of outputsOf(earlier.tool.spec)) {
      if (!fits(param, field)) continue;
      const score = relate(sheet, { draft, param, earlier, field }) - 0.12 * (place.at - call - 1);
      if (best === undefined || score > best.score + 1e-9) best = { param: place.i, call, field, score };
    }
  }
  return best;
}

function fits(param: ParamProfile, field: OutputField): boolean {
  const numeric = (type: string): boolean => type === "number" || type === "integer";
  if (field.type === "any" || param.type === "any" || param.type === field.type) return true;
  if (numeric(param.type)) return numeric(field.type);
  if (param.type === "string") return field.type !== "object" && field.type !== "array" && field.type !== "boolean";
  return param.type === "array" && field.type !== "object" && field.type !== "boolean";
}

type Pair = { draft: Draft; param: ParamProfile; earlier: Draft; field: OutputField };

/** Words of the field said in the clause, likeness of names, pronouns and words such as "the calculated". */
function relate(sheet: Sheet, pair: Pair): number {
  const { draft, param, field, earlier } = pair;
  const isSaid = (stem: string): boolean => strengthOf(sheet, stem, draft.range) === 1;
  const [said, maker] = [share(field.nameStems, isSaid), share(earlier.tool.things, isSaid)];
  const alike = share(
    field.nameStems,
    (stem) =>
      param.nameStems.includes(stem) || languages.en.meanings(stem).some((other) => param.nameStems.includes(other)),
  );
  const described = param.nameStems.some((stem) => field.described.has(stem)) ? 0.2 : 0;
  return 1.1 * said + 0.4 * maker + 0.8 * alike + described + cue(sheet, draft) + namesOutput(sheet, pair);
}

/** The words taken for the value are the words of the field: "the salary amount". */
function namesOutput(sheet: Sheet, { draft, param, field, earlier }: Pair): number {
  const own = draft.fill.chosen.get(draft.fill.offers.params.indexOf(param));
  if (own === undefined || (own.kind !== "phrase" && own.kind !== "name")) return 0;
  const words = sheet.reading.tokens.slice(own.start, own.end).filter((token) => token.kind === "word");
  return words.length > 0 &&
    words.every(
      (token) =>
        field.nameStems.includes(token.stem) ||
        field.described.has(token.stem) ||
        earlier.tool.nameStems.includes(token.stem),
    )
    ? 0.7
    : 0;
}

function share(stems: readonly string[], holds: (stem: string) => boolean): number {
  return stems.length === 0 ? 0 : stems.filter(holds).length / stems.length;
}

/** "it", "the calculated": something made before is meant. */
function cue(sheet: Sheet, draft: Draft): number {
  let sum = 0;
  for (let at = draft.range.from; at < draft.range.to; at += 1) {
    const token = sheet.reading.tokens[at];
    if (token === undefined) continue;
    if (hasRole(token.lower, "made before")) sum = Math.max(sum, 0.6);
    else if (languages[token.lang].pronouns.has(token.lower) && !hasRole(token.lower, "person or clause"))
      sum = Math.max(sum, 0.5);
  }
  return sum;
}
