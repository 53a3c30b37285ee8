import { z } from "zod";
import { Timestamp } from "../timestamp.ts";

/** A job whose handler failed too often. It runs again only when it is revived. */
export const DeadJobView = z.strictObject({
  queue: z.string(),
  key: z.string(),
  failures: z.int(),
  error: z.string(),
  dead_at: Timestamp,
});
export type DeadJobView = z.infer<typeof DeadJobView>;

export const DeadJobList = z.strictObject({ jobs: z.array(DeadJobView) });
export type DeadJobList = z.infer<typeof DeadJobList>;

export const ReviveRequest = z.strictObject({ queue: z.string().min(1).max(200), key: z.string().min(1).max(400) });
export const ReviveAnswer = z.strictObject({ revived: z.boolean() });
