import { isJsonObject, type Json } from "../plan/json.ts";
import type { Handler } from "../ports/engine.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Agent } from "./agent.ts";
import { valueAt } from "./conditions.ts";
import { decisionOf, fire } from "./fire.ts";
import { type AgentsParts, kinds, queues } from "./parts.ts";
import { changeState, mostTries, putDecision, readState, toJson } from "./records.ts";
import type { StateArmed, StateIndex } from "./state-index.ts";
import { crossing, readCondition, StateValue } from "./state-edge.ts";

export type StateParts = AgentsParts & { index: () => StateIndex };

/**
 * Keeps a value that somebody told, and lets every trigger that looks at it decide. A job looks again a moment later: it
 * finds everything decided, unless this process ended in between.
 */
export async function tellState(parts: StateParts, tenant: string, told: { path: string; value: Json }): Promise<void> {
  const { store, clock } = parts;
  const at = clock.now();
  const key = { tenant, kind: kinds.value, id: told.path };
  const body = toJson(StateValue, { value: told.value, at });
  const job = { queue: queues.value, key: `${tenant} ${told.path}`, tenant, dueAt: at + lookAgainMs };
  for (let attempt = 1; ; attempt += 1) {
    const was = (await store.record(key))?.version ?? 0;
    try {
      await store.write((tx) => {
        tx.putRecord({ ...key, body }, was);
        tx.enqueue(job, at);
      });
      break;
    } catch (error) {
      if (!isConflict(error) || attempt >= mostTries) throw error;
    }
  }
  await decideAll(parts, tenant, told.path);
}

/** Looks again at what was told. */
export function createValueHandler(parts: StateParts): Handler {
  return async ({ job }) => {
    await decideAll(parts, job.tenant, job.key.slice(job.tenant.length + 1));
    await parts.store.write((tx) => tx.release(job));
  };
}

const lookAgainMs = 1000;

async function decideAll(parts: StateParts, tenant: string, path: string): Promise<void> {
  for (const { agent, armed } of parts.index().concerned(tenant, path)) await decideState(parts, agent, armed);
}

/** The value under a dotted path: told under the path itself, or within something told under a shorter one. The latest counts. */
export async function readStateValue(
  { store }: AgentsParts,
  tenant: string,
  selector: string,
): Promise<StateValue | undefined> {
  const names = selector.split(".");
  let latest: StateValue | undefined;
  for (let length = names.length; length > 0; length -= 1) {
    const record = await store.record({ tenant, kind: kinds.value, id: names.slice(0, length).join(".") });
    if (record === undefined) continue;
    const told = StateValue.parse(record.body);
    const value = length === names.length ? told.value : valueAt(told.value, names.slice(length).join("."));
    if (value !== undefined && (latest === undefined || told.at > latest.at)) latest = { value, at: told.at };
  }
  return latest;
}

/** One evaluation of a state trigger. The crossing is marked in the same transaction that starts the run. */
export async function decideState(parts: AgentsParts, agent: Agent, armed: StateArmed): Promise<void> {
  const { tenant, profile } = agent;
  const { trigger, key } = armed;
  const now = parts.clock.now();
  const told = await readStateValue(parts, tenant, trigger.selector);
  const reading = readCondition(trigger, told, now);
  const firing = { trigger: key, slot: `${trigger.selector}@${told?.at ?? now}`, overlap: trigger.overlap };
  const { value: state } = await readState(parts.store, tenant, profile.id);
  const { fires, edge } = crossing({ isArmed: state.edges[key] ?? true }, reading);
  const mark = (edges: Record<string, boolean>) => ({ ...edges, [key]: edge.isArmed });
  if (fires) {
    const facts = { trigger: "state", selector: trigger.selector, value: told?.value ?? null };
    await fire(parts, agent, {
      ...firing,
      context: { facts },
      isDecided: ({ edges }) => edges[key] === false,
      change: (current) => ({ ...current, edges: mark(current.edges) }),
    });
    return;
  }
  const isUnknown = reading === "missing" || reading === "stale" || reading === "unlike";
  const detail = isUnknown ? `${trigger.selector} is ${saidOf[reading]}` : undefined;
  await changeState(parts, { tenant, agentId: profile.id }, (current) => {
    if (!isUnknown && current.edges[key] === edge.isArmed) return undefined;
    const decision = decisionOf(
      parts,
      { agent, firing },
      { outcome: "skipped", reason: "unknown", ...(detail !== undefined && { detail }) },
    );
    const also = isUnknown
      ? { also: (tx: Parameters<typeof putDecision>[0]) => putDecision(tx, tenant, decision) }
      : {};
    return { state: { ...current, edges: mark(current.edges) }, ...also };
  });
}

const saidOf = { missing: "not known", stale: "too old", unlike: "of another type" } as const;

/** The told values as one object, for the planner's context. */
export async function snapshot({ store }: AgentsParts, tenant: string): Promise<Record<string, Json>> {
  const records = await store.records({ tenant, kind: kinds.value, limit: 200 });
  return Object.fromEntries(
    records.map(({ id, body }) => [id, isJsonObject(body) ? (body["value"] ?? null) : null] as const).toReversed(),
  );
}
