import { deriveUnit } from "../plan/derive.ts";
import { type Clock, pause } from "../ports/clock.ts";
import type { Model, ModelCall, ModelResult } from "../ports/model.ts";

type RetryParts = {
  clock: Clock;
  /** Attempts after the first; 2 by default. */
  retries?: number;
};

const firstWaitMs = 500;
/** A failure that needs a longer wait is returned at once. */
const maxWaitMs = 20_000;

/**
 * Retries a call after a transient failure, after the wait the provider names. A call with streamed deltas is not retried:
 * the listener would get them twice.
 */
export function withRetries(model: Model, { clock, retries = 2 }: RetryParts): Model {
  return {
    async call(request, call) {
      const { watched, hasStreamed } = watchDeltas(call);
      for (let attempt = 0; ; attempt += 1) {
        const result = await model.call(request, watched);
        const waitMs = waitAfter(result, attempt);
        if (waitMs === undefined || attempt >= retries || waitMs > maxWaitMs || hasStreamed()) return result;
        await pause(clock, waitMs, call.signal);
        if (call.signal.aborted) return result;
      }
    },
  };
}

/** The call, and whether it has streamed a delta. */
export function watchDeltas(call: ModelCall): { watched: ModelCall; hasStreamed: () => boolean } {
  let streamed = false;
  const { onDelta } = call;
  const emit: typeof onDelta = (delta) => ((streamed = true), onDelta?.(delta));
  return { watched: onDelta === undefined ? call : { ...call, onDelta: emit }, hasStreamed: () => streamed };
}

/** Undefined for a failure that a retry cannot fix. Without a Retry-After: exponential backoff with deterministic jitter. */
function waitAfter(result: ModelResult, attempt: number): number | undefined {
  if (result.ok || !result.failure.retryable) return undefined;
  const { code, retryAfterMs } = result.failure;
  const doubled = firstWaitMs * 2 ** attempt;
  return retryAfterMs ?? Math.round(doubled * (1 + deriveUnit(code, attempt) / 2));
}
