import { z } from "zod";

/** What a trigger's evaluation came to. */
export const Decision = z.strictObject({
  id: z.string(),
  agentId: z.string(),
  /** The trigger's key, or `manual`. */
  trigger: z.string(),
  /** The slot, the event or the crossing it is about. */
  slot: z.string(),
  at: z.number().int(),
  outcome: z.enum(["fired", "skipped", "missed", "deduplicated", "queued"]),
  reason: z
    .enum([
      "disabled",
      "quota",
      "interval",
      "overlap",
      "debounce",
      "budget",
      "condition",
      "already_met",
      "late",
      "quiet",
      "unknown",
      "gone",
      "goal",
    ])
    .optional(),
  /** Details, for example which condition did not hold. */
  detail: z.string().optional(),
  limit: z.number().optional(),
  until: z.number().int().optional(),
  runId: z.string().optional(),
  isForced: z.literal(true).optional(),
});
export type Decision = z.infer<typeof Decision>;
