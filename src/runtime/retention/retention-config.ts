import { z } from "zod";

const days = z.int().min(1).max(36_500).optional();

/** `retention:` of `planwright.yaml`. What is not named is kept. */
export const RetentionConfig = z.strictObject({
  runs_days: days.describe("ended runs, with their journals and decided items"),
  drafts_days: days.describe("Drafts that were applied, cancelled or have expired; the log of questions"),
  reasoning_days: days.describe("ended ReAct runs with their facts, and sessions none of whose runs is left"),
  chats_days: days.describe("conversations in which nothing was shown for so long"),
  audit_days: days.describe("the audit log; on Postgres the role of the service must own the table"),
});
export type RetentionConfig = z.infer<typeof RetentionConfig>;
