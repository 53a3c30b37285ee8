import type { AgentProfile } from "../../contracts/react/agent-profile.ts";
import type { EventTrigger, StateTrigger, TimeTrigger } from "../../contracts/react/trigger.ts";
import { contentHash } from "../../plan/hash.ts";
import { createSchedule, type Schedule } from "../triggers/time/schedule.ts";

/** One trigger of an agent. The key is made from what it says, so that moving it within the file changes nothing. */
export type ArmedTrigger =
  | { kind: "time"; key: string; trigger: TimeTrigger; schedule: Schedule }
  | { kind: "event"; key: string; trigger: EventTrigger }
  | { kind: "state"; key: string; trigger: StateTrigger };

/** A profile that was found good, ready to be watched. */
export type Agent = {
  tenant: string;
  profile: AgentProfile;
  /** Hash of the profile without what only people read. */
  version: string;
  triggers: readonly ArmedTrigger[];
  /** Where the days of its quota begin and end: the zone of its first time trigger. */
  zone: string;
};

export function createAgent(tenant: string, profile: AgentProfile): Agent {
  const { time, events, state } = profile.triggers;
  return {
    tenant,
    profile,
    version: profileVersion(profile),
    triggers: [
      ...time.map((trigger): ArmedTrigger => ({ ...armed("time", trigger), schedule: createSchedule(trigger) })),
      ...events.map((trigger): ArmedTrigger => armed("event", trigger)),
      ...state.map((trigger): ArmedTrigger => armed("state", trigger)),
    ],
    zone: time[0]?.timezone ?? "UTC",
  };
}

/** Equal for profiles that behave equally: a better description or another owner is not another agent. */
export function profileVersion(profile: AgentProfile): string {
  const { description: _description, metadata: _metadata, enabled: _enabled, ...acting } = profile;
  return contentHash(acting);
}

function armed<K extends ArmedTrigger["kind"], T>(kind: K, trigger: T): { kind: K; key: string; trigger: T } {
  return { kind, key: `${kind}:${contentHash(trigger).slice(0, 10)}`, trigger };
}
