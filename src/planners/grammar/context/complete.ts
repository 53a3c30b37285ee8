import type { Draft } from "../choose/draft.ts";
import { assign } from "../fill/assign.ts";
import { createOffers } from "../fill/offers.ts";
import type { ScoredValue } from "../fill/scored.ts";
import type { Sheet } from "../fill/sheet.ts";
import { type Fact, factFor } from "./facts.ts";

const weak = 0.9;
/** Mere words give way to what is known. */
const strong = 2;

/** Required values the goal lacks or has poorly, from what is known and from earlier turns. */
export function complete(drafts: readonly Draft[], past: Sheet | undefined, facts: readonly Fact[]): Draft[] {
  if (past === undefined && facts.length === 0) return [...drafts];
  return drafts.map((draft) => {
    const chosen = new Map(draft.fill.chosen);
    const earlier =
      past === undefined
        ? undefined
        : assign(createOffers(past, draft.tool), { from: 0, to: past.reading.tokens.length });
    for (const [i, param] of draft.fill.offers.params.entries()) {
      const own = chosen.get(i);
      if (!param.required || (own !== undefined && own.score >= (own.kind === "phrase" ? strong : weak))) continue;
      const fact = factFor(facts, param);
      const before = earlier?.chosen.get(i);
      if (fact !== undefined) chosen.set(i, known(fact));
      else if (own === undefined && before !== undefined && before.score >= weak) chosen.set(i, known(before.value));
    }
    return { ...draft, fill: { ...draft.fill, chosen } };
  });
}

/** A value that stands nowhere in the goal. */
function known(value: ScoredValue["value"]): ScoredValue {
  return { score: 1.2, value, start: -1, end: -1, kind: "identifier" };
}
