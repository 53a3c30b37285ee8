import type { Migration } from "../../migration.ts";

/**
 * One row per term and passage, with our own stems: Postgres' text search supports neither both languages at once nor
 * term rarity. `weight` counts occurrences, titles and headings more. Shared documents have tenant ''.
 */
export const knowledge: Migration = {
  name: "0005-knowledge",
  sql: `
CREATE TABLE knowledge_documents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant text NOT NULL,
  source text COLLATE "C" NOT NULL,
  title text NOT NULL,
  hash text NOT NULL,
  added_at bigint NOT NULL,
  UNIQUE (tenant, source)
);

CREATE TABLE knowledge_passages (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  document_id bigint NOT NULL REFERENCES knowledge_documents (id) ON DELETE CASCADE,
  place integer NOT NULL,
  heading text NOT NULL,
  text text NOT NULL,
  length integer NOT NULL,
  UNIQUE (document_id, place)
);

CREATE TABLE knowledge_terms (
  term text COLLATE "C" NOT NULL,
  passage_id bigint NOT NULL REFERENCES knowledge_passages (id) ON DELETE CASCADE,
  weight real NOT NULL,
  PRIMARY KEY (term, passage_id)
);
CREATE INDEX knowledge_terms_by_passage ON knowledge_terms (passage_id);
`,
};
