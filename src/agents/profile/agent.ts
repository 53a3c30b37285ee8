import type { AgentProfile } from "../../contracts/react/agent-profile.ts";
import type { Priority } from "../../contracts/priority.ts";
import type { EventTrigger, StateTrigger, TimeTrigger, TriggerPlan } from "../../contracts/react/trigger.ts";
import { contentHash } from "../../plan/hash.ts";
import { createSchedule, type Schedule } from "../triggers/time/schedule.ts";

/** One trigger of an agent. Its key is derived from its content, so that moving it within the file changes nothing. */
export type ArmedTrigger =
  | { kind: "time"; key: string; trigger: TimeTrigger; schedule: Schedule }
  | { kind: "event"; key: string; trigger: EventTrigger }
  | { kind: "state"; key: string; trigger: StateTrigger };

/** A valid profile with its triggers. */
export type Agent = {
  tenant: string;
  profile: AgentProfile;
  /** Hash of the profile without its texts for people. */
  version: string;
  triggers: readonly ArmedTrigger[];
  /** Where the days of its quota begin and end: the zone of its first time trigger. */
  zone: string;
};

/** The plan that a trigger runs instead of the goal. An agent whose triggers all run plans has no goal to run by hand. */
export function planOf({ triggers }: Agent, key: string): TriggerPlan | undefined {
  const armed = triggers.find((one) => one.key === key);
  if (armed !== undefined) return armed.trigger.plan;
  return triggers.every(({ trigger }) => trigger.plan !== undefined) ? triggers[0]?.trigger.plan : undefined;
}

/** The priority of a trigger's runs. A run that somebody starts by hand has none. */
export function priorityOf({ triggers }: Agent, key: string): Priority | undefined {
  return triggers.find((one) => one.key === key)?.trigger.priority;
}

export function createAgent(tenant: string, profile: AgentProfile): Agent {
  const { time, events, state } = profile.triggers;
  return {
    tenant,
    profile,
    version: profileVersion(profile),
    triggers: [
      ...time.map((trigger): ArmedTrigger => {
        return { ...armed("time", trigger), schedule: createSchedule(trigger, `${tenant} ${profile.id}`) };
      }),
      ...events.map((trigger): ArmedTrigger => armed("event", trigger)),
      ...state.map((trigger): ArmedTrigger => armed("state", trigger)),
    ],
    zone: time[0]?.timezone ?? "UTC",
  };
}

/** Equal for profiles that behave equally: a better description or another owner is not another agent. */
function profileVersion(profile: AgentProfile): string {
  const { description: _description, metadata: _metadata, enabled: _enabled, ...acting } = profile;
  return contentHash(acting);
}

function armed<K extends ArmedTrigger["kind"], T>(kind: K, trigger: T): { kind: K; key: string; trigger: T } {
  return { kind, key: `${kind}:${contentHash(trigger).slice(0, 10)}`, trigger };
}
