import type { KnowledgeEntry, KnowledgeHit } from "../ports/knowledge.ts";
import type { SqlDatabase, SqlRow } from "./sql.ts";

export async function listDocuments(db: Pick<SqlDatabase, "read">, tenant: string): Promise<KnowledgeEntry[]> {
  const rows = await db.read(
    `SELECT d.source, d.title, d.added_at, count(p.id) AS passages
     FROM knowledge_documents d LEFT JOIN knowledge_passages p ON p.document_id = d.id
     WHERE d.tenant = $1 GROUP BY d.id ORDER BY d.source`,
    [tenant],
  );
  return rows.map((row) => ({
    source: String(row["source"]),
    title: String(row["title"]),
    passages: Number(row["passages"]),
    addedAt: Number(row["added_at"]),
  }));
}

export function toHit(row: SqlRow): KnowledgeHit {
  return {
    source: String(row["source"]),
    title: String(row["title"]),
    heading: String(row["heading"]),
    text: String(row["text"]),
    score: Math.round(Number(row["score"]) * 10_000) / 10_000,
  };
}
