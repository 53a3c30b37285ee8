import type { Terms } from "../ports/knowledge.ts";

/** The languages are the slowest part to load; a command that searches nothing does without them. */
export async function loadTerms(): Promise<Terms> {
  return (await import("./terms.ts")).bilingualTerms;
}
