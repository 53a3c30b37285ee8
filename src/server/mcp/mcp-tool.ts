import type { z } from "zod";
import type { AnyCall } from "../../client/call.ts";
import type { Route } from "../../contracts/api/route.ts";
import { type RouteName, routes } from "../../contracts/api/routes.ts";
import type { JsonObject } from "../../plan/json.ts";

/**
 * What a call may do: read, create something for a person to decide, end something for good, act on outside systems, or
 * approve a write, which is a person's decision.
 */
export type ToolBehavior = "reads" | "asks" | "ends" | "acts" | "approves";

export type McpTool = {
  route: RouteName;
  title: string;
  description: string;
  behavior: ToolBehavior;
  input: z.ZodType;
  /** The announced output schema, where the route's own schema is too long for a tool listing. */
  output?: z.ZodType;
  toCall: (input: JsonObject) => AnyCall;
};

type McpToolParts = Pick<McpTool, "description" | "input" | "output"> & {
  behavior?: ToolBehavior;
  /** The input that names the record in the route's path. */
  record?: string;
  /** By default the record goes into the path, and everything else into the body, or the query of a route without one. */
  toCall?: McpTool["toCall"];
};

/** A tool that reads, unless it states another behavior. */
export function mcpTool(route: RouteName, title: string, { record, ...rest }: McpToolParts): McpTool {
  return { route, title, behavior: "reads", toCall: callOf(routes[route], record), ...rest };
}

function callOf({ path, body }: Route, record = ""): McpTool["toCall"] {
  const [, parameter = ""] = /\{(\w+)\}/.exec(path) ?? [];
  return ({ [record]: value, ...rest }) => ({
    ...(value !== undefined && { params: { [parameter]: value } }),
    [body === undefined ? "query" : "body"]: rest,
  });
}
