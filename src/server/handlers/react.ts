import { compact } from "../../plan/compact.ts";
import type { ReactQuery } from "../../contracts/api/routes/react.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { createAgUi } from "../../contracts/react/ag-ui.ts";
import type { PlanReactResponse } from "../../contracts/react/plan-react.ts";
import { onceId } from "../../plan/derive.ts";
import type { Issue } from "../../plan/issue.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { eventStream, type StreamEvent } from "../http/event-stream.ts";
import type { Handlers } from "../http/exchange.ts";

/** A run continues when its caller disconnects; its result and events can be read later by its id. */
export function reactHandlers(planwright: Planwright): Pick<Handlers, "planReact" | "getReact"> {
  const { react } = planwright;
  return {
    planReact: async ({ body, query, principal: { tenant, name }, headers, signal, stopping, idempotencyKey }) => {
      const derived = idempotencyKey === undefined ? {} : { request_id: onceId(idempotencyKey) };
      const started = await react.start({ ...derived, ...body }, tenant, { principal: name });
      if (!started.ok) throw notStarted(started.issues);
      return answer(planwright, { tenant, requestId: started.value.requestId }, { query, headers, signal, stopping });
    },
    getReact: ({ params: { id }, query, principal: { tenant }, headers, signal, stopping }) =>
      answer(planwright, { tenant, requestId: id }, { query, headers, signal, stopping }),
  };
}

type ReactRunRef = { tenant: string; requestId: string };
type ResponseOptions = { query: ReactQuery; headers: Headers; signal: AbortSignal; stopping: AbortSignal | undefined };

async function answer(
  planwright: Planwright,
  run: ReactRunRef,
  options: ResponseOptions,
): Promise<PlanReactResponse | Response> {
  const { react, clock } = planwright;
  if (!wantsEvents(options)) {
    const response = await react.result(run, options.signal);
    if (response !== undefined) return response;
    throw notFound(run, options.signal);
  }
  if (!(await react.exists(run))) throw notFound(run, options.signal);
  return eventStream((ended) => toStream(planwright, run, { ...options, signal: ended }), {
    clock,
    signal: options.signal,
    stopping: options.stopping,
  });
}

function wantsEvents({ query: { stream }, headers }: ResponseOptions): boolean {
  if (stream !== undefined) return stream === "1" || stream === "true";
  return (headers.get("accept") ?? "").includes("text/event-stream");
}

async function* toStream(
  { react }: Planwright,
  run: ReactRunRef,
  { query, headers, signal }: ResponseOptions,
): AsyncGenerator<StreamEvent> {
  const after = headers.get("last-event-id") ?? undefined;
  const toAgUi = query.format === "ag-ui" ? createAgUi({ requestId: run.requestId }) : undefined;
  let seq = 0;
  for await (const { id, event } of react.events(run, { after, signal })) {
    // If this process does not know the requested id, the stream restarts from the beginning.
    if (seq === 0 && after !== undefined && event.type === "start") yield { event: "gap", data: { asked: after } };
    seq += 1;
    const events = toAgUi?.(event) ?? [{ ...event, seq }];
    for (const data of events) yield compact({ id, event: data.type, data });
  }
}

function notFound({ requestId }: ReactRunRef, signal: AbortSignal): PlanwrightError {
  // The run itself continues.
  if (signal.aborted) return signal.reason instanceof PlanwrightError ? signal.reason : new PlanwrightError("TIMEOUT");
  return new PlanwrightError("NOT_FOUND", { message: `There is no ReAct run ${requestId}.` });
}

function notStarted(issues: Issue[]): PlanwrightError {
  const isReused = issues.some(({ code }) => code === "REQUEST_ID_REUSED");
  return new PlanwrightError(isReused ? "IDEMPOTENCY_KEY_REUSED" : "INVALID_INPUT", { issues });
}
