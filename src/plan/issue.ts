import { z } from "zod";

/** One reason why a plan cannot run, with the JSON pointer of the offending value. */
export const Issue = z.strictObject({
  /** A code from the issue table, stable across releases. */
  code: z.string(),
  /** RFC 6901 pointer into the checked document; "" is the whole. */
  pointer: z.string(),
  message: z.string(),
  /** How to fix it; a suggestion where one is close. */
  hint: z.string().optional(),
});
export type Issue = z.infer<typeof Issue>;
