import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { AgentProfile } from "../react/agent-profile.ts";
import { AgentRunRecord, AgentStatus, CollapseEntry } from "../react/agent-run.ts";
import { Timestamp } from "../timestamp.ts";

/** Who disabled an agent, when and why. */
export const AgentPause = z.strictObject({ by: z.string(), at: Timestamp, note: z.string().nullable() });

/** An agent with everything that decides when it runs next. */
export const AgentDetail = z.strictObject({
  agent: AgentStatus,
  profile: AgentProfile,
  /** Hash of the profile without its texts for people. */
  version: z.string(),
  /** The profile's file; null for a profile that was set over HTTP and may be changed there. */
  file: z.string().nullable(),
  warnings: z.array(z.string()),
  pause: AgentPause.nullable(),
  next_runs: z.array(Timestamp).max(5),
  triggers: z.array(z.strictObject({ key: z.string(), kind: z.enum(["time", "event", "state"]), says: z.string() })),
  quota: z.strictObject({
    runs_today: z.int(),
    max_runs_per_day: z.int(),
    day_ends_at: Timestamp,
    /** Null once the interval has passed. */
    ready_at: Timestamp.nullable(),
    active: z.int(),
    max_concurrent_runs: z.int(),
    waiting: z.int(),
  }),
});
export type AgentDetail = z.infer<typeof AgentDetail>;

/** A profile file that was not loaded, and why; the last valid version stays active. */
export const ProfileFault = z.strictObject({ file: z.string(), messages: z.array(z.string()) });
export type ProfileFault = z.infer<typeof ProfileFault>;

export const ProfileFaults = z.strictObject({ faults: z.array(ProfileFault) });
export type ProfileFaults = z.infer<typeof ProfileFaults>;

/** The outcome of evaluating a trigger, with a sentence that explains it. */
export const DecisionView = z.strictObject({
  decision_id: z.string(),
  agent_id: z.string(),
  trigger: z.string(),
  slot: z.string(),
  at: Timestamp,
  outcome: z.enum(["fired", "skipped", "missed", "deduplicated", "queued"]),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  limit: z.number().nullable(),
  until: Timestamp.nullable(),
  run_id: z.string().nullable(),
  forced: z.boolean(),
  says: z.string(),
});
export type DecisionView = z.infer<typeof DecisionView>;

export const DecisionPage = z.strictObject({ decisions: z.array(DecisionView), next_cursor: z.string().nullable() });
export type DecisionPage = z.infer<typeof DecisionPage>;

/** A range of slots in the past to fire again. */
export const BackfillRequest = z.strictObject({ from: Timestamp, to: Timestamp });
export type BackfillRequest = z.infer<typeof BackfillRequest>;

export const BackfillResult = z.strictObject({ decisions: z.array(DecisionView) });
export type BackfillResult = z.infer<typeof BackfillResult>;

/** A run of an agent: in progress, or its record. */
export const AgentRunView = z.union([
  AgentRunRecord,
  z.strictObject({
    run_id: z.string(),
    agent_id: z.string(),
    started_at: Timestamp,
    status: z.literal("running"),
    planner_request_id: z.string(),
  }),
]);
export type AgentRunView = z.infer<typeof AgentRunView>;

export const AgentRunPage = z.strictObject({ runs: z.array(AgentRunView), next_cursor: z.string().nullable() });
export type AgentRunPage = z.infer<typeof AgentRunPage>;

/** `{channel, payload, id}`, or a CloudEvent, whose `type` is the channel and whose `data` is the payload. */
export const EventInput = z.union([
  z.strictObject({
    channel: z.string().min(1).max(200),
    payload: Json.default({}),
    id: z.string().min(1).max(200).optional(),
  }),
  z.looseObject({
    specversion: z.literal("1.0"),
    id: z.string().min(1).max(200),
    source: z.string().min(1),
    type: z.string().min(1).max(200),
    data: Json.optional(),
  }),
]);
export type EventInput = z.infer<typeof EventInput>;

export const EventAccepted = z.strictObject({ id: z.string(), channel: z.string(), is_new: z.boolean() });
export type EventAccepted = z.infer<typeof EventAccepted>;

/** A bus event that could not be parsed, as sent, and why. */
export const DeadLetterView = z.strictObject({
  id: z.string(),
  channel: z.string(),
  text: z.string(),
  why: z.string(),
});
export type DeadLetterView = z.infer<typeof DeadLetterView>;

export const DeadLetterList = z.strictObject({ events: z.array(DeadLetterView) });
export type DeadLetterList = z.infer<typeof DeadLetterList>;

export const StateUpdate = z.strictObject({ value: Json });
export type StateUpdate = z.infer<typeof StateUpdate>;

export const StateView = z.strictObject({ path: z.string(), value: Json, at: Timestamp });
export type StateView = z.infer<typeof StateView>;

export const StateList = z.strictObject({ values: z.array(StateView) });
export type StateList = z.infer<typeof StateList>;

/** A notice, kept until the hub marks it seen. */
export const NoticeView = z.strictObject({
  notice_id: z.string(),
  agent_id: z.string(),
  run_id: z.string(),
  text: z.string(),
  mode: z.enum(["now", "on_next_login"]),
  at: Timestamp,
  seen_at: Timestamp.nullable(),
});
export type NoticeView = z.infer<typeof NoticeView>;

export const NoticePage = z.strictObject({ notices: z.array(NoticeView), next_cursor: z.string().nullable() });
export type NoticePage = z.infer<typeof NoticePage>;

export const CollapsePage = z.strictObject({
  entries: z.array(z.strictObject({ collapse_id: z.string(), entry: CollapseEntry })),
  next_cursor: z.string().nullable(),
});
export type CollapsePage = z.infer<typeof CollapsePage>;

/** A profile as sent; parsed and checked like a file. */
export const ProfileInput = JsonObject;
