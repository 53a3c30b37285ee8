import type { Clock } from "../ports/clock.ts";
import type { Job } from "../ports/engine.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Model } from "../ports/model.ts";
import type { Store } from "../ports/store.ts";
import type { Trace } from "../ports/trace.ts";
import type { Verbs } from "../ports/verbs.ts";
import {
  type Approvals,
  createGrammarReasoner,
  createModelReasoner,
  createReact,
  type React,
  SubGoal,
  SubGoalAnswer,
  subGoalTool,
  type UnknownWrite,
  type Veto,
} from "../react/index.ts";
import { defineTool } from "../tools/define-tool.ts";
import { ToolError } from "../tools/tool-error.ts";
import type { Tool } from "../tools/tool.ts";
import type { Runs } from "../runs/runs.ts";
import { compact } from "../plan/compact.ts";
import { agentRunId } from "./toolbox/pending-drafts.ts";
import type { Planning } from "./planning/planning.ts";

/** The model for ReAct runs. */
export type ReasoningModel = { model: Model; name: string; contextTokens?: number };

type ReactOptions = {
  store: Store;
  verbs: Verbs;
  planning: Planning;
  clock: Clock;
  ids: Ids;
  log: Log;
  trace: Trace;
  anticipate?: (job: Job) => void;
  /** The grammar planner reasons if there is no model. */
  model?: ReasoningModel | undefined;
  vetoes?: readonly Veto[];
  approvals?: Approvals | undefined;
  runs: Pick<Runs, "settle">;
};

const parallelCalls = 8;

/** Opens the ReAct module. */
export function openReact({ planning, model, vetoes = [], runs, ...parts }: ReactOptions): React {
  const reasoner = reasonerOf(planning, parts.clock, model);
  const settle = async ({ requestId, principal, effect, input: args }: UnknownWrite): Promise<void> => {
    const caller = principal ?? requestId;
    const text = `${effect.verb} of ${requestId}`;
    await runs.settle({ effect, args, caller, text, ...compact({ agentRunId: agentRunId(requestId) }) });
  };
  return createReact({ ...parts, reasoner, vetoes, settle, parallel: parallelCalls });
}

function reasonerOf(planning: Planning, clock: Clock, model: ReasoningModel | undefined) {
  if (model !== undefined) return createModelReasoner(model);
  const id = "grammar";
  const plan: Parameters<typeof createGrammarReasoner>[0]["planner"]["plan"] = (request, { signal }) =>
    planning.plan(id, request, signal);
  return createGrammarReasoner({ planner: { id, plan }, clock });
}

/** Longer than any run: the limits of the run end it first. */
const maxRunMs = 86_400_000;

/**
 * A verb that starts a nested ReAct run. It is `keyed`: the run id is derived from the call, so a repeated call joins the
 * same run.
 */
export function subGoalVerb(react: () => React): Tool {
  return defineTool({
    name: subGoalTool,
    description: "Set a sub-goal: a reasoning run of its own, with a share of this run's limits.",
    input: SubGoal,
    output: SubGoalAnswer,
    effect: "unknown",
    retryClass: "keyed",
    timeoutMs: maxRunMs,
    tenants: ["*"],
    async run(asked, { tenant = "", requestId, principal, isOurs, signal }) {
      const answer = await react().subGoal(asked, { tenant, requestId, principal, stillLeased: isOurs }, signal);
      if ("code" in answer) throw new ToolError(answer.code, answer.message);
      return answer;
    },
  });
}
