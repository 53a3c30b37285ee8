import { z } from "zod";
import { routes } from "../contracts/api/routes.ts";
import type { Client } from "./client.ts";

/** A tool in the shape that the AI SDK (`ai`) takes: a description, a schema and a function. */
export type AiTool<S extends z.ZodType> = {
  description: string;
  inputSchema: S;
  execute(input: z.output<S>): Promise<unknown>;
};

const Request = z.strictObject({ text: z.string().min(1).describe("the request in words") });
const Id = z.strictObject({ id: z.string().min(1) });

/**
 * Planwright as tools of an AI SDK model: `generateText({ model, tools: createAiTools(client), prompt })`. The model can
 * plan, create Drafts and read results. It cannot approve: a person applies the Draft.
 */
export function createAiTools(client: Client) {
  return {
    plan_actions: tool("planActions", Request, (body) => client.planActions({ body })),
    create_draft: tool("createDraft", Request, (body) => client.createDraft({ body })),
    get_draft: tool("getDraft", Id, (params) => client.getDraft({ params })),
    get_run: tool("getRun", Id, (params) => client.getRun({ params })),
  };
}

function tool<S extends z.ZodType>(
  route: keyof typeof routes,
  inputSchema: S,
  execute: AiTool<S>["execute"],
): AiTool<S> {
  return { description: routes[route].summary, inputSchema, execute };
}
