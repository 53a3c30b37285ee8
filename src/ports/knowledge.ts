/** A part of a document that is found and shown as a unit. */
export type Passage = { heading: string; text: string };

export type KnowledgeDocument = {
  /** Origin: a path or URL. A tenant has one document per source. */
  source: string;
  title: string;
  passages: readonly Passage[];
};

export type KnowledgeEntry = { source: string; title: string; passages: number; addedAt: number };

export type KnowledgeHit = Passage & {
  source: string;
  title: string;
  /** Higher is better; comparable within one search only. */
  score: number;
};

export type KnowledgeQuery = {
  text: string;
  limit: number;
  /** Only documents whose source has this prefix. */
  sourcePrefix?: string;
};

/**
 * Searchable documents. Documents without a tenant are shared by all tenants; a tenant's documents are visible to that
 * tenant only.
 */
export interface Knowledge {
  /** Adds the document or replaces the one with the same source. */
  put(document: KnowledgeDocument, tenant?: string): Promise<"added" | "replaced" | "unchanged">;
  list(tenant?: string): Promise<KnowledgeEntry[]>;
  remove(source: string, tenant?: string): Promise<boolean>;
  /** Best match first. A query without searchable words finds nothing. */
  search(query: KnowledgeQuery, tenant?: string): Promise<KnowledgeHit[]>;
}

/** Extracts the folded, stemmed terms of a text, in order. Indexing and searching use the same extractor. */
export type TermExtractor = (text: string) => string[];
