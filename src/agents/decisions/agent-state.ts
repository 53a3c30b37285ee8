import { z } from "zod";
import { FiringContext } from "../runs/build-request.ts";

/** A firing that waits for a run of the same agent to end. */
export const QueuedFiring = z.strictObject({
  trigger: z.string(),
  slot: z.string(),
  context: FiringContext,
});

const at = z.number().int();

/**
 * Everything that decides whether an agent may run now, in one record: whoever changes it names the version it was
 * read at, so two daemons cannot both find room for the last run of the day.
 */
export const AgentState = z.strictObject({
  /** Said by a person; where nobody has, the profile's own word counts. */
  enabled: z.boolean().optional(),
  /** When its latest runs started. More than one, for a clock that goes back must not make room for another. */
  starts: z.array(at).default([]),
  lastEndedAs: z.enum(["success", "error", "timeout"]).optional(),
  /** How many runs started on the latest days of its zone, by date. */
  days: z.record(z.string(), z.int().min(0)).default({}),
  /** Runs under way. */
  active: z.array(z.string()).default([]),
  waiting: z.array(QueuedFiring).default([]),
  /** AgentRef each time trigger, the last slot that was decided. */
  slots: z.record(z.string(), at).default({}),
  /** AgentRef each state trigger, whether the next crossing fires, and when the value was told that said so. */
  edges: z.record(z.string(), z.strictObject({ isArmed: z.boolean(), at })).default({}),
});
export type AgentState = z.infer<typeof AgentState>;

/** Starts and days that are remembered; as often may a clock jump to and fro without a limit being passed. */
export const maxRemembered = 32;

export const emptyState: AgentState = AgentState.parse({});
