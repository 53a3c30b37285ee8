import type { Clock } from "../../ports/clock.ts";
import type { Model, ModelRequest, ModelResult } from "../../ports/model.ts";
import { failure } from "../failure.ts";
import { costOfTokens, type DatedPrice, type PriceTable, priceAt, type Tokens } from "../prices.ts";
import { tokensAtMost } from "../tokens.ts";
import type { Ledger, CallCost, BudgetRefusal } from "./ledger.ts";

type BudgetParts = {
  ledger: Ledger;
  clock: Clock;
  /** The first table that has the model decides. */
  prices: readonly PriceTable[];
  /** What to do with a call under a limit when the model has no price; `refuse` by default. */
  unpriced?: "refuse" | "allow";
};

/** Wraps a model so that a call is made only if it fits every budget. */
export function withBudget(model: Model, parts: BudgetParts): Model {
  const { ledger, clock, prices, unpriced = "refuse" } = parts;
  return {
    async call(request, call) {
      const price = priceAt(prices, request.model, clock.now());
      const { account } = call;
      if (price === undefined && unpriced === "refuse" && ledger.scopes(account).length > 0)
        return unknownPrice(request);
      const microCents = price === undefined ? 0 : estimateCost(price, request);
      if (microCents === undefined) return refused("the call is too large to price");
      const reserved = await ledger.reserve({ account, model: request.model, microCents }).catch(() => undefined);
      if (reserved === undefined) return refused("the budget ledger is not available");
      if ("used" in reserved) return budgetExhausted(reserved, microCents);
      const result = await model.call(request, call);
      const usage = result.ok ? result.answer.usage : result.failure.usage;
      if (usage === undefined) await ledger.release(reserved);
      else await ledger.settle(reserved, outcomeOf(usage, price, { request, microCents }));
      return result;
    },
  };
}

/** The maximum cost of a call: a generous estimate of the input, and the output cap. */
function estimateCost(price: DatedPrice, request: ModelRequest): number | undefined {
  return costOfTokens(price, tokensAtMost(request));
}

/** Impossible token counts are charged as the full reservation. */
function outcomeOf(
  { inputTokens, outputTokens }: Tokens,
  price: DatedPrice | undefined,
  { request, microCents }: { request: ModelRequest; microCents: number },
): CallCost {
  const cost = price === undefined ? undefined : costOfTokens(price, { inputTokens, outputTokens });
  const sound = [inputTokens, outputTokens].every((count) => Number.isSafeInteger(count) && count >= 0);
  const tokens = sound ? { inputTokens, outputTokens } : tokensAtMost(request);
  return { ...tokens, microCents: price === undefined ? null : (cost ?? microCents) };
}

function unknownPrice({ model }: ModelRequest): ModelResult {
  return refused(`no price is known for ${model} and a budget is set; add a price under models.prices`);
}

function budgetExhausted({ scope, used }: BudgetRefusal, wanted: number): ModelResult {
  const whose = scope.scope === "global" ? "all together" : `the ${scope.scope} ${scope.name}`;
  const room = Math.max(0, scope.limit - used);
  return refused(`the call may cost ${wanted} micro-cents, and ${room} are left for ${whose} (${scope.period})`);
}

function refused(message: string): ModelResult {
  return { ok: false, failure: failure("budget", `BUDGET_EXHAUSTED: ${message}`) };
}
