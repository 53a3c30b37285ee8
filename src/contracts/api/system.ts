import { z } from "zod";

/** `GET /readyz`: what must work before traffic may come, each by name. */
export const Readiness = z.strictObject({
  status: z.enum(["ready", "draining", "not_ready"]),
  checks: z.record(z.string(), z.enum(["ok", "failed"])),
});
export type Readiness = z.infer<typeof Readiness>;

export const Version = z.strictObject({
  name: z.literal("planwright"),
  version: z.string(),
  /** The contracts spoken, with the version of each. */
  contracts: z.record(z.string(), z.string()),
});
export type Version = z.infer<typeof Version>;
