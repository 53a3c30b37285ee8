import { z } from "zod";
import { Priority } from "../priority.ts";
import { JsonObject } from "../../plan/json.ts";

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A field of an event equals a value, is one of several, or is present. */
export const EventCondition = z.union([
  Scalar,
  z.strictObject({ in: z.array(Scalar).min(1).describe("values that match") }),
  z.strictObject({ exists: z.boolean().describe("whether the field must be present") }),
]);
export type EventCondition = z.infer<typeof EventCondition>;

/**
 * All must hold. `min_<field>` and `max_<field>` bound a number; any other name is a field of the event. A missing
 * field does not match, and the decision says so.
 */
export const EventConditions = z
  .record(z.string().min(1), EventCondition)
  .superRefine((conditions, context) => {
    for (const [name, condition] of Object.entries(conditions)) {
      if (/^(min|max)_/.test(name) && typeof condition !== "number")
        context.addIssue({ code: "invalid_type", expected: "number", input: condition, path: [name] });
    }
  })
  .register(z.globalRegistry, { patternProperties: { "^(min|max)_": { type: "number" } } }); // for its JSON Schema, as zod cannot tell
export type EventConditions = z.infer<typeof EventConditions>;

/**
 * What happens when a trigger fires while the agent is already running. `cancel_other` cancels the runs in progress and
 * starts once they have ended.
 */
export const OverlapPolicy = z.enum(["skip", "queue", "queue_one", "parallel", "cancel_other"]);
export type OverlapPolicy = z.infer<typeof OverlapPolicy>;

/** Which of the slots missed while the daemon was down run late; the others are recorded as missed. */
export const CatchupPolicy = z.enum(["none", "latest", "all"]);
export type CatchupPolicy = z.infer<typeof CatchupPolicy>;

const overlap = OverlapPolicy.default("skip");
/** Whether an event delivered more than a minute late still fires; otherwise it is recorded as missed. */
export const EventCatchup = z.enum(["none", "all"]);
export type EventCatchup = z.infer<typeof EventCatchup>;

/** A saved plan that a trigger runs instead of the goal. */
export const TriggerPlan = z.strictObject({
  name: z.string().min(1).max(100).describe("name of the saved plan"),
  version: z.int().positive().optional().describe("version; the latest by default"),
  parameters: JsonObject.default({}).describe(
    "values; {{event.field}}, {{state.path}}, {{now}} and {{slot.date}}, {{slot.month}}, {{slot.last_month}} are filled in",
  ),
});
export type TriggerPlan = z.infer<typeof TriggerPlan>;

const plan = TriggerPlan.optional().describe("saved plan to run instead of the goal");
const priority = Priority.optional().describe("which runs of the tenant start first; normal by default");

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");

/** Hours in which no run starts, by the clocks of the trigger's zone; they may span midnight. */
export const QuietHours = z.strictObject({
  from: timeOfDay.describe("first minute, such as 22:00"),
  to: timeOfDay.describe("end, such as 07:00"),
  slots: z
    .enum(["delay", "skip"])
    .default("delay")
    .describe("whether slots in these hours run at their end or not at all"),
});
export type QuietHours = z.infer<typeof QuietHours>;

export const TimeTrigger = z.strictObject({
  cron: z
    .string()
    .max(500)
    .regex(/^\s*\S+(\s+\S+){4}\s*$/, "must have five fields")
    .describe("five fields: minute, hour, day of month, month, day of week"),
  timezone: z.string().min(1).default("UTC").describe("IANA name"),
  overlap: overlap.describe("what happens while the agent is running"),
  catchup: CatchupPolicy.default("none").describe("which slots run that passed while no daemon was running"),
  catchup_window_minutes: z
    .int()
    .min(1)
    .max(525_600)
    .optional()
    .describe("older slots are missed, even if catchup includes them; no limit by default"),
  jitter_seconds: z
    .int()
    .min(1)
    .max(86_400)
    .optional()
    .describe("each slot starts up to so much later, always the same for the same slot; none by default"),
  quiet_hours: QuietHours.optional().describe("hours in which no run starts; none by default"),
  plan,
  priority,
});
export type TimeTrigger = z.infer<typeof TimeTrigger>;

/** Many events in a short time become one run. */
export const Debounce = z.strictObject({
  quiet_seconds: z.int().min(1).max(86_400).describe("it fires when no matching event has come for so long"),
  at_most_seconds: z.int().min(1).max(604_800).optional().describe("it fires so long after the first one in any case"),
  events: z
    .enum(["last", "all"])
    .default("last")
    .describe("what {{event}} is: the last one, or {count, events} with the latest 100"),
});
export type Debounce = z.infer<typeof Debounce>;

export const EventTrigger = z.strictObject({
  channel: z.string().min(1).describe("channel of the events"),
  conditions: EventConditions.default({}).describe(
    "all must hold: min_<field>, max_<field>, or a field with a value, {in} or {exists}",
  ),
  overlap: overlap.describe("what happens while the agent is running"),
  catchup: EventCatchup.default("all").describe("whether an event that is more than a minute late still fires"),
  debounce: Debounce.optional().describe("waits until events stop coming; every event fires by default"),
  plan,
  priority,
});
export type EventTrigger = z.infer<typeof EventTrigger>;

export const StateOperator = z.enum([">", ">=", "<", "<=", "==", "!="]);
export type StateOperator = z.infer<typeof StateOperator>;

/** Fires when the condition becomes true; a missing or stale value is unknown and never fires. */
export const StateTrigger = z.strictObject({
  selector: z
    .string()
    .regex(/^[^.\s]+(\.[^.\s]+)*$/, "must be a dotted path")
    .describe("dotted path of the value"),
  op: StateOperator.describe("comparison"),
  value: z.union([z.number(), z.string(), z.boolean()]).describe("value to compare with"),
  max_age_seconds: z.int().min(1).optional().describe("an older value is unknown and never fires"),
  overlap: overlap.describe("what happens while the agent is running"),
  plan,
  priority,
});
export type StateTrigger = z.infer<typeof StateTrigger>;

/** Each trigger is evaluated on every read of its agent. */
const maxTriggers = 64;

export const Triggers = z.strictObject({
  time: z.array(TimeTrigger).max(maxTriggers).default([]).describe("schedules"),
  events: z.array(EventTrigger).max(maxTriggers).default([]).describe("events on channels"),
  state: z.array(StateTrigger).max(maxTriggers).default([]).describe("values that cross a bound"),
});
export type Triggers = z.infer<typeof Triggers>;
