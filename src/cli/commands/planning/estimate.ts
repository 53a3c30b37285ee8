import { compact } from "../../../plan/compact.ts";
import { Limits } from "../../../contracts/react/plan-react.ts";
import { createToolbox } from "../../../plan/tool-spec.ts";
import { estimateReact } from "../../../runtime/models/estimate-react.ts";
import { configuredModel } from "../../../runtime/models/models.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { guessForm, readPlan } from "../../../runtime/planning/read-plan.ts";
import { estimatePlan } from "../../../runs/estimate-plan.ts";
import { toolSpecOf } from "../../../tools/tool-spec-of.ts";
import {
  exit,
  type ExitCode,
  flag,
  type Handler,
  type Invocation,
  numberOf,
  print,
  text,
  UsageError,
} from "../../command.ts";
import { readDocument, refuseDocument } from "../../input/document.ts";
import { costText } from "../../output/preview-text.ts";
import { withToolbox } from "../../workspace/local-toolbox.ts";
import { type PlanningInput, withPlanning } from "./planning-input.ts";
import { toRequest } from "./plan.ts";

/** Estimates the cost of planning a goal, of reasoning about it with tools, or of running a plan. */
export const estimate: Handler = (invocation) => {
  const path = text(invocation, "plan");
  if (path !== undefined) return estimateRun(invocation, path);
  if (invocation.args.length !== 1) throw new UsageError("estimate needs a goal in quotes, or --plan <file|->");
  if (flag(invocation, "react")) return estimateReasoning(invocation);
  return withPlanning(invocation, async (input) => printEstimate(invocation, input));
};

async function estimateRun(invocation: Invocation, path: string): Promise<ExitCode> {
  const document = await readDocument(invocation.io, path);
  if (!document.ok) return refuseDocument(invocation, path, document.issues);
  return withToolbox(invocation, async ({ verbs, tenant }) => {
    const toolbox = createToolbox(verbs.list(tenant).map(toolSpecOf));
    const plan = readPlan(document.value, guessForm(document.value), toolbox);
    if (!plan.ok) return refuseDocument(invocation, path, plan.issues);
    const cost = estimatePlan(plan.value, verbs, tenant);
    return print(invocation, cost, `${costText(cost)}\n`);
  });
}

/** Bounds for a ReAct run with the default limits, or with `--steps`. */
function estimateReasoning(invocation: Invocation): Promise<ExitCode> {
  const [goal = ""] = invocation.args;
  const limits = Limits.parse(compact({ max_steps: numberOf(invocation, "steps") }));
  return withToolbox(invocation, async ({ verbs, tenant, config }) => {
    const model = configuredModel(config.models, systemClock.now());
    const cost = estimateReact({ goal, limits, tools: verbs.list(tenant), model });
    return print(invocation, cost, `${costText(cost)}\n`);
  });
}

function printEstimate(invocation: Invocation, input: PlanningInput): ExitCode {
  const { io } = invocation;
  const [goal = ""] = invocation.args;
  const found = input.planning.estimate(input.planner, toRequest(goal, input));
  if (found === undefined) return exit.failed;
  const { planner, usage, cost } = found;
  if (flag(invocation, "json")) {
    const amount = cost.priced
      ? { micro_cents: cost.microCents, cost_cents: found.costCents }
      : { unpriced: cost.reason };
    const tokens = { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens };
    io.out(`${JSON.stringify({ planner, model: usage.model ?? null, ...tokens, ...amount })}\n`);
    return exit.ok;
  }
  const amount = cost.priced ? `${cost.microCents} micro-cents (${found.costCents} cents)` : `unpriced: ${cost.reason}`;
  io.out(`${planner}: ${usage.inputTokens} + ${usage.outputTokens} tokens, ${amount}\n`);
  return exit.ok;
}
