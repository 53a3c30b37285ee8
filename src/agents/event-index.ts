import { isJsonObject, type Json } from "../plan/json.ts";
import type { Agent, Armed } from "./agent.ts";
import { valueAt } from "./conditions.ts";

export type EventArmed = Extract<Armed, { kind: "event" }>;
export type Listening = { agent: Agent; armed: EventArmed };

/**
 * Who listens to what. Triggers that want a field to equal a value are found by that value, so that an event costs as
 * much as the triggers it concerns and not as all that listen to its channel.
 */
export interface EventIndex {
  channels(): string[];
  /** The triggers an event may concern: all that could match, and those whose mismatch is worth telling. */
  concerned(channel: string, payload: Json): Listening[];
}

type Channel = { always: Listening[]; byField: Map<string, Map<string, Listening[]>> };

export function createEventIndex(agents: Iterable<Agent>): EventIndex {
  const channels = new Map<string, Channel>();
  for (const agent of agents)
    for (const armed of agent.triggers) if (armed.kind === "event") add(channelOf(channels, armed), { agent, armed });
  return {
    channels: () => [...channels.keys()].toSorted(),
    concerned(name, payload) {
      const channel = channels.get(name);
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

function channelOf(channels: Map<string, Channel>, { trigger }: EventArmed): Channel {
  const channel = channels.get(trigger.channel) ?? { always: [], byField: new Map() };
  channels.set(trigger.channel, channel);
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
  const key = JSON.stringify(value);
  byValue.set(key, [...(byValue.get(key) ?? []), listening]);
}
