import type { ReactError } from "../contracts/react/plan-react.ts";
import { type StopCode, stopTable } from "../contracts/react/stop-table.ts";
import type { ModelFailureCode } from "../ports/model.ts";

/** The error of a run that was stopped this way. */
export function stopError(code: StopCode): ReactError {
  return { code, message: stopTable[code].title };
}

/** Maps model failures to stop codes: the same name, except for two that runs name differently. */
export function stopOf(failure: ModelFailureCode): StopCode {
  if (failure === "timeout") return "model_timeout";
  return failure === "aborted" ? "cancelled" : failure;
}
