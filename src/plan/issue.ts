import { z } from "zod";

/** What stops a plan from being carried out, at the place where it stands. */
export const Issue = z.strictObject({
  /** A word from the issue table, stable across releases. */
  code: z.string(),
  /** RFC 6901 pointer into the checked document; "" is the whole. */
  pointer: z.string(),
  message: z.string(),
  /** What to do about it; a did-you-mean where there is one. */
  hint: z.string().optional(),
});
export type Issue = z.infer<typeof Issue>;
