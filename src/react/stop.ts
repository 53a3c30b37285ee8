import type { ReactError } from "../contracts/react/plan-react.ts";
import { type StopCode, stopTable } from "../contracts/react/stop-table.ts";
import type { ModelFailureCode } from "../ports/model.ts";

/** What stands in the answer of a run that was stopped so. */
export function stopError(code: StopCode): ReactError {
  return { code, message: stopTable[code].title };
}

/** A model's failures stop the run under their own names, but for two that a run has its own words for. */
export function stopOf(failure: ModelFailureCode): StopCode {
  if (failure === "timeout") return "model_timeout";
  return failure === "aborted" ? "cancelled" : failure;
}
