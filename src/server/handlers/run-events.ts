import { timestampOf } from "../../contracts/timestamp.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { hasEnded } from "../../ports/run.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { eventStream, type StreamEvent } from "../http/event-stream.ts";
import type { Handlers } from "../http/exchange.ts";
import { toRunView } from "./run-view.ts";

type JournalPosition = { tenant: string; runId: string; after: number };

/**
 * Streams a run's journal as it grows, each entry with its sequence number. The last event is `end` with the finished run.
 * A broken stream resumes with `Last-Event-ID`. An id beyond the journal's end is answered with `gap`, then the journal
 * from its beginning.
 */
export function runEvents(planwright: Planwright): Handlers["runEvents"] {
  return async ({ params: { id }, principal: { tenant }, headers, signal, stopping }) => {
    const run = await planwright.store.run(tenant, id);
    if (run === undefined) throw new PlanwrightError("NOT_FOUND", { message: `There is no run ${id}.` });
    const after = lastEventIdOf(headers);
    return eventStream((ended) => follow(planwright, { tenant, runId: id, after }, ended), {
      clock: planwright.clock,
      signal,
      stopping,
    });
  };
}

function lastEventIdOf(headers: Headers): number {
  const given = headers.get("last-event-id");
  if (given === null || given === "") return 0;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new PlanwrightError("INVALID_INPUT", { message: "Last-Event-ID is not one of this stream's ids." });
}

async function* follow(
  { runs, store }: Planwright,
  from: JournalPosition,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const { tenant, runId } = from;
  const [last] = (await store.journal(tenant, runId, from.after - 1)).slice(0, 1);
  const isKnown = from.after === 0 || last?.seq === from.after;
  if (!isKnown) yield { event: "gap", data: { asked: from.after, resumes_after: 0 } };
  let after = isKnown ? from.after : 0;
  let status: string | undefined;
  for await (const _ of runs.changes(runId, signal)) {
    // Reads the run before its journal: if the run has ended, the journal is complete.
    const stored = await store.run(tenant, runId);
    const run = stored?.status === "queued" ? (runs.underWay(runId) ?? stored) : stored;
    for (const { seq, at, key, fact } of await store.journal(tenant, runId, after)) {
      after = seq;
      yield { id: String(seq), event: fact.kind, data: { seq, at: timestampOf(at), key, fact } };
    }
    if (run === undefined) throw new PlanwrightError("NOT_FOUND");
    if (hasEnded(run)) {
      yield { event: "end", data: toRunView(run) };
      return;
    }
    if (run.status !== status) yield { event: "run", data: toRunView(run) };
    status = run.status;
  }
}
