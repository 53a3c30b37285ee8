import type { PlanReactRequest, PlanReactResponse } from "../contracts/react/plan-react.ts";
import type { ReactEvent } from "../contracts/react/react-event.ts";
import { createLedger } from "../effects/ledger.ts";
import type { Writer } from "../effects/writer.ts";
import { type CheckResult } from "../plan/check-result.ts";
import { createEventSink, startEvent, emitEnd } from "./execute-run.ts";
import { checkRequest } from "./check-request.ts";
import { drive } from "./drive.ts";
import { createExecution, type LoopParts } from "./execution.ts";
import { createLoopState } from "./loop-state.ts";
import { stopError } from "./stop.ts";
import { toReply, toResponse } from "./respond.ts";
import { createToolTable } from "./tool-table.ts";

export type OnceOptions = {
  tenant: string;
  requestId: string;
  signal?: AbortSignal;
  emit?: (event: ReactEvent) => void;
};

/** A loop without storage: it ends with the process, and its writes are not in the ledger. For tests and benches. */
export async function reactOnce(
  parts: LoopParts,
  request: PlanReactRequest,
  { tenant, requestId, signal = never, emit = ignoreEvent }: OnceOptions,
): Promise<CheckResult<PlanReactResponse>> {
  const issues = await checkRequest(request);
  if (issues.length > 0) return { ok: false, issues };
  const tools = createToolTable(request, parts.verbs, tenant);
  const state = createLoopState({ requestId, tenant, request, tools, earlier: [], startedAt: parts.clock.now() });
  const telling = createEventSink(emit);
  const kept = { ledger: createLedger([]), writer: nowhere, keep: ignoreEvent };
  telling.emit(startEvent(state));
  const outcome = await drive(
    createExecution({ parts, state, ...kept, emit: telling.emit, guard: undefined, stop: signal, mayPause: false }),
  );
  const isEnded = outcome !== undefined && outcome.status !== "paused";
  const ended = isEnded ? outcome : ({ status: "error", error: stopError("cancelled") } as const);
  const response = toResponse(state, ended, parts.clock.now());
  emitEnd(state, response, telling);
  return { ok: true, value: toReply(response, request) };
}

const never = new AbortController().signal;
const ignoreEvent = (): void => undefined;
const durable = Promise.resolve();
const nowhere: Writer = { add: ignoreEvent, flush: () => durable, size: () => 0 };
