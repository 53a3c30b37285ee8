import { z } from "zod";
import { PlanReactRequest, PlanReactResponse } from "../../react/plan-react.ts";
import { routesOf } from "./define.ts";

const { get, post } = routesOf({ tag: "react", role: "planner", scope: "tools" });

/** `stream` requests events instead of a response, as `Accept: text/event-stream` does; `format` is their format. */
const ReactQuery = z.strictObject({
  stream: z.enum(["1", "true", "0", "false"]).optional(),
  format: z.enum(["planwright", "ag-ui"]).optional(),
});
export type ReactQuery = z.infer<typeof ReactQuery>;

/** Reasoning with tools. It calls verbs, so it needs the scope for calling verbs. */
export const reactRoutes = {
  planReact: post("/plan/react", "Reason, act and observe until there is an answer (contract 5)", {
    ownTime: true,
    streams: true,
    query: ReactQuery,
    body: PlanReactRequest,
    answer: PlanReactResponse,
  }),
  getReact: get("/plan/react/{id}", "Get the answer of a ReAct run by its request id, once it has ended", {
    ownTime: true,
    streams: true,
    params: z.strictObject({ id: z.string().min(1).max(200) }),
    query: ReactQuery,
    answer: PlanReactResponse,
  }),
} as const;
