import type { KnowledgeHit, TermExtractor } from "../../ports/knowledge.ts";

/** So much of what a question is about must stand in the passage, rare words weighing more: fitted on half of the own handbook. */
const least = 0.6;

/**
 * The passage that answers a question: the one that holds most of its words. A word that few passages hold tells what the
 * question is about, and one that none holds tells that nobody wrote about it. Undefined where no passage holds enough.
 */
export function findAnswer(
  hits: readonly KnowledgeHit[],
  question: string,
  terms: TermExtractor,
): KnowledgeHit | undefined {
  const wanted = [...new Set(terms(question))];
  const passages = hits.map((hit) => ({ hit, held: new Set(terms(`${hit.title} ${hit.heading} ${hit.text}`)) }));
  const weights = wanted.map((term) => {
    const holders = passages.filter(({ held }) => held.has(term)).length;
    return { term, weight: Math.log(1 + (passages.length + 1) / (holders + 0.5)) };
  });
  const whole = weights.reduce((sum, { weight }) => sum + weight, 0);
  const ranked = passages
    .map(({ hit, held }) => ({
      hit,
      share: weights.reduce((sum, { term, weight }) => sum + (held.has(term) ? weight : 0), 0) / whole,
    }))
    .toSorted((a, b) => b.share - a.share);
  const [best] = ranked;
  return best !== undefined && best.share >= least ? best.hit : undefined;
}
