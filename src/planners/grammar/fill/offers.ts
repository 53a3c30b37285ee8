import type { Candidate } from "../../../language/spans/candidate.ts";
import { hasRole } from "../../../language/words/roles.ts";
import type { ParamProfile } from "../profile/param-profile.ts";
import type { ToolProfile } from "../profile/tool-profile.ts";
import { assign, type Range } from "./assign.ts";
import { optionArray, optionHits, scoreArray } from "./score-array.ts";
import { scoreBoolean } from "./score-boolean.ts";
import { scoreCodes } from "./score-code.ts";
import { scoreNumber } from "./score-number.ts";
import { scoreOptions } from "./score-option.ts";
import { scoreClauses } from "./score-clause.ts";
import { scoreRecords } from "./score-records.ts";
import { scoreText } from "./score-text.ts";
import { type Scope, scoredAs, type ScoredValue } from "./scored.ts";
import { proximity, type Sheet } from "./sheet.ts";

/** For each parameter of a tool, the values the goal offers, best first. */
export type Offers = {
  tool: ToolProfile;
  params: readonly ParamProfile[];
  offered: readonly (readonly ScoredValue[])[];
  /** Values put together from several places, which depend on the part of the goal that is looked at. */
  gather: readonly ((range: Range) => readonly ScoredValue[])[];
  /** Token to the coordination it opens a member of. */
  lists: ReadonlyMap<number, number>;
};

const kept = 40;
const nothing: ReadonlySet<number> = new Set();

export function createOffers(sheet: Sheet, tool: ToolProfile): Offers {
  const params = tool.params();
  const { offered, gather } = offersFor(sheet, tool, params);
  return { tool, params, offered, gather, lists: sheet.lists };
}

function offersFor(
  sheet: Sheet,
  tool: ToolProfile,
  params: readonly ParamProfile[],
): Pick<Offers, "offered" | "gather"> {
  const whole: Range = { from: 0, to: sheet.reading.tokens.length };
  const own = tool.terms;
  const name = new Set(tool.nameStems);
  const bare = params.map((param): Scope => ({ sheet, param, own, tool: name, siblings: params, taken: nothing }));
  const gather = bare.map((scope) => gatherer(scope, tool));
  const named = bare.map((scope, i) =>
    scope.param.type !== "array" && scope.param.options.length > 0 ? scoreOptions(scope) : (gather[i]?.(whole) ?? []),
  );
  const taken = takenTokens(named);
  const offered = bare.map((scope, i) => {
    const offers = [
      ...(named[i] ?? []),
      ...agreed(scope, tool),
      ...scoreCodes(scope),
      ...scoreClauses(scope),
      ...articleCounts(scope),
      ...extremes(scope),
      ...openValues({ ...scope, taken: takenExcept(taken, i) }),
    ];
    return offers.toSorted((a, b) => b.score - a.score || a.start - b.start || a.end - b.end).slice(0, kept);
  });
  return { offered: withoutForeign(offered), gather };
}

/** A value that the name of one parameter leads to is for no other. */
function withoutForeign(offered: Offers["offered"]): Offers["offered"] {
  const owners = new Map<string, number>();
  const place = ({ start, end }: ScoredValue): string => `${start}-${end}`;
  for (const [i, list] of offered.entries())
    for (const scored of list) if (scored.named === true && scored.kind !== "phrase") owners.set(place(scored), i);
  if (owners.size === 0) return offered;
  return offered.map((list, i) =>
    list.filter((scored) => scored.named === true || (owners.get(place(scored)) ?? i) === i),
  );
}

/** Flags, lists of options, lists of objects and filled formats. */
function gatherer(scope: Scope, tool: ToolProfile): (range: Range) => readonly ScoredValue[] {
  const { param, sheet } = scope;
  if (param.type === "boolean") return (range) => scoreBoolean(scope, range);
  if (param.fields.length > 0) {
    const inner = offersFor(sheet, tool, param.fields);
    return (range) =>
      scoreRecords(sheet, {
        fields: param.fields,
        offered: inner.offered.map((list) => list.filter((one) => one.start >= range.from && one.end <= range.to)),
      });
  }
  if (param.template !== undefined) return templateFiller(scope, tool, param.template);
  if (param.type !== "array" || param.item === undefined) return () => [];
  const hits = optionHits(scope);
  return (range) =>
    optionArray(
      hits.filter((hit) => hit.start >= range.from && hit.end <= range.to),
      param,
    );
}

