import { compact } from "../../contracts/compact.ts";
import { z } from "zod";
import type { LaneLimits } from "../../ports/lanes.ts";

const Most = z.int().min(1);

/** Concurrency limits per tenant. */
export const LimitsConfig = z.strictObject({
  concurrency: z
    .strictObject({
      per_tenant: Most.optional().describe("concurrent jobs of one queue per tenant, over all workers"),
      tenants: z.record(z.string(), Most).default({}).describe("the same limit for named tenants"),
    })
    .prefault({})
    .describe("concurrent jobs"),
});
export type LimitsConfig = z.infer<typeof LimitsConfig>;

export function toLaneLimits({ concurrency: { per_tenant: perTenant, tenants } }: LimitsConfig): LaneLimits {
  return compact({ perTenant, tenants });
}
