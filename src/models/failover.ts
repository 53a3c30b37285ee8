import type { Log } from "../ports/log.ts";
import type { Model, ModelFailureCode } from "../ports/model.ts";
import { watchDeltas } from "./retry.ts";

/** A model under its `endpoint/model` name, which prices and budgets use. */
type NamedModel = { name: string; model: Model };

/** Failures of an endpoint, not of the request: another endpoint may succeed. */
const endpointFailures: ReadonlySet<ModelFailureCode> = new Set([
  "rate_limited",
  "overloaded",
  "unreachable",
  "timeout",
  "unauthorised",
  "unknown_model",
]);

/**
 * Calls the endpoints in order until one answers. A call with streamed deltas does not fail over: the listener would get
 * them twice.
 */
export function withFailover(endpoints: readonly [NamedModel, ...NamedModel[]], log: Log): Model {
  return {
    async call(request, call) {
      const { watched, hasStreamed } = watchDeltas(call);
      const [first, ...others] = endpoints;
      let result = await first.model.call({ ...request, model: first.name }, watched);
      for (const { name, model } of others) {
        if (result.ok || hasStreamed() || call.signal.aborted || !endpointFailures.has(result.failure.code)) break;
        const { code, message } = result.failure;
        log.warn("model endpoint failed, using the next", { event: "model.failover", to: name, code, message });
        result = await model.call({ ...request, model: name }, watched);
      }
      return result;
    },
  };
}
