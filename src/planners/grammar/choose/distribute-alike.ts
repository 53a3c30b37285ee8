import type { Sheet } from "../fill/sheet.ts";
import { isElliptic } from "../../../language/clauses/segments.ts";
import { distribute, mostCalls, type Spread, spreadsOf } from "./distribute.ts";
import type { Draft } from "./draft.ts";

/**
 * One call for each member of each list. A list that one of several like calls of a sentence has is meant for all of
 * them: "from Bonn to Kiel and from Kiel to Ulm, both by train and by car" makes four.
 */
export function distributeAlike(sheet: Sheet, drafts: readonly Draft[]): Draft[] {
  return chains(sheet, drafts).flatMap((chain) => {
    const all = chain.length > 1 ? chain.flatMap((draft) => spreadsOf(sheet, draft)) : [];
    const lists = all.reduce((count, { values }) => count * values.length, chain.length) > mostCalls ? [] : all;
    return chain.flatMap((draft) =>
      lists
        .filter(({ param }) => !draft.fill.chosen.has(param))
        .reduce((calls, list) => calls.flatMap((call) => given(call, list)), distribute(sheet, draft)),
    );
  });
}

/** The call once for each member of a list. */
function given(draft: Draft, { param, values }: Spread): Draft[] {
  return values.map((value) => ({
    ...draft,
    fill: { ...draft.fill, chosen: new Map([...draft.fill.chosen, [param, value]]) },
  }));
}

/** Calls of one tool that follow each other in one sentence, the later ones without a verb of their own. */
function chains(sheet: Sheet, drafts: readonly Draft[]): Draft[][] {
  const found: Draft[][] = [];
  for (const draft of drafts) {
    const chain = found.at(-1);
    const before = chain?.at(-1);
    const goesOn =
      before?.tool === draft.tool &&
      before.range.to === draft.range.from &&
      sheet.stops[before.range.from] === sheet.stops[draft.range.from] &&
      isElliptic(sheet.reading, draft.range);
    if (chain !== undefined && goesOn) chain.push(draft);
    else found.push([draft]);
  }
  return found;
}
