import { VerbAnswer, VerbCall } from "../../react/verb.ts";
import { ToolList, ToolSourceList, ToolView } from "../tool.ts";
import { get, id, post } from "./define.ts";

/** The toolbox and the verb router. */
export const toolsRoutes = {
  executeVerb: post("/verbs/execute", {
    tag: "tools",
    summary: "Execute a verb (contract 5, cortex-orch)",
    role: "router",
    scope: "tools",
    body: VerbCall,
    status: 200,
    answer: VerbAnswer,
  }),
  listTools: get("/tools", {
    tag: "tools",
    summary: "List the tools of the caller's tenant",
    role: "router",
    scope: "tools",
    status: 200,
    answer: ToolList,
  }),
  getTool: get("/tools/{id}", {
    tag: "tools",
    summary: "Get a tool with its schemas",
    role: "router",
    scope: "tools",
    params: id,
    status: 200,
    answer: ToolView,
  }),
  listToolSources: get("/tool-sources", {
    tag: "tools",
    summary: "List tool sources, and whether each server matches its pinned manifest",
    role: "router",
    scope: "admin",
    status: 200,
    answer: ToolSourceList,
  }),
} as const;
