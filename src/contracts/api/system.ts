import { z } from "zod";

/** `GET /readyz`: the readiness of each component. */
export const Readiness = z.strictObject({
  status: z.enum(["ready", "draining", "not_ready"]),
  checks: z.record(z.string(), z.enum(["ok", "failed"])),
  /** Why a check failed, by its name. */
  reasons: z.record(z.string(), z.string()).optional(),
});
export type Readiness = z.infer<typeof Readiness>;

export const Version = z.strictObject({
  name: z.literal("planwright"),
  version: z.string(),
  /** Supported contracts and their versions. */
  contracts: z.record(z.string(), z.string()),
});
export type Version = z.infer<typeof Version>;
