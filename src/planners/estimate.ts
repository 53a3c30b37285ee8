import { type Cost, costOf, estimateTokens, toCostCents, type Usage } from "./cost.ts";
import type { PlannerRequest, TokenUsage } from "../ports/planner.ts";
import type { RegisteredPlanner } from "./registry.ts";

/** The estimated cost of a planning request. */
export type Estimate = { planner: string; usage: Usage; cost: Cost; costCents?: number };

/** Estimated tokens of a plan with a few steps. */
const likelyOutputTokens = 400;

/** Estimates a request before any call. A planner without a model uses no tokens. */
export function estimate({ planner, price }: RegisteredPlanner, request: PlannerRequest): Estimate {
  const usage: Usage =
    planner.model === undefined
      ? { calls: 1, inputTokens: 0, outputTokens: 0 }
      : { calls: 1, model: planner.model, inputTokens: inputTokens(request), outputTokens: likelyOutputTokens };
  return withCents(planner.id, usage, costOf(price, usage));
}

/** The actual cost, by the tokens the answer reports. */
export function actual({ planner, price }: RegisteredPlanner, used: TokenUsage | undefined): Estimate {
  const usage: Usage = { calls: 1, ...(used ?? { inputTokens: 0, outputTokens: 0 }) };
  return withCents(planner.id, usage, costOf(price, usage));
}

function withCents(planner: string, usage: Usage, cost: Cost): Estimate {
  return { planner, usage, cost, ...(cost.priced && { costCents: toCostCents(cost.microCents) }) };
}

function inputTokens({ goal, contextSummary, memorySnippets, history, toolbox, manifest }: PlannerRequest): number {
  const parts = [goal, contextSummary ?? "", memorySnippets ?? [], history ?? [], manifest ?? toolbox];
  return parts.reduce<number>((sum, part) => {
    const text = typeof part === "string" ? part : JSON.stringify(part);
    return sum + (text === "" || text === "[]" ? 0 : estimateTokens(text));
  }, 0);
}
