import { z } from "zod";
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

type McpToolParts = Pick<McpTool, "description" | "output"> & {
  behavior?: ToolBehavior;
  /** By default the body of the route, with the record. */
  input?: z.ZodType;
  /** The input that names the record in the route's path. */
  record?: string;
  /** By default the record goes into the path, and everything else into the body, or the query of a route without one. */
  toCall?: McpTool["toCall"];
};

/** A tool that reads, unless it states another behavior. */
export function mcpTool(route: RouteName, title: string, { record, ...rest }: McpToolParts): McpTool {
  const { [route]: called }: Readonly<Record<RouteName, Route>> = routes;
  return { route, title, behavior: "reads", input: inputOf(called, record), toCall: callOf(called, record), ...rest };
}

function inputOf({ path, params, body = z.strictObject({}) }: Route, record: string | undefined): z.ZodType {
  if (record === undefined) return body;
  if (!(body instanceof z.ZodObject)) throw new Error(`${path} needs an input of its own`);
  return body.extend({ [record]: params?.shape[parameterIn(path)] ?? z.string() });
}

function parameterIn(path: string): string {
  return /\{(\w+)\}/.exec(path)?.[1] ?? "";
}

function callOf({ path, body }: Route, record = ""): McpTool["toCall"] {
  return ({ [record]: value, ...rest }) => ({
    ...(value !== undefined && { params: { [parameterIn(path)]: value } }),
    [body === undefined ? "query" : "body"]: rest,
  });
}
