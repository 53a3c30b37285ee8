import { z } from "zod";
import { Timestamp } from "../timestamp.ts";

/** The caller. Without `company_id` only generic tools may appear in the plan. Null is the same as an absent field. */
export const RequestContext = z.strictObject({
  company_id: z.int().nullable().optional(),
  user_id: z.int().nullable().optional(),
  /** Changes wording, never structure. */
  locale: z.string().min(1).nullable().optional(),
});
export type RequestContext = z.infer<typeof RequestContext>;

/** `POST /plan`. The server fills in an absent `timestamp`: a schema that reads the clock could not be replayed. */
export const PlanRequest = z.strictObject({
  session_id: z.int(),
  message: z.string().min(1),
  context: RequestContext.default({}),
  timestamp: Timestamp.optional(),
});
export type PlanRequest = z.infer<typeof PlanRequest>;
