import type { agentsRoutes } from "../../contracts/api/routes/agents.ts";
import type { EventInput } from "../../contracts/api/agents.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { BusEvent } from "../../contracts/react/bus-event.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import { onceId } from "../../plan/derive.ts";
import { textHash } from "../../plan/hash.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { HandlersOf } from "../http/exchange.ts";

export function agentHandlers({ agents, ids }: Planwright): HandlersOf<typeof agentsRoutes> {
  return {
    listAgents: ({ principal: { tenant } }) => agents.list(tenant),
    listProfileFaults: ({ principal: { tenant } }) => ({ faults: [...agents.faults(tenant)] }),
    getAgent: async ({ params: { id }, principal: { tenant } }) => orNotFound(await agents.detail({ tenant, id }), id),
    putAgent: async ({ params: { id }, body, principal: { tenant } }) => {
      valid(await agents.put({ tenant, id }, body));
      return orNotFound(await agents.detail({ tenant, id }), id);
    },
    removeAgent: async ({ params: { id }, principal: { tenant } }) => {
      const detail = orNotFound(await agents.detail({ tenant, id }), id);
      valid(orNotFound(await agents.remove({ tenant, id }), id));
      return detail.agent;
    },
    runAgentOnce: async ({ params: { id }, body, principal: { tenant }, idempotencyKey }) => {
      const answer = orNotFound(await agents.runOnce({ tenant, id }, body, idempotencyKey), id);
      if ("run" in answer) return answer.run;
      throw new PlanwrightError(answer.code, { message: answer.says });
    },
    enableAgent: async ({ params: { id }, principal: { tenant, name: by } }) =>
      orNotFound(await agents.setEnabled({ tenant, id }, true, { by }), id),
    disableAgent: async ({ params: { id }, body: { note }, principal: { tenant, name: by } }) =>
      orNotFound(await agents.setEnabled({ tenant, id }, false, { by, note }), id),
    backfillAgent: async ({ params: { id }, body: { from, to }, principal: { tenant } }) => {
      const fired = orNotFound(
        await agents.backfill({ tenant, id }, { from: Date.parse(from), to: Date.parse(to) }),
        id,
      );
      if (fired !== "too many") return { decisions: fired };
      throw new PlanwrightError("INVALID_INPUT", { message: "The range has more than 100 slots. Use a shorter one." });
    },
    listAgentRuns: async ({ params: { id }, query, principal: { tenant } }) =>
      orNotFound(await agents.runs({ tenant, id }, query), id),
    getAgentRun: async ({ params: { id, run }, principal: { tenant } }) =>
      orNotFound(await agents.run({ tenant, id }, run), `run ${run} of ${id}`),
    exportAgentRuns: async ({ params: { id }, principal: { tenant } }) => {
      const records = await allRuns(agents, { tenant, id });
      const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
      return new Response(text, { headers: { "content-type": "application/x-ndjson; charset=utf-8" } });
    },
    listDecisions: async ({ params: { id }, query, principal: { tenant } }) =>
      orNotFound(await agents.decisions({ tenant, id }, query), id),
    publishEvent: async ({ body, principal: { tenant }, idempotencyKey }) => {
      const event = toEvent(body, idempotencyKey === undefined ? ids.next() : onceId(idempotencyKey));
      return { id: event.id, channel: event.channel, is_new: await agents.publish(tenant, event) };
    },
    listDeadLetters: async ({ query, principal: { tenant } }) => ({
      events: await agents.deadLetters(tenant, query.limit),
    }),
    listState: ({ principal: { tenant } }) => agents.state(tenant),
    putState: ({ params: { path }, body: { value }, principal: { tenant } }) =>
      agents.setState(tenant, { path, value }),
    listNotices: ({ query: { seen, ...page }, principal: { tenant } }) =>
      agents.notices(tenant, { ...page, seen: seen === undefined ? undefined : seen === "true" }),
    seeNotice: async ({ params: { id }, principal: { tenant } }) =>
      orNotFound(await agents.markSeen({ tenant, id }), id),
    listCollapse: ({ query, principal: { tenant } }) => agents.collapse(tenant, query),
  };
}

/** The records of runs that have ended, the oldest first. */
async function allRuns(agents: Planwright["agents"], of: { tenant: string; id: string }) {
  const records = [];
  let cursor: string | undefined;
  do {
    const page = orNotFound(await agents.runs(of, { cursor, limit: 200 }), of.id);
    records.push(...page.runs.filter(({ status }) => status !== "running"));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return records.toReversed();
}

/** A CloudEvent's `source` is part of its id: two sources may count alike. */
function toEvent(event: EventInput, fresh: string): BusEvent {
  if ("specversion" in event) return { id: cloudEventId(event), channel: event.type, payload: event.data ?? {} };
  return { id: event.id ?? fresh, channel: event.channel, payload: event.payload };
}

function cloudEventId({ source, id }: { source: string; id: string }): string {
  const whole = `${source} ${id}`;
  return whole.length <= 200 ? whole : textHash(whole);
}

function orNotFound<T>(value: T | undefined, id: string): T {
  if (value !== undefined) return value;
  throw new PlanwrightError("NOT_FOUND", { message: `There is no ${id}.` });
}

function valid<T>(checked: CheckResult<T>): T {
  if (checked.ok) return checked.value;
  const isKept = checked.issues.some(({ code }) => code === "CONFLICT");
  throw new PlanwrightError(isKept ? "CONFLICT" : "INVALID_INPUT", { issues: checked.issues });
}
