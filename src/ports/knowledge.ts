/** A piece of a document that is found and shown as a whole. */
export type Passage = { heading: string; text: string };

export type KnowledgeDocument = {
  /** Where it came from: a path or an address. One tenant has one document of a source. */
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
  /** Only documents whose source starts so. */
  sourcePrefix?: string;
};

/**
 * Documents to search. What is put without a tenant is shared: every tenant finds it. What belongs to a tenant is
 * found, listed and removed by that tenant alone.
 */
export interface Knowledge {
  /** Adds the document, or takes the place of the one with the same source. */
  put(document: KnowledgeDocument, tenant?: string): Promise<"added" | "replaced" | "unchanged">;
  list(tenant?: string): Promise<KnowledgeEntry[]>;
  remove(source: string, tenant?: string): Promise<boolean>;
  /** Best first. A query without a word to look for finds nothing. */
  search(query: KnowledgeQuery, tenant?: string): Promise<KnowledgeHit[]>;
}

/** The words of a text as they are compared: folded, stemmed, in order. Indexing and searching use the same. */
export type TermExtractor = (text: string) => string[];
