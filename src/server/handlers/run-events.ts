import { compact } from "../../plan/compact.ts";
import { timestampOf } from "../../contracts/timestamp.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Plan } from "../../plan/plan.ts";
import { unitKey } from "../../ports/fact.ts";
import { hasEnded, type Run } from "../../ports/run.ts";
import type { Tx } from "../../ports/store.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { sessionKind } from "../../runtime/retention/old-runs.ts";
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

/** How many runs of a session are searched, newest first. */
const maxRuns = 200;

/** Remembers which runs execute a session's plans (contract 1). */
export function rememberSession({ request: { session } }: Plan): ((tx: Tx, run: Run) => void) | undefined {
  if (session === undefined) return undefined;
  return (tx, { id, tenant }) =>
    tx.putRecord({ tenant, kind: sessionKind, id, group: String(session), body: { session } }, 0);
}

/** The journal of one step in all runs of a session, oldest first, so that a client can replay what it missed. */
export function sessionStepEvents({ store }: Planwright): Handlers["sessionStepEvents"] {
  return async ({ params: { session, step }, query: { after, limit }, principal: { tenant } }) => {
    const rows = await store.records({ tenant, kind: sessionKind, group: session, limit: maxRuns });
    const events = [];
    for (const { id: runId } of rows.toReversed())
      for (const { seq, at, key, fact } of await store.journal(tenant, runId)) {
        if (fact.kind === "cancel" || unitKey({ step: fact.step }) !== unitKey({ step })) continue;
        events.push({ id: `${runId}:${seq}`, run_id: runId, seq, at: timestampOf(at), key, fact });
      }
    const from = after === undefined ? 0 : events.findIndex(({ id }) => id === after) + 1;
    const page = events.slice(from, from + limit);
    const last = page.at(-1)?.id ?? after;
    return compact({ events: page, next_after: last, has_more: from + limit < events.length });
  };
}
