import type { Terms } from "../../ports/knowledge.ts";

/** Loads the language modules lazily: they are slow to load, and few commands search. */
export async function loadTerms(): Promise<Terms> {
  return (await import("./terms.ts")).bilingualTerms;
}
