import { compact } from "../../plan/compact.ts";
import { costOfTokens, type PriceTable, priceAt } from "../../models/prices.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Model, ModelAnswer, ModelCall, ModelMessage, ModelRequest, ModelResult } from "../../ports/model.ts";
import type { TokenUsage } from "../../ports/planner.ts";
import type { Span, SpanStart } from "../../ports/trace.ts";
import type { Telemetry } from "./instrument-planning.ts";

/** Wraps a model with a `chat` span and metrics for calls, time, tokens and cost. */
export function instrumentModel(
  model: Model,
  { trace, metrics, monotonicMs }: Telemetry,
  { prices, clock }: { prices: readonly PriceTable[]; clock: Clock },
): Model {
  return {
    call: (request, call) =>
      trace.span(
        () => startOf(request),
        async (span) => {
          const startedAt = monotonicMs();
          const result = await model.call(request, call);
          const labels = { model: request.model };
          metrics.count("planwright_model_calls_total", { ...labels, outcome: outcomeOf(result) });
          metrics.observe("planwright_model_seconds", (monotonicMs() - startedAt) / 1000, labels);
          const usage = result.ok ? result.answer.usage : result.failure.usage;
          if (usage !== undefined) {
            const price = priceAt(prices, request.model, clock.now());
            const cost = price === undefined ? undefined : costOfTokens(price, usage);
            count(usage, cost);
            span.set(
              compact({
                "gen_ai.usage.input_tokens": usage.inputTokens,
                "gen_ai.usage.output_tokens": usage.outputTokens,
                "planwright.cost.micro_cents": cost,
              }),
            );
          }
          describe(span, { request, call }, result);
          return result;
        },
      ),
  };

  function count({ model: name, inputTokens, outputTokens }: TokenUsage, cost: number | undefined): void {
    metrics.count("planwright_model_tokens_total", { model: name, direction: "input" }, inputTokens);
    metrics.count("planwright_model_tokens_total", { model: name, direction: "output" }, outputTokens);
    if (cost !== undefined) metrics.count("planwright_model_cost_micro_cents_total", { model: name }, cost);
  }
}

function startOf({ model, maxOutputTokens, temperature = 0, tools = [] }: ModelRequest): SpanStart {
  const [provider = ""] = model.split("/");
  return {
    name: `chat ${model}`,
    attributes: {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": provider,
      "gen_ai.request.model": model.slice(provider.length + 1),
      "gen_ai.request.max_tokens": maxOutputTokens,
      "gen_ai.request.temperature": temperature,
      "planwright.tools.count": tools.length,
    },
  };
}

function describe(
  span: Span,
  { request, call }: { request: ModelRequest; call: ModelCall },
  result: ModelResult,
): void {
  span.set({ "planwright.outcome": outcomeOf(result) });
  if (call.unlogged !== true) span.content("gen_ai.input.messages", request.messages.map(toMessage));
  if (!result.ok) return span.fail(result.failure.code);
  span.set({ "gen_ai.response.finish_reasons": result.answer.stop });
  if (call.unlogged !== true) span.content("gen_ai.output.messages", [toOutput(result.answer)]);
}

function outcomeOf(result: ModelResult): string {
  return result.ok ? "ok" : result.failure.code;
}

/** In the format of the OpenTelemetry conventions, without thoughts. */
function toMessage(message: ModelMessage): object {
  if (message.role !== "tool") return { role: message.role, parts: [{ type: "text", content: message.content }] };
  return { role: "tool", parts: [{ type: "tool_call_response", id: message.callId, response: message.content }] };
}

function toOutput({ text, calls, stop }: ModelAnswer): object {
  const asked = calls.map(({ id, name, args }) => ({ type: "tool_call", id, name, arguments: args }));
  return { role: "assistant", finish_reason: stop, parts: [{ type: "text", content: text }, ...asked] };
}
