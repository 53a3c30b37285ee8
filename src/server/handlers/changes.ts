import { compact } from "../../plan/compact.ts";
import type { ChangeKind } from "../../contracts/api/changes.ts";
import type { Scope } from "../../contracts/api/route.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { ChangeSubscription } from "../../runtime/changes/changes.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { eventStream, type StreamEvent } from "../http/event-stream.ts";
import type { Handlers } from "../http/exchange.ts";
import { mayUse } from "../principal.ts";

/** The scope needed to read each kind: a caller sees no change of what it may not read. */
const scopeOf = {
  run: "runs",
  escalation: "runs",
  draft: "drafts",
  chat: "drafts",
  agent: "agents",
} as const satisfies Record<ChangeKind, Scope>;

type ChangeDeps = Pick<Planwright, "changes" | "clock">;

export function changeHandlers({ changes, clock }: ChangeDeps): Pick<Handlers, "watchChanges"> {
  return {
    watchChanges({ principal, query: { follow }, headers, signal, stopping }) {
      const after = lastEventIdOf(headers);
      const from = compact({ tenant: principal.tenant, after });
      const isSeen = (kind: ChangeKind): boolean => mayUse(principal, scopeOf[kind]);
      const source = (ended: AbortSignal) => visibleChanges({ changes, isSeen, follow }, { ...from, signal: ended });
      return eventStream(source, { clock, signal, stopping });
    },
  };
}

type ChangeFilter = Pick<ChangeDeps, "changes"> & { isSeen: (kind: ChangeKind) => boolean; follow: "true" | "false" };

async function* visibleChanges(
  { changes, isSeen, follow }: ChangeFilter,
  from: ChangeSubscription,
): AsyncGenerator<StreamEvent> {
  for await (const one of changes.subscribe(from)) {
    const { id, event } = one;
    if (event !== "change") yield { id, event, data: {} };
    else if (isSeen(one.change.kind)) yield { id, event, data: one.change };
    if (event === "ready" && follow === "false") return;
  }
}

function lastEventIdOf(headers: Headers): string | undefined {
  const given = headers.get("last-event-id");
  if (given === null || given === "") return undefined;
  if (/^[\w-]{1,64}\.\d{1,15}$/.test(given)) return given;
  throw new PlanwrightError("INVALID_INPUT", { message: "Last-Event-ID is not one of this stream's ids." });
}
