import type { KnowledgeHit, KnowledgeQuery } from "../../ports/knowledge.ts";
import type { PostgresDatabase } from "./database.ts";

/**
 * BM25 as in SQLite's FTS5, so both stores rank alike, over documents the tenant may see: term rarity reveals nothing
 * about others.
 */
const ranked = `
WITH visible AS (
  SELECT p.id, p.length FROM knowledge_passages p JOIN knowledge_documents d ON d.id = p.document_id
  WHERE d.tenant IN ('', $1)
), totals AS (
  SELECT count(*)::float8 AS passages, greatest(avg(length), 1)::float8 AS length FROM visible
), hits AS (
  SELECT t.passage_id, t.weight::float8 AS weight, v.length::float8 AS length,
    count(*) OVER (PARTITION BY t.term)::float8 AS having
  FROM knowledge_terms t JOIN visible v ON v.id = t.passage_id WHERE t.term = ANY($2)
), scores AS (
  SELECT h.passage_id, sum(
    greatest(ln((totals.passages - h.having + 0.5) / (h.having + 0.5)), 0.000001)
    * h.weight * 2.2 / (h.weight + 1.2 * (0.25 + 0.75 * h.length / totals.length))
  ) AS score
  FROM hits h, totals GROUP BY h.passage_id
)
SELECT d.source, d.title, p.heading, p.text, s.score
FROM scores s JOIN knowledge_passages p ON p.id = s.passage_id JOIN knowledge_documents d ON d.id = p.document_id
WHERE starts_with(d.source, $3) ORDER BY s.score DESC, p.id LIMIT $4`;

type SearchTerms = { wanted: readonly string[]; tenant: string };

export async function searchPassages(
  db: PostgresDatabase,
  { sourcePrefix = "", limit }: KnowledgeQuery,
  { wanted, tenant }: SearchTerms,
): Promise<KnowledgeHit[]> {
  const rows = await db.read(ranked, [tenant, wanted, sourcePrefix, limit]);
  return rows.map((row) => ({
    source: String(row["source"]),
    title: String(row["title"]),
    heading: String(row["heading"]),
    text: String(row["text"]),
    score: Math.round(Number(row["score"]) * 10_000) / 10_000,
  }));
}
