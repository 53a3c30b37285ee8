import type { Route } from "../../contracts/api/route.ts";
import type { RouteName } from "../../contracts/api/routes.ts";
import { errorTable, PlanwrightError } from "../../contracts/errors.ts";
import { isJsonObject } from "../../plan/json.ts";
import type { Audit, AuditEntry } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Principal } from "../principal.ts";
import { createAuditWriter } from "./audit-writer.ts";
import { errorCodeOf } from "./error-code.ts";

/** A request as the audit log records it. */
export type AuditedRequest = {
  name: RouteName;
  route: Route;
  params: Record<string, string>;
  principal: Principal;
  requestId: string;
};

/** A response with the parsed input and output, which contain the ids. */
export type HandlerOutcome = { response: Response; input: unknown; output: unknown; repeated: boolean };

type Work = () => Promise<HandlerOutcome>;
type AuditTrail = (request: AuditedRequest, work: Work) => Promise<Response>;

/**
 * Records every request that changes something, or was not allowed to, before it is answered. An unreadable request did
 * nothing and leaves no entry.
 */
export function createAuditTrail(parts: { audit: Audit; clock: Clock; log: Log }): AuditTrail {
  const record = createAuditWriter(parts);
  type Recorded = Pick<AuditEntry, "outcome" | "subjects" | "reason">;
  const write = (request: AuditedRequest, what: Recorded, refusal?: unknown) => {
    const { name: action, principal, requestId } = request;
    return record({ tenant: principal.tenant, principal: principal.name, action, requestId, ...what }, refusal);
  };
  return async (request, work) => {
    const changesNothing = request.route.method === "GET" || request.route.pure === true;
    const named = Object.values(request.params).map(truncateId);
    try {
      const { response, input, output, repeated } = await work();
      if (changesNothing) return response;
      const subjects = new Set([...named, ...idsIn(input), ...idsIn(output)]);
      const outcome = repeated ? "repeated" : "done";
      await write(request, { outcome, subjects: [...subjects], ...reasonIn(input) });
      return response;
    } catch (error) {
      const isRecorded = changesNothing ? errorCodeOf(error) === "FORBIDDEN" : !isUnreadable(error);
      if (isRecorded) await write(request, { outcome: errorCodeOf(error), subjects: named }, error);
      throw error;
    }
  };
}

const idFields = ["run_id", "escalation_id", "draft_id", "agent_id", "verb_id", "source"];

function idsIn(document: unknown): string[] {
  if (!isJsonObject(document)) return [];
  return idFields
    .map((field) => document[field])
    .filter((id) => typeof id === "string")
    .map(truncateId);
}

/** Decisions carry their reason, on their own or beside the item that they decide. */
function reasonIn(document: unknown): { reason?: string } {
  if (!isJsonObject(document)) return {};
  const { reason, decision } = document;
  if (typeof reason === "string") return { reason };
  return decision === undefined ? {} : reasonIn(decision);
}

function truncateId(id: string): string {
  return id.slice(0, 200);
}

const unreadable: readonly number[] = [400, 413, 415, 422];

function isUnreadable(error: unknown): boolean {
  return error instanceof PlanwrightError && unreadable.includes(errorTable[error.code].status);
}
