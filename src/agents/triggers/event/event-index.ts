import type { EventCondition } from "../../../contracts/react/trigger.ts";
import { isJsonObject, type Json } from "../../../plan/json.ts";
import type { Agent, ArmedTrigger } from "../../profile/agent.ts";
import { valueAt } from "./conditions.ts";

export type ArmedEventTrigger = Extract<ArmedTrigger, { kind: "event" }>;
export type EventListener = { agent: Agent; armed: ArmedEventTrigger };

/** Up to this many triggers of a channel, every trigger evaluates every event, so that each records why it did not fire. */
const allAskedUpTo = 64;

/**
 * Finds the triggers an event may concern. On a busy channel they are indexed by a value or a bound of their conditions,
 * so that an event costs as much as the triggers it may match.
 */
export interface EventIndex {
  channels(tenant: string): string[];
  concerned(tenant: string, channel: string, payload: Json): EventListener[];
}

type Channel = {
  always: EventListener[];
  /** By field, then by the value it must have. */
  byValue: Map<string, Map<string, EventListener[]>>;
  /** By field, the bounds from the lowest to the highest. */
  byBound: Map<string, { min: BoundedListener[]; max: BoundedListener[] }>;
};
type BoundedListener = EventListener & { bound: number };

export function createEventIndex(agents: Iterable<Agent>): EventIndex {
  const tenants = new Map<string, Map<string, EventListener[]>>();
  for (const agent of agents)
    for (const armed of agent.triggers) {
      if (armed.kind !== "event") continue;
      const channels = tenants.get(agent.tenant) ?? new Map<string, EventListener[]>();
      tenants.set(agent.tenant, channels);
      push(channels, armed.trigger.channel, { agent, armed });
    }
  const indexed = new Map(
    [...tenants].map(([tenant, channels]) => [
      tenant,
      new Map([...channels].map(([name, listening]) => [name, toChannel(listening)])),
    ]),
  );
  return {
    channels: (tenant) => [...(tenants.get(tenant)?.keys() ?? [])].toSorted(),
    concerned(tenant, name, payload) {
      const channel = indexed.get(tenant)?.get(name);
      if (channel === undefined) return [];
      return [...channel.always, ...withValue(channel, payload), ...withinBounds(channel, payload)];
    },
  };
}

function* withValue({ byValue }: Channel, payload: Json): Iterable<EventListener> {
  for (const [field, values] of byValue) {
    const value = valueAt(payload, field);
    if (value !== undefined && !isJsonObject(value)) yield* values.get(JSON.stringify(value)) ?? [];
  }
}

function* withinBounds({ byBound }: Channel, payload: Json): Iterable<EventListener> {
  for (const [field, { min, max }] of byBound) {
    const value = valueAt(payload, field);
    if (typeof value !== "number") continue;
    for (const one of min) {
      if (one.bound > value) break;
      yield one;
    }
    for (let at = max.length - 1; at >= 0; at -= 1) {
      const one = max[at];
      if (one === undefined || one.bound < value) break;
      yield one;
    }
  }
}

function toChannel(listening: EventListener[]): Channel {
  const channel: Channel = { always: [], byValue: new Map(), byBound: new Map() };
  if (listening.length <= allAskedUpTo) return { ...channel, always: listening };
  for (const one of listening) add(channel, one);
  for (const { min, max } of channel.byBound.values())
    for (const list of [min, max]) list.sort((a, b) => a.bound - b.bound);
  return channel;
}

/** Indexes a listener by one condition: a value or several, else a bound. */
function add({ always, byValue, byBound }: Channel, listening: EventListener): void {
  const conditions = Object.entries(listening.armed.trigger.conditions);
  for (const [field, wanted] of conditions) {
    if (boundOf(field) !== undefined) continue;
    const values = valuesOf(wanted);
    if (values === undefined) continue;
    const known = byValue.get(field) ?? new Map<string, EventListener[]>();
    byValue.set(field, known);
    for (const value of new Set(values.map((one) => JSON.stringify(one)))) push(known, value, listening);
    return;
  }
  for (const [name, bound] of conditions) {
    const of = boundOf(name);
    if (of === undefined || typeof bound !== "number") continue;
    const known = byBound.get(of.field) ?? { min: [], max: [] };
    byBound.set(of.field, known);
    known[of.side].push({ ...listening, bound });
    return;
  }
  always.push(listening);
}

function boundOf(name: string): { side: "min" | "max"; field: string } | undefined {
  const [, side, field = ""] = /^(min|max)_(.+)$/.exec(name) ?? [];
  return side === "min" || side === "max" ? { side, field } : undefined;
}

function valuesOf(condition: EventCondition): readonly Json[] | undefined {
  if (typeof condition !== "object" || condition === null) return [condition];
  return "in" in condition ? condition.in : undefined;
}

function push(map: Map<string, EventListener[]>, key: string, listening: EventListener): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [listening]);
  else known.push(listening);
}
