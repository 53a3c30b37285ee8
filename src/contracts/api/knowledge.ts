import { z } from "zod";
import { Timestamp } from "../timestamp.ts";

/** A tenant has at most one document per source; the source is its name. */
export const KnowledgeDocument = z.strictObject({
  source: z.string(),
  title: z.string(),
  passages: z.int(),
  added_at: Timestamp,
});
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>;

export const KnowledgeList = z.strictObject({ documents: z.array(KnowledgeDocument) });
export type KnowledgeList = z.infer<typeof KnowledgeList>;

/** A document to index. HTML is converted to text; add a PDF on the command line. */
export const KnowledgeAddition = z.strictObject({
  source: z.string().min(1).max(1000),
  format: z.enum(["markdown", "text", "html"]).default("text"),
  content: z.string().min(1),
});
export type KnowledgeAddition = z.infer<typeof KnowledgeAddition>;

export const KnowledgeHits = z.strictObject({
  hits: z.array(
    z.strictObject({
      source: z.string(),
      title: z.string(),
      heading: z.string(),
      text: z.string(),
      /** Higher is better; comparable within one response only. */
      score: z.number(),
    }),
  ),
});
export type KnowledgeHits = z.infer<typeof KnowledgeHits>;
