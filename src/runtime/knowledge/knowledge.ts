import type { KnowledgeAddition } from "../../contracts/api/knowledge.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Knowledge } from "../../ports/knowledge.ts";
import { type BackendLocation, openBackend } from "../storage/backend.ts";
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

export type OpenKnowledge = { knowledge: Knowledge; stop(): Promise<void> };

export async function snippetOf(text: string, query: string): Promise<string> {
  return snippet(text, query, await loadTerms());
}

/** Opens only the knowledge base. Opens, and creates, the database with the first call. */
export function openKnowledge(place: BackendLocation, clock: Clock): OpenKnowledge {
  let opened: Promise<{ knowledge: Knowledge; close(): Promise<void> }> | undefined;
  const openOnce = async () => {
    const terms = await loadTerms();
    const backend = openBackend(place);
    return { knowledge: backend.knowledge({ terms, clock }), close: () => backend.close() };
  };
  const open = async (): Promise<Knowledge> => {
    opened ??= openOnce();
    try {
      return (await opened).knowledge;
    } catch (error) {
      // The next call tries again.
      opened = undefined;
      throw error;
    }
  };
  return {
    knowledge: {
      put: async (document, tenant) => (await open()).put(document, tenant),
      list: async (tenant) => (await open()).list(tenant),
      remove: async (source, tenant) => (await open()).remove(source, tenant),
      search: async (query, tenant) => (await open()).search(query, tenant),
    },
    stop: async () => (await opened?.catch(() => undefined))?.close(),
  };
}
