import { z } from "zod";
import { Timestamp } from "../timestamp.ts";

/** One line of the audit log. */
export const AuditView = z.strictObject({
  at: Timestamp,
  principal: z.string(),
  /** The route's name, or the command's. */
  action: z.string(),
  subjects: z.array(z.string()),
  request_id: z.string(),
  /** `done`, `repeated` (the stored response for the same Idempotency-Key), or the error code. */
  outcome: z.string(),
  /** Why, in the words of who decided. */
  reason: z.string().nullable(),
});
export type AuditView = z.infer<typeof AuditView>;

export const AuditPage = z.strictObject({ entries: z.array(AuditView), next_cursor: z.string().nullable() });
export type AuditPage = z.infer<typeof AuditPage>;
