import { actionsRoutes } from "./routes/actions.ts";
import { agentsRoutes } from "./routes/agents.ts";
import { draftsRoutes } from "./routes/drafts.ts";
import { chatRoutes } from "./routes/chat.ts";
import { knowledgeRoutes } from "./routes/knowledge.ts";
import { lessonsRoutes } from "./routes/lessons.ts";
import { planningRoutes } from "./routes/planning.ts";
import { plansRoutes } from "./routes/plans.ts";
import { reactRoutes } from "./routes/react.ts";
import { runsRoutes } from "./routes/runs.ts";
import { systemRoutes } from "./routes/system.ts";
import { toolsRoutes } from "./routes/tools.ts";

/** The API, one file per area. Paths that a contract defines are unchanged. */
export const routes = {
  ...planningRoutes,
  ...actionsRoutes,
  ...reactRoutes,
  ...runsRoutes,
  ...plansRoutes,
  ...draftsRoutes,
  ...chatRoutes,
  ...agentsRoutes,
  ...toolsRoutes,
  ...knowledgeRoutes,
  ...lessonsRoutes,
  ...systemRoutes,
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
