import type { Clock } from "../ports/clock.ts";
import type { Job } from "../ports/engine.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Model } from "../ports/model.ts";
import type { Store } from "../ports/store.ts";
import type { Trace } from "../ports/trace.ts";
import type { Verbs } from "../ports/verbs.ts";
import {
  createGrammarReasoner,
  createModelReasoner,
  createReact,
  type React,
  SubGoal,
  SubGoalAnswer,
  subGoalTool,
  type Veto,
} from "../react/index.ts";
import { defineTool } from "../tools/define-tool.ts";
import { ToolError } from "../tools/tool-error.ts";
import type { Tool } from "../tools/tool.ts";
import type { Planning } from "./planning.ts";

export type { React, Veto, VetoCall } from "../react/index.ts";
export { reactOnce, reactQueue } from "../react/index.ts";

/** The model that reasons, as the configuration names it. */
export type ReasoningModel = { model: Model; name: string; contextTokens?: number };

export type ReactOptions = {
  store: Store;
  verbs: Verbs;
  planning: Planning;
  clock: Clock;
  ids: Ids;
  log: Log;
  trace: Trace;
  expect?: (job: Job) => void;
  /** Without one the grammar planner reasons. */
  model?: ReasoningModel | undefined;
  vetoes?: readonly Veto[];
};

const parallelCalls = 8;

/** The ReAct service over the parts of a running whole. */
export function openReact({ planning, model, vetoes = [], ...parts }: ReactOptions): React {
  return createReact({ ...parts, reasoner: reasonerOf(planning, parts.clock, model), vetoes, parallel: parallelCalls });
}

function reasonerOf(planning: Planning, clock: Clock, model: ReasoningModel | undefined) {
  if (model !== undefined) return createModelReasoner(model);
  const id = "grammar";
  const plan: Parameters<typeof createGrammarReasoner>[0]["planner"]["plan"] = (request, { signal }) =>
    planning.plan(id, request, signal);
  return createGrammarReasoner({ planner: { id, plan }, clock });
}

/** Longer than any run may take: the run's own limits end it. */
const longestMs = 86_400_000;

/**
 * The verb that is itself a ReAct run. It is `keyed`: the run's id follows from the call, so that a call that is sent
 * again is the same run.
 */
export function subGoalVerb(react: () => React): Tool {
  return defineTool({
    name: subGoalTool,
    description: "Set a sub-goal: a reasoning run of its own, with a share of this run's limits.",
    input: SubGoal,
    output: SubGoalAnswer,
    effect: "unknown",
    retryClass: "keyed",
    timeoutMs: longestMs,
    tenants: ["*"],
    async run(asked, { tenant = "", requestId, isOurs, signal }) {
      const answer = await react().subGoal(asked, { tenant, requestId, isOurs }, signal);
      if ("code" in answer) throw new ToolError(answer.code, answer.message);
      return answer;
    },
  });
}
