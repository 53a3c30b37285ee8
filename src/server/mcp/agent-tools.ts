import { z } from "zod";
import { RunOnceRequest } from "../../contracts/react/agent-run.ts";
import { acting, type McpTool, reading } from "./mcp-tool.ts";

const agentId = z.string().min(1).max(200);

/** Agents for an MCP client: what they do, why, and a run by hand within the agent's own limits. */
export const agentTools: Readonly<Record<string, McpTool>> = {
  list_agents: reading("listAgents", "List agents", {
    description: "The agents that run on their own: whether each is enabled, when it ran and when it will.",
    input: z.strictObject({}),
    toCall: () => ({}),
  }),
  why_agent: reading("listDecisions", "Why an agent ran or did not", {
    description: "The latest decisions of an agent's triggers, each with a sentence that says what came of it and why.",
    input: z.strictObject({ agent_id: agentId, limit: z.int().min(1).max(200).optional() }),
    toCall: ({ agent_id: id, ...query }) => ({ params: { id }, query }),
  }),
  run_agent: acting("runAgentOnce", "Run an agent once", {
    manner: "acts",
    description:
      "Run an agent now. Its tools are called for real, as far as its level of autonomy goes. Quota and interval are kept unless force is true, which is recorded.",
    input: RunOnceRequest.extend({ agent_id: agentId }),
    output: z.looseObject({ run_id: z.string(), status: z.enum(["success", "error", "timeout"]) }),
    toCall: ({ agent_id: id, ...body }) => ({ params: { id }, body }),
  }),
};
