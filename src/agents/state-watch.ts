import { isJsonObject, type Json } from "../plan/json.ts";
import type { Agent, Armed } from "./agent.ts";
import { valueAt } from "./conditions.ts";
import { decisionOf, fire } from "./fire.ts";
import { type AgentsParts, kinds } from "./parts.ts";
import { changeState, putDecision, readState, toJson } from "./records.ts";
import { crossing, readCondition, StateValue } from "./state-edge.ts";

type StateArmed = Extract<Armed, { kind: "state" }>;

/** Keeps a value that somebody told, and lets every trigger that looks at it decide. Returns what it set off. */
export async function tellState(
  parts: AgentsParts,
  tenant: string,
  told: { path: string; value: Json },
): Promise<void> {
  const { store, clock, book } = parts;
  const at = clock.now();
  const key = { tenant, kind: kinds.value, id: told.path };
  const before = await store.record(key);
  await store.write((tx) =>
    tx.putRecord({ ...key, body: toJson(StateValue, { value: told.value, at }) }, before?.version ?? 0),
  );
  for (const agent of book.all()) {
    if (agent.tenant !== tenant) continue;
    for (const armed of agent.triggers)
      if (armed.kind === "state" && concerns(armed.trigger.selector, told.path)) await decideState(parts, agent, armed);
  }
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

/** A value above the selector holds it, one below is part of what it selects. */
function concerns(selector: string, path: string): boolean {
  return selector === path || selector.startsWith(`${path}.`) || path.startsWith(`${selector}.`);
}

/** The told values as one object, for the planner's context. */
export async function snapshot({ store }: AgentsParts, tenant: string): Promise<Record<string, Json>> {
  const records = await store.records({ tenant, kind: kinds.value, limit: 200 });
  return Object.fromEntries(
    records.map(({ id, body }) => [id, isJsonObject(body) ? (body["value"] ?? null) : null] as const).toReversed(),
  );
}
