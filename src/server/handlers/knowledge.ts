import type { knowledgeRoutes } from "../../contracts/api/routes/knowledge.ts";
import { timestampOf } from "../../contracts/timestamp.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { KnowledgeEntry } from "../../ports/knowledge.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { HandlersOf } from "../http/exchange.ts";

export function knowledgeHandlers({ knowledge, readDocument }: Planwright): HandlersOf<typeof knowledgeRoutes> {
  const entryOf = async (source: string, tenant: string): Promise<KnowledgeEntry> => {
    const entry = (await knowledge.list(tenant)).find((one) => one.source === source);
    if (entry === undefined) throw new PlanwrightError("NOT_FOUND", { message: `There is no document ${source}.` });
    return entry;
  };
  return {
    listKnowledge: async ({ principal: { tenant } }) => ({
      documents: (await knowledge.list(tenant)).map(toDocument),
    }),
    addKnowledge: async ({ body, principal: { tenant } }) => {
      const read = await readDocument(body);
      if ("problem" in read) throw new PlanwrightError("INVALID_INPUT", { message: `The text ${read.problem}.` });
      await knowledge.put(read.document, tenant);
      return toDocument(await entryOf(body.source, tenant));
    },
    searchKnowledge: async ({ query: { q, limit }, principal: { tenant } }) => ({
      hits: await knowledge.search({ text: q, limit }, tenant),
    }),
    removeKnowledge: async ({ params: { source }, principal: { tenant } }) => {
      const entry = await entryOf(source, tenant);
      await knowledge.remove(source, tenant);
      return toDocument(entry);
    },
  };
}

function toDocument({ source, title, passages, addedAt }: KnowledgeEntry) {
  return { source, title, passages, added_at: timestampOf(addedAt) };
}
