import { languages } from "../../../language/languages.ts";
import { hasRole, mentions } from "../../../language/words/roles.ts";
import type { Json } from "../../../plan/json.ts";
import type { Condition } from "../../../plan/step.ts";
import type { Draft } from "../choose/draft.ts";
import type { Range } from "../fill/assign.ts";
import { type Sheet, strengthOf } from "../fill/sheet.ts";
import { listsOf, outputsOf } from "./outputs.ts";

/** A condition on a call, and the earlier call whose result it looks at. */
type Guard = { call: number; when: Condition };

type Comparison = { is: Condition["is"]; to?: Json };

/** "only if it is below 10": the condition that holds for the call, where an earlier result can decide it. */
export function guardOf(sheet: Sheet, drafts: readonly Draft[], at: number): Guard | undefined {
  const draft = drafts[at];
  const clause = draft === undefined ? undefined : clauseOf(sheet, draft);
  const comparison = clause === undefined ? undefined : comparisonIn(sheet, clause);
  if (clause === undefined || comparison === undefined) return undefined;
  const negative = sheet.reading.tokens
    .slice(clause.from, clause.from + 3)
    .some((token) => hasRole(token.lower, "unless"));
  const test = negative ? opposite(comparison) : comparison;
  for (let call = at - 1; call >= 0; call -= 1) {
    const subject = subjectIn(sheet, drafts[call], clause);
    if (subject === undefined) continue;
    const counts = subject.list && typeof test.to === "number";
    const value = `{{c${call + 1}${subject.path === "" ? "" : `.${subject.path}`}}}`;
    return {
      call,
      when: { value, of: counts ? "count" : "value", is: test.is, ...(test.to === undefined ? {} : { to: test.to }) },
    };
  }
  return undefined;
}

/** The conditional clause of the call's sentence: inside its part, or right before it. */
function clauseOf(sheet: Sheet, draft: Draft): Range | undefined {
  const { tokens, marks } = sheet.reading;
  let from = draft.range.from;
  while (from > 0 && marks.stops[from - 1] !== true) from -= 1;
  let to = draft.range.from;
  while (to < tokens.length && marks.stops[to] !== true) to += 1;
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (
      token === undefined ||
      !languages[token.lang].conditionals.has(token.lower) ||
      hasRole(token.lower, "when") ||
      asksWhether(sheet, at)
    )
      continue;
    const comma = tokens.findIndex((one, i) => i > at && i < to && one.text === ",");
    return { from: at, to: comma > 0 ? comma : to };
  }
  return undefined;
}

/** "check if", "see if": a question, not a condition. */
function asksWhether(sheet: Sheet, at: number): boolean {
  return (
    sheet.reading.marks.verbs[at - 1] === true || hasRole(sheet.reading.tokens[at - 1]?.lower ?? "", "before whether")
  );
}

const comparisons: readonly (readonly [string, Condition["is"]])[] = [
  ["at least", "at_least"],
  ["at most", "at_most"],
  ["more", "more"],
  ["less", "less"],
];

function comparisonIn(sheet: Sheet, clause: Range): Comparison | undefined {
  const text = sheet.reading.tokens
    .slice(clause.from, clause.to)
    .map((token) => token.lower)
    .join(" ");
  const operand = sheet.reading.candidates.findLast(
    (candidate) =>
      candidate.start >= clause.from &&
      candidate.end <= clause.to &&
      candidate.kind === "number" &&
      candidate.ordinal !== true,
  );
  const found = comparisons.find(([role]) => mentions(text, role));
  if (found !== undefined && operand !== undefined) return { is: found[1], to: operand.value };
  if (mentions(text, "is empty")) return { is: "empty" };
  if (mentions(text, "exists")) return { is: "not_empty" };
  const said = sheet.reading.candidates.findLast(
    (candidate) =>
      candidate.start > clause.from &&
      candidate.end <= clause.to &&
      (candidate.kind === "quoted" || candidate.kind === "name" || candidate.kind === "number"),
  );
  const last =
    said ??
    sheet.reading.candidates.findLast((candidate) => candidate.end === clause.to && candidate.kind === "phrase");
  if (last === undefined || !mentions(text, "equals")) return undefined;
  return { is: mentions(text, "denied") ? "not_equal" : "equal", to: last.value };
}

const opposites: Readonly<Record<Condition["is"], Condition["is"]>> = {
  equal: "not_equal",
  not_equal: "equal",
  less: "at_least",
  at_least: "less",
  more: "at_most",
  at_most: "more",
  one_of: "one_of",
  contains: "contains",
  present: "absent",
  absent: "present",
  empty: "not_empty",
  not_empty: "empty",
};

function opposite(comparison: Comparison): Comparison {
  return { ...comparison, is: opposites[comparison.is] };
}

/** The output the clause speaks of: a list or a field it names, or the only one there is when it says "it" or nothing. */
function subjectIn(
  sheet: Sheet,
  earlier: Draft | undefined,
  clause: Range,
): { path: string; list: boolean } | undefined {
  if (earlier === undefined) return undefined;
  const said = (stem: string): boolean => strengthOf(sheet, stem, clause) > 0;
  const lists = listsOf(earlier.tool.spec);
  const fields = outputsOf(earlier.tool.spec);
  const list = lists.find((one) => one.nameStems.some((stem) => said(stem)));
  if (list !== undefined) return { path: list.path, list: true };
  const field =
    fields.find((one) => one.nameStems.every((stem) => said(stem))) ??
    fields.find((one) => one.nameStems.some((stem) => said(stem)));
  if (field !== undefined) return { path: field.path, list: field.type === "array" };
  const [only] = fields;
  const vague = sheet.reading.tokens
    .slice(clause.from, clause.to)
    .some((token) => languages[token.lang].pronouns.has(token.lower) || hasRole(token.lower, "existential"));
  const inside = earlier.range.from < clause.to && clause.from < earlier.range.to;
  return (vague || inside) && fields.length === 1 && only !== undefined
    ? { path: only.path, list: only.type === "array" }
    : undefined;
}
