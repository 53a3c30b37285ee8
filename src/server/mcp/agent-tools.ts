import { z } from "zod";
import { RunOnceRequest } from "../../contracts/react/agent-run.ts";
import { actionTool, type McpTool, readTool } from "./mcp-tool.ts";

const agentId = z.string().min(1).max(200);

/** MCP tools for agents: status, decisions, and a manual run within the agent's limits. */
export const agentTools: Readonly<Record<string, McpTool>> = {
  list_agents: readTool("listAgents", "List agents", {
    description: "Lists the agents: whether each is enabled, its last run and its next run.",
    input: z.strictObject({}),
    toCall: () => ({}),
  }),
  why_agent: readTool("listDecisions", "Why an agent ran or did not", {
    description:
      "Lists the latest decisions of an agent's triggers, each with its outcome and the reason in one sentence.",
    input: z.strictObject({ agent_id: agentId, limit: z.int().min(1).max(200).optional() }),
    toCall: ({ agent_id: id, ...query }) => ({ params: { id }, query }),
  }),
  run_agent: actionTool("runAgentOnce", "Run an agent once", {
    behavior: "acts",
    description:
      "Runs an agent now. It calls its tools for real, within its level of autonomy. Quota and minimum interval apply unless force is true, which is recorded.",
    input: RunOnceRequest.extend({ agent_id: agentId }),
    output: z.looseObject({ run_id: z.string(), status: z.enum(["success", "error", "timeout"]) }),
    toCall: ({ agent_id: id, ...body }) => ({ params: { id }, body }),
  }),
};
