import type { z } from "zod";
import type { AnyCall } from "../../client/call.ts";
import type { RouteName } from "../../contracts/api/routes.ts";
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

type McpToolParts = Pick<McpTool, "description" | "input" | "output" | "toCall">;

export function readTool(route: RouteName, title: string, rest: McpToolParts): McpTool {
  return { route, title, behavior: "reads", ...rest };
}

export function actionTool(route: RouteName, title: string, rest: McpToolParts & { behavior: ToolBehavior }): McpTool {
  return { route, title, ...rest };
}
