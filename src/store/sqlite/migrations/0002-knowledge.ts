import type { Migration } from "../../migration.ts";

/** Terms are stored stemmed, without the text, which is in the passages. Shared documents have tenant ''. */
export const knowledge: Migration = {
  name: "0002-knowledge",
  sql: `
CREATE TABLE knowledge_documents (
  id INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  source TEXT NOT NULL,
  title TEXT NOT NULL,
  hash TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  UNIQUE (tenant, source)
);

CREATE TABLE knowledge_passages (
  id INTEGER PRIMARY KEY,
  document_id INTEGER NOT NULL REFERENCES knowledge_documents (id) ON DELETE CASCADE,
  heading TEXT NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX knowledge_passages_by_document ON knowledge_passages (document_id);

CREATE VIRTUAL TABLE knowledge_terms USING fts5 (
  title, heading, body,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
);
`,
};
