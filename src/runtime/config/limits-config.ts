import { compact } from "../../plan/compact.ts";
import { z } from "zod";
import { RateLimit } from "../../tools/rate-limits.ts";
import type { LaneLimits } from "../../ports/lanes.ts";

const Most = z.int().min(1);

/** Limits on concurrent jobs and on calls of tools. */
export const LimitsConfig = z.strictObject({
  concurrency: z
    .strictObject({
      per_tenant: Most.optional().describe("concurrent jobs of one queue per tenant, over all workers"),
      tenants: z.record(z.string(), Most).default({}).describe("the same limit for named tenants"),
    })
    .prefault({})
    .describe("concurrent jobs"),
  tools: z
    .array(RateLimit)
    .max(100)
    .default([])
    .describe("rate limits for calls; every limit that names a tool applies to it"),
});
export type LimitsConfig = z.infer<typeof LimitsConfig>;

export function toLaneLimits({ concurrency: { per_tenant: perTenant, tenants } }: LimitsConfig): LaneLimits {
  return compact({ perTenant, tenants });
}
