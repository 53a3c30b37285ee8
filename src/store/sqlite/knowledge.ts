import type { SQLOutputValue } from "node:sqlite";
import { contentHash } from "../../plan/hash.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Knowledge, KnowledgeDocument, KnowledgeQuery, TermExtractor } from "../../ports/knowledge.ts";
import { listDocuments, toHit } from "../knowledge-rows.ts";
import type { Database } from "./database.ts";

type KnowledgeParts = { db: Database; terms: TermExtractor; clock: Clock };

/** Titles and headings weigh more than text. */
const weights = "4.0, 3.0, 1.0";

/** The knowledge base in the same file: full-text search over stems, ranked by BM25. */
export function createSqliteKnowledge({ db, terms, clock }: KnowledgeParts): Knowledge {
  const tables = knowledgeTables(db, terms);
  return {
    put: (document, tenant = "") =>
      db.commit(() => {
        const hash = contentHash([document.title, document.passages.map(({ heading, text }) => [heading, text])]);
        const before = tables.find(tenant, document.source);
        if (before?.["hash"] === hash) return "unchanged";
        if (before !== undefined) tables.remove(Number(before["id"]));
        tables.add(document, { tenant, hash, addedAt: clock.now() });
        return before === undefined ? "added" : "replaced";
      }),
    remove: (source, tenant = "") =>
      db.commit(() => {
        const found = tables.find(tenant, source);
        if (found !== undefined) tables.remove(Number(found["id"]));
        return found !== undefined;
      }),
    list: (tenant = "") => listDocuments(db, tenant),
    async search(query, tenant = "") {
      const wanted = [...new Set(terms(query.text))].slice(0, 64);
      return wanted.length === 0 ? [] : tables.search(query, wanted, tenant).map(toHit);
    },
  };
}

type KnowledgeRow = Record<string, SQLOutputValue>;
type DocumentHead = { tenant: string; hash: string; addedAt: number };

/** Document tables. The caller commits. */
export function knowledgeTables(db: Pick<Database, "prepare">, terms: TermExtractor) {
  const stems = (text: string): string => terms(text).join(" ");
  return {
    find: (tenant: string, source: string): KnowledgeRow | undefined =>
      db.prepare("SELECT id, hash FROM knowledge_documents WHERE tenant = ? AND source = ?").get(tenant, source),
    add({ source, title, passages }: KnowledgeDocument, { tenant, hash, addedAt }: DocumentHead): void {
      const document = db
        .prepare("INSERT INTO knowledge_documents (tenant, source, title, hash, added_at) VALUES (?, ?, ?, ?, ?)")
        .run(tenant, source, title, hash, addedAt);
      for (const { heading, text } of passages) {
        const passage = db
          .prepare("INSERT INTO knowledge_passages (document_id, heading, text) VALUES (?, ?, ?)")
          .run(document.lastInsertRowid, heading, text);
        db.prepare("INSERT INTO knowledge_terms (rowid, title, heading, body) VALUES (?, ?, ?, ?)").run(
          passage.lastInsertRowid,
          stems(title),
          stems(heading),
          stems(text),
        );
      }
    },
    remove(id: number): void {
      const passages = "SELECT id FROM knowledge_passages WHERE document_id = ?";
      db.prepare(`DELETE FROM knowledge_terms WHERE rowid IN (${passages})`).run(id);
      db.prepare("DELETE FROM knowledge_documents WHERE id = ?").run(id);
    },
    search: (query: KnowledgeQuery, wanted: readonly string[], tenant: string): KnowledgeRow[] =>
      db
        .prepare(
          `SELECT d.source, d.title, p.heading, p.text, -bm25(knowledge_terms, ${weights}) AS score
           FROM knowledge_terms JOIN knowledge_passages p ON p.id = knowledge_terms.rowid
           JOIN knowledge_documents d ON d.id = p.document_id
           WHERE knowledge_terms MATCH ? AND d.tenant IN ('', ?) AND substr(d.source, 1, length(?)) = ?
           ORDER BY score DESC, p.id LIMIT ?`,
        )
        .all(matching(wanted), tenant, query.sourcePrefix ?? "", query.sourcePrefix ?? "", query.limit),
  };
}

/** Any of the terms, each quoted: FTS5 has a query language that input must not use. */
function matching(wanted: readonly string[]): string {
  return wanted.map((term) => `"${term.replaceAll('"', '""')}"`).join(" OR ");
}
