import type { Route } from "../../contracts/api/route.ts";
import type { RouteName } from "../../contracts/api/routes.ts";
import { errorTable, PlanwrightError } from "../../contracts/errors.ts";
import { isJsonObject } from "../../plan/json.ts";
import type { Audit } from "../../ports/audit.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Principal } from "../principal.ts";
import { codeOf } from "./code-of.ts";

/** What is about to be done, and by whom. */
export type Deed = {
  name: RouteName;
  route: Route;
  params: Record<string, string>;
  principal: Principal;
  requestId: string;
};

/** An answer with what was read and said: the ids are in there. */
export type Answered = { response: Response; input: unknown; output: unknown; repeated: boolean };

type Work = () => Promise<Answered>;
type Trail = (deed: Deed, work: Work) => Promise<Response>;

/**
 * Writes down every deed that changes something or was not allowed to, before it is answered. A request that could not
 * be read did nothing and leaves no entry. An entry that cannot be kept goes to the log instead: what was done is done,
 * and saying otherwise would have it done twice.
 */
export function createAuditTrail(parts: { audit: Audit; clock: Clock; log: Log }): Trail {
  const { audit, clock, log } = parts;
  const write = async (deed: Deed, outcome: string, subjects: readonly string[]): Promise<void> => {
    const { name: action, principal, requestId } = deed;
    const who = { tenant: principal.tenant, principal: principal.name };
    const entry = { ...who, action, subjects, requestId, at: clock.now(), outcome };
    await audit.record(entry).catch((error: unknown) => log.error("audit entry not kept", { ...entry, error }));
  };
  return async (deed, work) => {
    if (deed.route.method === "GET" || deed.route.pure === true) return (await work()).response;
    const named = Object.values(deed.params).map(short);
    try {
      const { response, input, output, repeated } = await work();
      const subjects = new Set([...named, ...idsIn(input), ...idsIn(output)]);
      await write(deed, repeated ? "repeated" : "done", [...subjects]);
      return response;
    } catch (error) {
      if (!isUnreadable(error)) await write(deed, codeOf(error), named);
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
    .map(short);
}

function short(id: string): string {
  return id.slice(0, 200);
}

const unreadable: readonly number[] = [400, 413, 415, 422];

function isUnreadable(error: unknown): boolean {
  return error instanceof PlanwrightError && unreadable.includes(errorTable[error.code].status);
}
