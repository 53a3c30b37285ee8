import { compact } from "../../contracts/compact.ts";
import { timestampOf } from "../../contracts/timestamp.ts";
import type { Plan } from "../../plan/plan.ts";
import { unitKey } from "../../ports/fact.ts";
import type { Run } from "../../ports/run.ts";
import type { Tx } from "../../ports/store.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { sessionKind } from "../../runtime/retention/old-runs.ts";
import type { Handlers } from "../http/exchange.ts";

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
