import { isJsonObject, type Json } from "../plan/json.ts";
import type { Agent, Armed } from "./agent.ts";
import { valueAt } from "./conditions.ts";

export type EventArmed = Extract<Armed, { kind: "event" }>;
export type Listening = { agent: Agent; armed: EventArmed };

/** Up to so many triggers of a channel every one is asked about every event, so that each can say why it did not fire. */
const allAskedUpTo = 64;

/**
 * Who listens to what. Where many listen to a channel, those that want a field to equal a value are found by that value, so
 * that an event costs as much as the triggers it may concern and not as all that listen.
 */
export interface EventIndex {
  channels(tenant: string): string[];
  concerned(tenant: string, channel: string, payload: Json): Listening[];
}

type Channel = { always: Listening[]; byField: Map<string, Map<string, Listening[]>> };

export function createEventIndex(agents: Iterable<Agent>): EventIndex {
  const tenants = new Map<string, Map<string, Listening[]>>();
  for (const agent of agents)
    for (const armed of agent.triggers) {
      if (armed.kind !== "event") continue;
      const channels = tenants.get(agent.tenant) ?? new Map<string, Listening[]>();
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
      const found = [...channel.always];
      for (const [field, byValue] of channel.byField) {
        const value = valueAt(payload, field);
        if (value !== undefined && !isJsonObject(value)) found.push(...(byValue.get(JSON.stringify(value)) ?? []));
      }
      return found;
    },
  };
}

function toChannel(listening: Listening[]): Channel {
  if (listening.length <= allAskedUpTo) return { always: listening, byField: new Map() };
  const channel: Channel = { always: [], byField: new Map() };
  for (const one of listening) add(channel, one);
  return channel;
}

function add({ always, byField }: Channel, listening: Listening): void {
  const wanted = Object.entries(listening.armed.trigger.conditions).find(
    ([name, value]) => !/^(min|max)_/.test(name) && (typeof value !== "object" || value === null),
  );
  if (wanted === undefined) {
    always.push(listening);
    return;
  }
  const [field, value] = wanted;
  const byValue = byField.get(field) ?? new Map<string, Listening[]>();
  byField.set(field, byValue);
  push(byValue, JSON.stringify(value), listening);
}

function push(map: Map<string, Listening[]>, key: string, listening: Listening): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [listening]);
  else known.push(listening);
}
