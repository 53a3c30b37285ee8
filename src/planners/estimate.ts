import { type Cost, costOf, estimateTokens, toCostCents, type Usage } from "./cost.ts";
import type { PlannerRequest, TokenUsage } from "../ports/planner.ts";
import type { RegisteredPlanner } from "./registry.ts";

/** What a planning is likely to cost, before it is asked for. */
export type Estimate = { planner: string; usage: Usage; cost: Cost; costCents?: number };

/** Tokens a plan is likely to take: a step each for a few tools, with room for their arguments. */
const likelyOutputTokens = 400;

/** Prices a request before any call. A planner without a model uses no tokens. */
export function estimate({ planner, price }: RegisteredPlanner, request: PlannerRequest): Estimate {
  const usage: Usage =
    planner.model === undefined
      ? { calls: 1, inputTokens: 0, outputTokens: 0 }
      : { calls: 1, model: planner.model, inputTokens: inputTokens(request), outputTokens: likelyOutputTokens };
  return withCents(planner.id, usage, costOf(price, usage));
}

/** What a planning did cost, by the tokens its answer reports. */
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
