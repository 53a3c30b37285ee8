import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Clock } from "../ports/clock.ts";
import type { Model, ModelAnswer, ModelCall, ModelFailure, ModelRequest, ModelResult } from "../ports/model.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { collectStream, collectWhole } from "./collect.ts";
import { failure, toFailure } from "./failure.ts";
import { type ModelConfig, providerDefaults } from "./model-config.ts";
import { toCallOptions } from "./to-prompt.ts";
import { requestTokens } from "./tokens.ts";
import { createToolNames } from "./tool-names.ts";
import { loadOptional } from "../ports/optional-package.ts";

export type ModelParts = {
  clock: Clock;
  /** The outgoing `fetch`; the runtime passes its egress guard. */
  fetch: typeof fetch;
  /** The adapter's own limit on one call; 120 s by default. */
  timeoutMs?: number;
  /** 4 MiB by default. */
  maxAnswerBytes?: number;
};

const defaultTimeoutMs = 120_000;
const defaultMaxAnswerBytes = 4 * 1024 * 1024;

/**
 * A model behind one of the AI SDK's providers: Anthropic, OpenAI, or any endpoint that speaks OpenAI's chat completions
 * (Ollama, vLLM, llama.cpp). The provider's package is loaded by the first call.
 */
export function createModel(config: ModelConfig, parts: ModelParts): Model {
  const { clock, timeoutMs = defaultTimeoutMs, maxAnswerBytes = defaultMaxAnswerBytes } = parts;
  const endpoint = config.baseUrl ?? providerDefaults[config.provider].baseUrl ?? config.provider;
  const secrets = [config.apiKey ?? "", ...Object.values(config.headers ?? {})];
  let loaded: Promise<LanguageModelV4> | undefined;
  const load = (): Promise<LanguageModelV4> =>
    (loaded ??= loadLanguageModel(config, boundedFetch(parts.fetch, maxAnswerBytes)));
  return {
    async call(request, call) {
      if (call.signal.aborted) return { ok: false, failure: stopFailure("aborted", endpoint) };
      const received: PartialAnswer = { request, chars: 0 };
      const stop = new AbortController();
      let why: "aborted" | "timeout" | undefined;
      const abandon = (reason: "aborted" | "timeout"): void => {
        why ??= reason;
        stop.abort();
      };
      const onAbort = (): void => abandon("aborted");
      const cancel = clock.setTimer(clock.now() + timeoutMs, () => abandon("timeout"));
      call.signal.addEventListener("abort", onAbort, { once: true });
      try {
        const asked = callProvider(await load(), { request, call, config, heard: received }, stop.signal);
        const answer = await Promise.race([asked, untilAborted(stop.signal)]);
        if (why === undefined && answer !== undefined) return { ok: true, answer };
        return failedCall(
          why === undefined ? failure("bad_answer", "the answer ended early") : stopFailure(why, endpoint),
          received,
        );
      } catch (thrown) {
        if (why !== undefined) return failedCall(stopFailure(why, endpoint), received);
        const reason = toFailure(thrown, { secrets, endpoint, now: clock.now() });
        return reason.code === "bad_answer" ? failedCall(reason, received) : { ok: false, failure: reason };
      } finally {
        cancel();
        call.signal.removeEventListener("abort", onAbort);
        // Aborts whatever is still in progress.
        stop.abort();
      }
    },
  };
}

/** What was received before a call failed. */
type PartialAnswer = { request: ModelRequest; chars: number };
type Attempt = { request: ModelRequest; call: ModelCall; config: ModelConfig; heard: PartialAnswer };

/** Streams only for a listener: not every endpoint streams reliably. */
async function callProvider(
  model: LanguageModelV4,
  { request, call, config, heard }: Attempt,
  abortSignal: AbortSignal,
): Promise<ModelAnswer | undefined> {
  const { onDelta } = call;
  const names = createToolNames((request.tools ?? []).map(({ name }) => name));
  const options = {
    ...toCallOptions(request, { names, structured: config.structured ?? "schema" }),
    abortSignal,
  };
  if (onDelta === undefined) return collectWhole(await model.doGenerate(options), { request, names });
  const { stream } = await model.doStream(options);
  const emit: typeof onDelta = (delta) => {
    heard.chars += delta.text.length;
    if (!abortSignal.aborted) onDelta(delta);
  };
  return collectStream(stream, { request, names, onDelta: emit });
}

/** Resolves on abort, so that an adapter that ignores the signal is not awaited. */
function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
}

function stopFailure(code: "aborted" | "timeout", endpoint: string): ModelFailure {
  return failure(code, code === "aborted" ? "the caller cancelled the call" : `${endpoint} did not answer in time`);
}

/** A failed call still costs: charged by what was sent and received. */
function failedCall(reason: ModelFailure, { request, chars }: PartialAnswer): ModelResult {
  const usage = { model: request.model, inputTokens: requestTokens(request), outputTokens: Math.ceil(chars / 4) };
  return { ok: false, failure: { ...reason, usage } };
}

/** Loads the provider's package on the first call: it is the slowest part to load. */
async function loadLanguageModel(config: ModelConfig, send: typeof fetch): Promise<LanguageModelV4> {
  const { provider, model, apiKey = "", headers = {}, structured = "schema" } = config;
  const baseURL = config.baseUrl ?? providerDefaults[provider].baseUrl ?? "";
  const settings = { apiKey, headers: { ...headers }, fetch: send, baseURL };
  switch (provider) {
    case "anthropic": {
      const { createAnthropic } = await loadOptional(
        "@ai-sdk/anthropic",
        `A model of ${provider}`,
        () => import("@ai-sdk/anthropic"),
      );
      return createAnthropic(settings)(model);
    }
    case "openai": {
      const { createOpenAI } = await loadOptional(
        "@ai-sdk/openai",
        `A model of ${provider}`,
        () => import("@ai-sdk/openai"),
      );
      return createOpenAI(settings).chat(model);
    }
    case "google":
    case "openrouter":
    case "openai-compatible": {
      const { createOpenAICompatible } = await loadOptional(
        "@ai-sdk/openai-compatible",
        `A model of ${provider}`,
        () => import("@ai-sdk/openai-compatible"),
      );
      return createOpenAICompatible({
        ...settings,
        name: "openaiCompatible",
        includeUsage: true,
        supportsStructuredOutputs: structured === "schema",
      })(model);
    }
    default:
      return provider satisfies never;
  }
}
