import type { TermExtractor } from "../../ports/knowledge.ts";

/** Loads the language modules lazily: they are slow to load, and few commands search. */
export async function loadTerms(): Promise<TermExtractor> {
  return (await import("./terms.ts")).bilingualTerms;
}
