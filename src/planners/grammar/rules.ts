/**
 * The rules by which calls are chosen and weighed, as data. A score is the sum of `weight` times what was observed; a rule
 * that is left out weighs nothing, so that its worth can be measured (`planwright eval --ablate`).
 */
type Rule = {
  id: RuleId;
  /** The score it belongs to. */ of: Score;
  weight: number;
  because: string;
  from: Provenance;
};

/** Which tool a part of the goal means, how good a call is, whether any tool fits, and how sure the plan is. */
type Score = "tool" | "call" | "relevant" | "fitting" | "confidence";

/** `hand`: set by hand, worth what its ablation shows; `fit`: fitted on half A of the public sets (docs/quality.md), the confidence by eval/confidence.ts. */
type Provenance = "hand" | "fit";

const table = [
  ["tool.name", "tool", 1.2, "the goal has words of the tool's name", "hand"],
  ["tool.description", "tool", 1, "the goal has words of the tool's description", "hand"],
  ["tool.terms", "tool", 1, "words of the goal are words of the tool or its parameters", "hand"],
  ["tool.verb", "tool", 1, "the verb of the goal is the tool's own, or another one", "hand"],
  ["tool.removal", "tool", -3, "the tool removes something and no removal is asked for", "hand"],
  ["call.required", "call", 1, "required parameters have good values", "hand"],
  ["call.quality", "call", 0.35, "the values fit their parameters", "hand"],
  ["call.tool", "call", 0.7, "the words point at the tool", "hand"],
  ["call.optional", "call", 0.1, "optional parameters have values", "hand"],
  ["call.unspent", "call", -0.5, "a value in the goal has no parameter", "hand"],
  ["relevant.bias", "relevant", -1.7, "a tool must earn its place", "hand"],
  ["relevant.unnamed", "relevant", -0.2, "no word of the tool's name is in the goal", "hand"],
  ["relevant.name", "relevant", 2.2, "words of the tool's name are in the goal", "hand"],
  ["relevant.description", "relevant", 1.9, "words of its description are in the goal", "hand"],
  ["relevant.explained", "relevant", 2.1, "the tool or its values account for words of the goal", "hand"],
  ["fitting.bias", "fitting", -2.95, "a call that can be filled may still be no answer", "fit"],
  ["fitting.name", "fitting", 1.9, "words of the tool's name are in the goal", "fit"],
  ["fitting.description", "fitting", 3, "words of its description are in the goal", "fit"],
  ["fitting.explained", "fitting", 0.3, "the tool or its values account for words of the goal", "fit"],
  ["fitting.focus", "fitting", 1.05, "the tool gives what is asked for", "fit"],
  ["fitting.beside", "fitting", -0.8, "the tool speaks of nothing that is asked for", "fit"],
  ["fitting.definite", "fitting", 1.5, "required values are more than mere words", "fit"],
  ["fitting.exact", "fitting", 1.4, "required values are spelt out: quoted, a code, an option", "fit"],
  ["fitting.act", "fitting", 0.7, "a verb of the goal is one of the tool's", "fit"],
  ["confidence.bias", "confidence", -1.57, "most first guesses are wrong", "fit"],
  ["confidence.relevant", "confidence", 1.58, "the weakest call is relevant", "fit"],
  ["confidence.weakest", "confidence", 1.52, "even the weakest value fits well", "fit"],
  ["confidence.mean", "confidence", 1.12, "the values fit well on average", "fit"],
  ["confidence.single", "confidence", 0.28, "there is one call only", "fit"],
  ["confidence.lost", "confidence", -0.82, "the account finds parts of the goal that no call carries", "fit"],
  ["confidence.whole", "confidence", 0.29, "the account finds nothing left out", "fit"],
  ["confidence.values", "confidence", -0.83, "numbers, dates or names are left out", "fit"],
  ["confidence.words", "confidence", -1.33, "a value is mere words", "fit"],
  ["confidence.open", "confidence", -0.87, "nothing was said for optional parameters", "fit"],
  ["confidence.long", "confidence", -1.52, "the request is long", "fit"],
] as const satisfies readonly (readonly [string, Score, number, string, Provenance])[];

export type RuleId = (typeof table)[number][0];

export const rules: readonly Rule[] = table.map(([id, of, weight, because, from]) => ({
  id,
  of,
  weight,
  because,
  from,
}));

const weights: ReadonlyMap<string, number> = new Map(rules.map(({ id, weight }) => [id, weight]));

/** What was observed, by rule. */
export type Observed = Partial<Record<RuleId, number>>;

/** Sums what was observed under the rules that are in force. */
export function score(observed: Observed, without?: string): number {
  let sum = 0;
  const values: Partial<Record<string, number>> = observed;
  for (const id in values) if (id !== without) sum += (weights.get(id) ?? 0) * (values[id] ?? 0);
  return sum;
}

/** What each rule adds to a score, the strongest first. */
export function explain(observed: Observed): { rule: string; adds: number; because: string }[] {
  return rules
    .flatMap(({ id, weight, because }) => {
      const adds = weight * (observed[id] ?? 0);
      return adds === 0 ? [] : [{ rule: id, adds, because }];
    })
    .toSorted((a, b) => Math.abs(b.adds) - Math.abs(a.adds));
}

/** The score as a probability. */
export function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum));
}
