import type { z } from "zod";
import type { AnyCall } from "../../client/call.ts";
import type { RouteName } from "../../contracts/api/routes.ts";
import type { JsonObject } from "../../plan/json.ts";

/** What a call may do: look, ask a person for something, end something for good, or have tools act on the outside world. */
export type Manner = "reads" | "asks" | "ends" | "acts";

export type McpTool = {
  route: RouteName;
  title: string;
  description: string;
  manner: Manner;
  input: z.ZodType;
  /** What is announced of the answer, where the route's own shape is too long to be read before every call. */
  output?: z.ZodType;
  toCall: (input: JsonObject) => AnyCall;
};

type Rest = Pick<McpTool, "description" | "input" | "output" | "toCall">;

export function reading(route: RouteName, title: string, rest: Rest): McpTool {
  return { route, title, manner: "reads", ...rest };
}

export function acting(route: RouteName, title: string, rest: Rest & { manner: Manner }): McpTool {
  return { route, title, ...rest };
}
