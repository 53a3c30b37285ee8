import { exit, type ExitCode, flag, type Handler, type Invocation } from "../../command.ts";
import { type PlanningInput, withPlanning } from "./planning-input.ts";
import { toRequest } from "./plan.ts";

/** Estimates the cost of planning a goal. */
export const estimate: Handler = (invocation) =>
  withPlanning(invocation, async (input) => printEstimate(invocation, input));

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
