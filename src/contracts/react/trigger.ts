import { z } from "zod";

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A field of an event equals a value, is one of several, or is present. */
export const EventCondition = z.union([
  Scalar,
  z.strictObject({ in: z.array(Scalar).min(1) }),
  z.strictObject({ exists: z.boolean() }),
]);
export type EventCondition = z.infer<typeof EventCondition>;

/**
 * All must hold. `min_<field>` and `max_<field>` bound a number; any other name is a field of the event. A missing
 * field does not match, and the decision says so.
 */
export const EventConditions = z.record(z.string().min(1), EventCondition).superRefine((conditions, context) => {
  for (const [name, condition] of Object.entries(conditions)) {
    if (/^(min|max)_/.test(name) && typeof condition !== "number")
      context.addIssue({ code: "invalid_type", expected: "number", input: condition, path: [name] });
  }
});
export type EventConditions = z.infer<typeof EventConditions>;

/** What happens when a trigger fires while the agent is already running. */
export const OverlapPolicy = z.enum(["skip", "queue", "parallel"]);
export type OverlapPolicy = z.infer<typeof OverlapPolicy>;

/** Which of the slots missed while the daemon was down run late; the others are recorded as missed. */
export const CatchupPolicy = z.enum(["none", "latest", "all"]);
export type CatchupPolicy = z.infer<typeof CatchupPolicy>;

const overlap = OverlapPolicy.default("skip");
/** Whether an event delivered more than a minute late still fires; otherwise it is recorded as missed. */
export const EventCatchup = z.enum(["none", "all"]);
export type EventCatchup = z.infer<typeof EventCatchup>;

export const TimeTrigger = z.strictObject({
  /** Five fields. */
  cron: z
    .string()
    .max(500)
    .regex(/^\s*\S+(\s+\S+){4}\s*$/, "must have five fields"),
  /** IANA name. */
  timezone: z.string().min(1).default("UTC"),
  overlap,
  catchup: CatchupPolicy.default("none"),
});
export type TimeTrigger = z.infer<typeof TimeTrigger>;

export const EventTrigger = z.strictObject({
  channel: z.string().min(1),
  conditions: EventConditions.default({}),
  overlap,
  catchup: EventCatchup.default("all"),
});
export type EventTrigger = z.infer<typeof EventTrigger>;

export const StateOperator = z.enum([">", ">=", "<", "<=", "==", "!="]);
export type StateOperator = z.infer<typeof StateOperator>;

/** Fires when the condition becomes true; a missing or stale value is unknown and never fires. */
export const StateTrigger = z.strictObject({
  /** Dotted path. */
  selector: z.string().regex(/^[^.\s]+(\.[^.\s]+)*$/, "must be a dotted path"),
  op: StateOperator,
  value: z.union([z.number(), z.string(), z.boolean()]),
  /** A value older than this is stale; absent: values never become stale. */
  max_age_seconds: z.int().min(1).optional(),
  overlap,
});
export type StateTrigger = z.infer<typeof StateTrigger>;

/** Each trigger is evaluated on every read of its agent. */
const maxTriggers = 64;

export const Triggers = z.strictObject({
  time: z.array(TimeTrigger).max(maxTriggers).default([]),
  events: z.array(EventTrigger).max(maxTriggers).default([]),
  state: z.array(StateTrigger).max(maxTriggers).default([]),
});
export type Triggers = z.infer<typeof Triggers>;
