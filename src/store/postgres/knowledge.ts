import { contentHash } from "../../plan/hash.ts";
import type { Clock } from "../../ports/clock.ts";
import type {
  Knowledge,
  KnowledgeDocument,
  KnowledgeHit,
  KnowledgeQuery,
  Passage,
  TermExtractor,
} from "../../ports/knowledge.ts";
import { listDocuments, toHit } from "../knowledge-rows.ts";
import type { PostgresDatabase } from "./database.ts";
import type { Session } from "./session.ts";

type PostgresKnowledgeParts = { db: PostgresDatabase; terms: TermExtractor; clock: Clock };

/** Titles and headings weigh more than text. */
const weights = { title: 4, heading: 3, text: 1 };

/** The knowledge base: our own stems, ranked by BM25. */
export function createPostgresKnowledge({ db, terms, clock }: PostgresKnowledgeParts): Knowledge {
  return {
    put: (document, tenant = "") =>
      db.transact(async (session) => {
        const { source, title, passages } = document;
        const hash = contentHash([title, passages.map(({ heading, text }) => [heading, text])]);
        await session.query("SELECT pg_advisory_xact_lock(hashtext('planwright knowledge'), hashtext($1))", [source]);
        const find = "SELECT hash FROM knowledge_documents WHERE tenant = $1 AND source = $2";
        const [before] = await session.query(find, [tenant, source]);
        if (before?.["hash"] === hash) return "unchanged";
        await session.query("DELETE FROM knowledge_documents WHERE tenant = $1 AND source = $2", [tenant, source]);
        await addDocument(session, { document, tenant, hash, addedAt: clock.now() }, terms);
        return before === undefined ? "added" : "replaced";
      }),
    async remove(source, tenant = "") {
      const remove = "DELETE FROM knowledge_documents WHERE tenant = $1 AND source = $2 RETURNING id";
      return (await db.transact((session) => session.query(remove, [tenant, source]))).length > 0;
    },
    list: (tenant = "") => listDocuments(db, tenant),
    async search(query, tenant = "") {
      const wanted = [...new Set(terms(query.text))].slice(0, 64);
      return wanted.length === 0 ? [] : searchPassages(db, query, { wanted, tenant });
    },
  };
}

type AddedDocument = { document: KnowledgeDocument; tenant: string; hash: string; addedAt: number };

/** Adds a document that does not exist yet. */
export async function addDocument(session: Session, added: AddedDocument, terms: TermExtractor): Promise<void> {
  const { tenant, hash, addedAt, document } = added;
  const { source, title, passages } = document;
  const [row] = await session.query(
    `INSERT INTO knowledge_documents (tenant, source, title, hash, added_at)
     VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [tenant, source, title, hash, addedAt],
  );
  await addPassages(session, { title, passages, id: row?.["id"] }, terms);
}

type Passages = Pick<KnowledgeDocument, "title" | "passages"> & { id: unknown };

async function addPassages(session: Session, { title, passages, id }: Passages, terms: TermExtractor): Promise<void> {
  const weighed = passages.map((passage) => weigh(title, passage, terms));
  const rows = await session.query(
    `INSERT INTO knowledge_passages (document_id, place, heading, text, length)
     SELECT $1, place, heading, body, length
     FROM unnest($2::text[], $3::text[], $4::int[]) WITH ORDINALITY AS p (heading, body, length, place)
     ORDER BY place RETURNING id, place`,
    [id, passages.map(({ heading }) => heading), passages.map(({ text }) => text), weighed.map(({ length }) => length)],
  );
  const found = rows.flatMap((row) =>
    [...(weighed[Number(row["place"]) - 1]?.weights ?? [])].map(([term, weight]) => ({ id: row["id"], term, weight })),
  );
  await session.query(
    `INSERT INTO knowledge_terms (term, passage_id, weight)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::real[])`,
    [found.map(({ term }) => term), found.map((one) => one.id), found.map(({ weight }) => weight)],
  );
}

/** Term weights and number of terms of a passage. */
function weigh(title: string, passage: Passage, terms: TermExtractor) {
  const found = new Map<string, number>();
  let length = 0;
  for (const [text, weight] of [
    [title, weights.title],
    [passage.heading, weights.heading],
    [passage.text, weights.text],
  ] as const) {
    for (const term of terms(text)) {
      found.set(term, (found.get(term) ?? 0) + weight);
      length += 1;
    }
  }
  return { weights: found, length };
}

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

async function searchPassages(
  db: PostgresDatabase,
  { sourcePrefix = "", limit }: KnowledgeQuery,
  { wanted, tenant }: SearchTerms,
): Promise<KnowledgeHit[]> {
  return (await db.read(ranked, [tenant, wanted, sourcePrefix, limit])).map(toHit);
}
