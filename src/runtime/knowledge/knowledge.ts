import type { KnowledgeAddition } from "../../contracts/api/knowledge.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Knowledge } from "../../ports/knowledge.ts";
import type { Backend } from "../storage/backend.ts";
import { snippetOf as snippet } from "../../tools/knowledge/snippet.ts";
import { readableEndings, readDocument } from "../../tools/knowledge/read-document.ts";
import { loadTerms } from "./load-terms.ts";

export { readableEndings, readDocument };

const endings = { markdown: ".md", text: ".txt", html: ".html" } as const;

/** Parses an uploaded text into a document, or returns why that failed. */
export async function readAddition({ source, format, content }: KnowledgeAddition): ReturnType<typeof readDocument> {
  const read = await readDocument(`${source}${endings[format]}`, new TextEncoder().encode(content));
  return "problem" in read ? read : { document: { ...read.document, source } };
}

export async function snippetOf(text: string, query: string): Promise<string> {
  return snippet(text, query, await loadTerms());
}

/** The knowledge base of a backend that opens with the first call. */
export function createLazyKnowledge(backend: () => Backend, clock: Clock): Knowledge {
  let opened: Knowledge | undefined;
  const open = async (): Promise<Knowledge> => {
    const terms = await loadTerms();
    return (opened ??= backend().knowledge({ terms, clock }));
  };
  return {
    put: async (document, tenant) => (await open()).put(document, tenant),
    list: async (tenant) => (await open()).list(tenant),
    remove: async (source, tenant) => (await open()).remove(source, tenant),
    search: async (query, tenant) => (await open()).search(query, tenant),
  };
}
