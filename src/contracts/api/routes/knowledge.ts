import { z } from "zod";
import { KnowledgeAddition, KnowledgeDocument, KnowledgeHits, KnowledgeList } from "../knowledge.ts";
import { get, limit, post, remove } from "./define.ts";

/** The knowledge base. */
export const knowledgeRoutes = {
  listKnowledge: get("/kb", {
    tag: "knowledge",
    summary: "List the documents of the knowledge base",
    role: "api",
    scope: "kb",
    status: 200,
    answer: KnowledgeList,
  }),
  addKnowledge: post("/kb", {
    tag: "knowledge",
    summary: "Add a document",
    role: "api",
    scope: "kb",
    body: KnowledgeAddition,
    status: 201,
    answer: KnowledgeDocument,
  }),
  searchKnowledge: get("/kb/search", {
    tag: "knowledge",
    summary: "Search the full text; returns ranked snippets",
    role: "api",
    scope: "kb",
    status: 200,
    answer: KnowledgeHits,
    query: z.strictObject({ q: z.string().min(1).max(1000), limit }),
  }),
  removeKnowledge: remove("/kb/{source}", {
    tag: "knowledge",
    summary: "Remove a document",
    role: "api",
    scope: "kb",
    params: z.strictObject({ source: z.string().min(1).max(1000) }),
    status: 200,
    answer: KnowledgeDocument,
  }),
} as const;
