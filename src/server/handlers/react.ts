import type { ReactQuery } from "../../contracts/api/routes/react.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { createAgUi } from "../../contracts/react/ag-ui.ts";
import type { PlanReactResponse } from "../../contracts/react/plan-react.ts";
import { contentHash } from "../../plan/hash.ts";
import type { Issue } from "../../plan/issue.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { eventStream, type StreamEvent } from "../http/event-stream.ts";
import type { Handlers } from "../http/exchange.ts";

/** A run goes on when its caller goes away: whoever asks for it by its id gets its answer, or takes up its events. */
export function reactHandlers(planwright: Planwright): Pick<Handlers, "planReact" | "getReact"> {
  const { react } = planwright;
  return {
    planReact: async ({ body, query, principal: { tenant }, headers, signal, stopping, idempotencyKey }) => {
      const derived = idempotencyKey === undefined ? {} : { request_id: `once-${contentHash(idempotencyKey)}` };
      const started = await react.start({ ...derived, ...body }, tenant);
      if (!started.ok) throw notStarted(started.issues);
      return answer(planwright, { tenant, requestId: started.value.requestId }, { query, headers, signal, stopping });
    },
    getReact: ({ params: { id }, query, principal: { tenant }, headers, signal, stopping }) =>
      answer(planwright, { tenant, requestId: id }, { query, headers, signal, stopping }),
  };
}

type Of = { tenant: string; requestId: string };
type Asked = { query: ReactQuery; headers: Headers; signal: AbortSignal; stopping: AbortSignal | undefined };

async function answer(planwright: Planwright, of: Of, asked: Asked): Promise<PlanReactResponse | Response> {
  const { react, clock } = planwright;
  if (!wantsEvents(asked)) {
    const response = await react.result(of, asked.signal);
    if (response !== undefined) return response;
    throw notThere(of, asked.signal);
  }
  if (!(await react.exists(of))) throw notThere(of, asked.signal);
  return eventStream((ended) => toStream(planwright, of, { ...asked, signal: ended }), {
    clock,
    signal: asked.signal,
    stopping: asked.stopping,
  });
}

function wantsEvents({ query: { stream }, headers }: Asked): boolean {
  if (stream !== undefined) return stream === "1" || stream === "true";
  return (headers.get("accept") ?? "").includes("text/event-stream");
}

async function* toStream(
  { react }: Planwright,
  of: Of,
  { query, headers, signal }: Asked,
): AsyncGenerator<StreamEvent> {
  const after = headers.get("last-event-id") ?? undefined;
  const toAgUi = query.format === "ag-ui" ? createAgUi({ requestId: of.requestId }) : undefined;
  let seq = 0;
  for await (const { id, event } of react.events(of, { after, signal })) {
    // Where the id asked for is none of this process's, the run is told from its beginning.
    if (seq === 0 && after !== undefined && event.type === "start") yield { event: "gap", data: { asked: after } };
    seq += 1;
    const told = toAgUi?.(event) ?? [{ ...event, seq }];
    for (const data of told) yield { ...(id !== undefined && { id }), event: data.type, data };
  }
}

function notThere({ requestId }: Of, signal: AbortSignal): PlanwrightError {
  // The run goes on all the same.
  if (signal.aborted) return signal.reason instanceof PlanwrightError ? signal.reason : new PlanwrightError("TIMEOUT");
  return new PlanwrightError("NOT_FOUND", { message: `There is no ReAct run ${requestId}.` });
}

function notStarted(issues: Issue[]): PlanwrightError {
  const isReused = issues.some(({ code }) => code === "REQUEST_ID_REUSED");
  return new PlanwrightError(isReused ? "IDEMPOTENCY_KEY_REUSED" : "INVALID_INPUT", { issues });
}
