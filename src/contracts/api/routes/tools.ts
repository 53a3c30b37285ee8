import { VerbAnswer, VerbCall } from "../../react/verb.ts";
import { ToolList, ToolSourceList, ToolView } from "../tool.ts";
import { id, routesOf } from "./define.ts";

const { get, post } = routesOf({ tag: "tools", role: "router", scope: "tools" });

/** The toolbox and the verb router. */
export const toolsRoutes = {
  executeVerb: post("/verbs/execute", "Execute a verb (contract 5, cortex-orch)", {
    body: VerbCall,
    answer: VerbAnswer,
  }),
  listTools: get("/tools", "List the tools of the caller's tenant", { answer: ToolList }),
  getTool: get("/tools/{id}", "Get a tool with its schemas", { params: id, answer: ToolView }),
  listToolSources: get("/tool-sources", "List tool sources, and whether each server matches its pinned manifest", {
    scope: "admin",
    answer: ToolSourceList,
  }),
} as const;
