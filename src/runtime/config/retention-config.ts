import { z } from "zod";

const days = z.int().min(1).max(36_500).optional();

/** `retention:` of `planwright.yaml`. Without a value, data is kept forever. */
export const RetentionConfig = z.strictObject({
  runs_days: days.describe("ended runs with their journals and decided escalations"),
  drafts_days: days.describe("applied, cancelled and expired Drafts, and the query log"),
  reasoning_days: days.describe("ended ReAct runs with their facts, and sessions without runs"),
  chats_days: days.describe("conversations without new messages"),
  audit_days: days.describe("the audit log; on Postgres the database role of the service must own the table"),
});
export type RetentionConfig = z.infer<typeof RetentionConfig>;
