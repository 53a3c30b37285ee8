import { z } from "zod";
import { PlanReactRequest, PlanReactResponse } from "../../react/plan-react.ts";
import { get, post } from "./define.ts";

/** `stream` requests events instead of a response, as `Accept: text/event-stream` does; `format` is their format. */
const ReactQuery = z.strictObject({
  stream: z.enum(["1", "true", "0", "false"]).optional(),
  format: z.enum(["planwright", "ag-ui"]).optional(),
});
export type ReactQuery = z.infer<typeof ReactQuery>;

/** Reasoning with tools. It calls verbs, so it needs the scope for calling verbs. */
export const reactRoutes = {
  planReact: post("/plan/react", {
    tag: "react",
    summary: "Reason, act and observe until there is an answer (contract 5)",
    role: "planner",
    scope: "tools",
    ownTime: true,
    streams: true,
    query: ReactQuery,
    body: PlanReactRequest,
    status: 200,
    answer: PlanReactResponse,
  }),
  getReact: get("/plan/react/{id}", {
    tag: "react",
    summary: "Get the answer of a ReAct run by its request id, once it has ended",
    role: "planner",
    scope: "tools",
    ownTime: true,
    streams: true,
    params: z.strictObject({ id: z.string().min(1).max(200) }),
    query: ReactQuery,
    status: 200,
    answer: PlanReactResponse,
  }),
} as const;
