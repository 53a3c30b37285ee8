import { z } from "zod";
import { KnowledgeAddition, KnowledgeDocument, KnowledgeHits, KnowledgeList } from "../knowledge.ts";
import { limit, routesOf } from "./define.ts";

const { get, post, remove } = routesOf({ tag: "knowledge", role: "api", scope: "kb" });

/** The knowledge base. */
export const knowledgeRoutes = {
  listKnowledge: get("/kb", "List the documents of the knowledge base", { answer: KnowledgeList }),
  addKnowledge: post("/kb", "Add a document", { body: KnowledgeAddition, status: 201, answer: KnowledgeDocument }),
  searchKnowledge: get("/kb/search", "Search the full text; returns ranked snippets", {
    query: z.strictObject({ q: z.string().min(1).max(1000), limit }),
    answer: KnowledgeHits,
  }),
  removeKnowledge: remove("/kb/{source}", "Remove a document", {
    params: z.strictObject({ source: z.string().min(1).max(1000) }),
    answer: KnowledgeDocument,
  }),
} as const;
