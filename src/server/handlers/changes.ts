import type { ChangeKind } from "../../contracts/api/changes.ts";
import type { Scope } from "../../contracts/api/route.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Following } from "../../runtime/changes.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import { eventStream, type StreamEvent } from "../http/event-stream.ts";
import type { Handlers } from "../http/exchange.ts";
import { mayUse } from "../principal.ts";

/** What reading a thing of this kind needs: nobody is told of what they may not read. */
const scopeOf = {
  run: "runs",
  escalation: "runs",
  draft: "drafts",
  chat: "drafts",
  agent: "agents",
} as const satisfies Record<ChangeKind, Scope>;

type Parts = Pick<Planwright, "changes" | "clock">;

export function changeHandlers({ changes, clock }: Parts): Pick<Handlers, "watchChanges"> {
  return {
    watchChanges({ principal, query: { follow }, headers, signal, stopping }) {
      const after = lastSeen(headers);
      const from = { tenant: principal.tenant, ...(after !== undefined && { after }) };
      const isSeen = (kind: ChangeKind): boolean => mayUse(principal, scopeOf[kind]);
      const source = (ended: AbortSignal) => told({ changes, isSeen, follow }, { ...from, signal: ended });
      return eventStream(source, { clock, signal, stopping });
    },
  };
}

type Telling = Pick<Parts, "changes"> & { isSeen: (kind: ChangeKind) => boolean; follow: "true" | "false" };

async function* told({ changes, isSeen, follow }: Telling, from: Following): AsyncGenerator<StreamEvent> {
  for await (const one of changes.follow(from)) {
    const { id, event } = one;
    if (event !== "change") yield { id, event, data: {} };
    else if (isSeen(one.change.kind)) yield { id, event, data: one.change };
    if (event === "ready" && follow === "false") return;
  }
}

function lastSeen(headers: Headers): string | undefined {
  const given = headers.get("last-event-id");
  if (given === null || given === "") return undefined;
  if (/^[\w-]{1,64}\.\d{1,15}$/.test(given)) return given;
  throw new PlanwrightError("INVALID_INPUT", { message: "Last-Event-ID is not one of this stream's ids." });
}
