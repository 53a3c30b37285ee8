import type { PlanCost } from "../../contracts/api/run.ts";
import type { Limits } from "../../contracts/react/plan-react.ts";
import { costOfTokens } from "../../models/prices.ts";
import { estimateTokens } from "../../models/tokens.ts";
import type { VerbSpec } from "../../ports/verbs.ts";
import { defaultWindow } from "../../react/index.ts";
import type { ReadyModel } from "./models.ts";

type ReactEstimate = {
  goal: string;
  limits: Limits;
  tools: readonly VerbSpec[];
  /** Without a model the grammar planner reasons, at no cost. */
  model: Pick<ReadyModel, "name" | "price" | "contextTokens"> | undefined;
};

/**
 * What a ReAct run costs. The least: one turn that answers at once. The most: every step is a turn with a full context
 * window and a call of the most expensive tool, and all tokens of the limits are used. Calls that a provider fails and that are
 * sent again are not counted. What has no price is named.
 */
export function estimateReact({ goal, limits, tools, model }: ReactEstimate): PlanCost {
  const { max_steps: steps, max_tokens_reason: reason, max_tokens_answer: answer } = limits;
  const unpriced = tools.filter(({ costMicroCents }) => costMicroCents === undefined).map(({ name }) => name);
  const dearest = Math.max(0, ...tools.map(({ costMicroCents = 0 }) => costMicroCents));
  if (model === undefined) return { least_micro_cents: 0, most_micro_cents: steps * dearest, unpriced };
  const { name, price, contextTokens = defaultWindow } = model;
  if (price === undefined)
    return { least_micro_cents: 0, most_micro_cents: steps * dearest, unpriced: [name, ...unpriced] };
  const shown = tools.map(({ name: tool, description, inputSchema }) => ({ tool, description, inputSchema }));
  const asked = Math.min(contextTokens, estimateTokens(goal) + estimateTokens(JSON.stringify(shown)));
  const least = costOfTokens(price, { inputTokens: asked, outputTokens: 0 }) ?? 0;
  const input = costOfTokens(price, { inputTokens: contextTokens, outputTokens: 0 }) ?? 0;
  const output = costOfTokens(price, { inputTokens: contextTokens, outputTokens: reason + answer }) ?? 0;
  const most = (steps - 1) * input + output + steps * dearest;
  return { least_micro_cents: least, most_micro_cents: most, unpriced };
}
