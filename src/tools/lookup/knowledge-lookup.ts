import { compact } from "../../plan/compact.ts";
import { z } from "zod";
import type { Knowledge, KnowledgeHit, TermExtractor } from "../../ports/knowledge.ts";
import { snippetOf } from "../knowledge/snippet.ts";
import { ToolError } from "../tool-error.ts";
import type { Tool } from "../tool.ts";
import { createLookupTool } from "./lookup-tool.ts";

const Filters = z.strictObject({
  limit: z.int().min(1).max(50).default(5),
  source: z.string().optional().describe("only documents whose source starts so"),
  otherwise: z.string().default("").describe("the answer where no passage answers the question"),
});

/** How many hits the answer is chosen from; the caller limits how many are returned. */
const considered = 50;

const text = { type: "string" } as const;

/** `lookup.knowledge_base`: full-text search over the documents a user added. */
export function createKnowledgeLookup(parts: { knowledge: Knowledge; loadTerms: () => Promise<TermExtractor> }): Tool {
  return createLookupTool({
    target: "knowledge_base",
    description: "Search the documents of the knowledge base for an answer.",
    output: {
      type: "object",
      required: ["query", "answer", "results", "count"],
      properties: {
        query: text,
        answer: { ...text, description: "the passage that answers the question, quoted with its source" },
        results: {
          type: "array",
          items: {
            type: "object",
            required: ["title", "source", "heading", "snippet", "text", "score"],
            properties: { title: text, source: text, heading: text, snippet: text, text, score: { type: "number" } },
          },
        },
        count: { type: "integer" },
      },
    },
    async answer({ query, filters }, { tenant }) {
      const parsed = Filters.safeParse(filters);
      if (!parsed.success)
        throw new ToolError("invalid_payload", `/filters: ${parsed.error.issues[0]?.message ?? "do not fit"}`);
      const { limit, source, otherwise } = parsed.data;
      const wanted = compact({ text: query, limit: considered, sourcePrefix: source });
      const hits = await parts.knowledge.search(wanted, tenant);
      const terms = await parts.loadTerms();
      const found = findAnswer(hits, query, terms);
      const answer = found === undefined ? otherwise : quote(found, snippetOf(found.text, query, terms));
      const results = hits.slice(0, limit).map((hit) => ({
        title: hit.title,
        source: hit.source,
        heading: hit.heading,
        snippet: snippetOf(hit.text, query, terms),
        text: hit.text,
        score: hit.score,
      }));
      return { query, answer, results, count: results.length };
    },
  });
}

function quote({ heading, source }: KnowledgeHit, snippet: string): string {
  return `“${snippet}” (${heading === "" ? source : `${heading}, ${source}`})`;
}

/** The share of the question's words that a passage must contain, weighted by rarity; fitted on half of our handbook. */
const least = 0.6;

/**
 * The passage that answers a question: the one with most of its words. A word that few passages have tells what the
 * question is about, and a word without a passage that the documents have no answer. Undefined if no passage has enough.
 */
function findAnswer(hits: readonly KnowledgeHit[], question: string, terms: TermExtractor): KnowledgeHit | undefined {
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
