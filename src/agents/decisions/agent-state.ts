import { z } from "zod";
import { FiringContext } from "../runs/build-request.ts";

/** A firing that waits for a run of the same agent to end. */
const QueuedFiring = z.strictObject({
  trigger: z.string(),
  slot: z.string(),
  context: FiringContext,
});

const at = z.number().int();

/**
 * Everything that determines whether an agent may run now, in one versioned record, so that two daemons cannot both
 * take the last run of the day.
 */
export const AgentState = z.strictObject({
  /** Set by a person; overrides the profile. */
  enabled: z.boolean().optional(),
  /** Why and by whom it was disabled. */
  pause: z.strictObject({ note: z.string().optional(), by: z.string(), at }).optional(),
  /** Start times of its latest runs. More than one, so that a clock that is set back does not permit another run. */
  starts: z.array(at).default([]),
  lastEndedAs: z.enum(["success", "error", "timeout"]).optional(),
  /** How many runs started on the latest days of its zone, by date. */
  days: z.record(z.string(), z.int().min(0)).default({}),
  /** Runs in progress. */
  active: z.array(z.string()).default([]),
  /** Those of them that a later firing cancels. */
  cancelling: z.array(z.string()).default([]),
  waiting: z.array(QueuedFiring).default([]),
  /** The last decided slot of each time trigger. */
  slots: z.record(z.string(), at).default({}),
  /** For each state trigger: whether the next crossing fires, and the time of the value that decided it. */
  edges: z.record(z.string(), z.strictObject({ isArmed: z.boolean(), at })).default({}),
});
export type AgentState = z.infer<typeof AgentState>;

/** How many starts and days are stored, which bounds how often the clock may jump without exceeding a limit. */
export const maxRemembered = 32;

export const emptyState: AgentState = AgentState.parse({});