/** The format of the description with all its places filled. */
function templateFiller(
  { sheet }: Scope,
  tool: ToolProfile,
  { form, slots }: NonNullable<ParamProfile["template"]>,
): (range: Range) => readonly ScoredValue[] {
  const inner = { tool, params: slots, ...offersFor(sheet, tool, slots), lists: sheet.lists };
  return (range) => {
    const { chosen } = assign(inner, range);
    const parts = form.slots.flatMap((slot, i) => {
      const scored = chosen.get(i);
      return typeof scored?.value === "string" ? [{ ...slot, scored, text: scored.value }] : [];
    });
    const found = parts.map(({ scored }) => scored);
    if (found.length < slots.length) return [];
    return [
      {
        score: 1 + found.reduce((sum, { score }) => sum + score, 0) / found.length,
        value: parts.reduce((value, { place, text }) => value.replace(place, () => text), form.text),
        start: Math.min(...found.map(({ start }) => start)),
        end: Math.max(...found.map(({ end }) => end)),
        kind: "quoted",
        spans: found.map(({ start, end }) => [start, end] as const),
      },
    ];
  };
}

function openValues(scope: Scope): ScoredValue[] {
  const { type, options } = scope.param;
  if (options.some((option) => option.strict) || type === "boolean") return [];
  const score =
    type === "array"
      ? scoreArray
      : type === "integer" || type === "number"
        ? scoreNumber
        : type === "object"
          ? scoreLiteral
          : scoreText;
  return scope.sheet.reading.candidates.flatMap((candidate) => score(scope, candidate) ?? []);
}

/** Values that a domain pack knows by the words in the goal. */
function agreed({ sheet, param }: Scope, tool: ToolProfile): ScoredValue[] {
  const name = param.path.at(-1) ?? "";
  const hits = sheet.aliases.filter(
    (hit) =>
      (hit.params.length === 0 || hit.params.includes(name)) &&
      (hit.tools.length === 0 || hit.tools.includes(tool.spec.name)),
  );
  const fits = hits.filter(
    ({ value }) => param.type === "any" || typeof value === (param.type === "integer" ? "number" : param.type),
  );
  return fits
    .filter(
      ({ value }) =>
        param.options.every((option) => !option.strict) || param.options.some((option) => option.value === value),
    )
    .map(({ start, end, value }) => ({ score: 2.2, value, start, end, kind: "option" }));
}

/** "a child" is one child. */
function articleCounts(scope: Scope): ScoredValue[] {
  if (scope.param.type !== "integer" || !scope.param.hints.count) return [];
  return scope.sheet.reading.tokens.flatMap((token, at): ScoredValue[] => {
    const article = scope.sheet.reading.tokens[at - 1]?.lower;
    const one = (article === "a" || article === "an") && token.stem === scope.param.head && !token.lower.endsWith("s");
    return one ? [{ score: 1.6, value: 1, start: at - 1, end: at + 1, kind: "number" }] : [];
  });
}

/** "max entries per page": the largest number the schema or its description allows. */
function extremes({ param, sheet }: Scope): ScoredValue[] {
  if (param.hints.most === undefined) return [];
  const { most } = param.hints;
  return sheet.reading.tokens.flatMap(({ lower }, at): ScoredValue[] => {
    if (!hasRole(lower, "extreme") || sheet.reading.tokens[at + 1]?.kind === "number") return [];
    const candidate = { kind: "number" as const, start: at, end: at + 1, text: "", value: most };
    const near = proximity(sheet, param.terms, candidate);
    return near < 0.5 ? [] : [{ score: 0.8 + near, value: most, start: at, end: at + 1, kind: "number" }];
  });
}

function scoreLiteral(_scope: Scope, candidate: Candidate): ScoredValue | undefined {
  if (candidate.kind !== "json" || Array.isArray(candidate.value)) return undefined;
  return scoredAs(candidate, 2, candidate.value);
}

function takenTokens(named: readonly (readonly ScoredValue[])[]): Map<number, Set<number>> {
  const taken = new Map<number, Set<number>>();
  for (const [i, list] of named.entries())
    for (const one of list.filter((scored) => scored.score > 1.1 && scored.kind !== "flag").slice(0, 4))
      for (const [start, end] of one.spans ?? [[one.start, one.end] as const])
        for (let at = start; at < end; at += 1) taken.set(at, (taken.get(at) ?? new Set<number>()).add(i));
  return taken;
}

function takenExcept(taken: ReadonlyMap<number, ReadonlySet<number>>, param: number): ReadonlySet<number> {
  if (taken.size === 0) return nothing;
  return new Set([...taken].filter(([, owners]) => owners.size > 1 || !owners.has(param)).map(([at]) => at));
}
