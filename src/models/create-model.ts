import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Clock } from "../ports/clock.ts";
import type { Model, ModelAnswer, ModelCall, ModelRequest, ModelResult } from "../ports/model.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { collectStream, collectWhole } from "./collect.ts";
import { failure, toFailure } from "./failure.ts";
import { loadLanguageModel, type ModelConfig } from "./provider.ts";
import { toCallOptions } from "./to-prompt.ts";
import { createToolNames } from "./tool-names.ts";

export type ModelParts = {
  clock: Clock;
  /** How requests leave; by way of the guard in a running whole. */
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
  const secrets = [config.apiKey ?? "", ...Object.values(config.headers ?? {})];
  let loaded: Promise<LanguageModelV4> | undefined;
  const load = (): Promise<LanguageModelV4> =>
    (loaded ??= loadLanguageModel(config, boundedFetch(parts.fetch, maxAnswerBytes)));
  return {
    async call(request, call) {
      if (call.signal.aborted) return failed("aborted");
      const stop = new AbortController();
      let why: "aborted" | "timeout" | undefined;
      const giveUp = (reason: "aborted" | "timeout"): void => {
        why ??= reason;
        stop.abort();
      };
      const onAbort = (): void => giveUp("aborted");
      const cancel = clock.wake(clock.now() + timeoutMs, () => giveUp("timeout"));
      call.signal.addEventListener("abort", onAbort, { once: true });
      try {
        const asked = ask(await load(), { request, call, config }, stop.signal);
        const answer = await Promise.race([asked, stopped(stop.signal)]);
        if (why !== undefined) return failed(why);
        if (answer === undefined) return { ok: false, failure: failure("bad_answer", "the answer broke off") };
        return { ok: true, answer };
      } catch (thrown) {
        if (why !== undefined) return failed(why);
        return { ok: false, failure: toFailure(thrown, { secrets, now: clock.now() }) };
      } finally {
        cancel();
        call.signal.removeEventListener("abort", onAbort);
        // Whatever is still on its way is not waited for.
        stop.abort();
      }
    },
  };
}

type Asking = { request: ModelRequest; call: ModelCall; config: ModelConfig };

/** Streams where somebody watches: not every endpoint streams as well as it answers. */
async function ask(
  model: LanguageModelV4,
  { request, call, config }: Asking,
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
  const tell: typeof onDelta = (delta) => (abortSignal.aborted ? undefined : onDelta(delta));
  return collectStream(stream, { request, names, onDelta: tell });
}

/** Resolves when the call is given up, so that an adapter that does not heed the signal is not waited for. */
function stopped(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
}

function failed(code: "aborted" | "timeout"): ModelResult {
  const message = code === "aborted" ? "the caller gave up" : "no answer in time";
  return { ok: false, failure: failure(code, message) };
}
