import type { Planwright } from "../../runtime/planwright.ts";
import type { Handlers } from "../http/exchange.ts";
import { actionHandlers } from "./actions.ts";
import { agentHandlers } from "./agents.ts";
import { systemHandlers, type SystemDeps } from "./system.ts";
import { changeHandlers } from "./changes.ts";
import { draftHandlers } from "./drafts.ts";
import { chatHandlers } from "./chat.ts";
import { knowledgeHandlers } from "./knowledge.ts";
import { lessonHandlers } from "./lessons.ts";
import { planHandlers } from "./plans.ts";
import { planningHandlers } from "./planning.ts";
import { reactHandlers } from "./react.ts";
import { runHandlers } from "./runs.ts";
import { toolHandlers } from "./tools.ts";

type HandlerDeps = { planwright: Planwright } & Omit<SystemDeps, "planwright">;

/** One handler for every route of the table. */
export function createHandlers(parts: HandlerDeps): Handlers {
  const { planwright } = parts;
  return {
    ...planningHandlers(planwright),
    ...actionHandlers(planwright),
    ...reactHandlers(planwright),
    ...runHandlers(planwright),
    ...planHandlers(planwright),
    ...draftHandlers(planwright),
    ...chatHandlers(planwright),
    ...agentHandlers(planwright),
    ...toolHandlers(planwright),
    ...knowledgeHandlers(planwright),
    ...lessonHandlers(planwright),
    ...changeHandlers(planwright),
    ...systemHandlers(parts),
  };
}
