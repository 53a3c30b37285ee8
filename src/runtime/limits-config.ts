import { z } from "zod";
import type { LaneLimits } from "../ports/lanes.ts";

const Most = z.int().min(1);

/** How much of the workers one tenant may have. */
export const LimitsConfig = z.strictObject({
  concurrency: z
    .strictObject({
      per_tenant: Most.optional().describe("jobs of one kind of one tenant under way at once, over all workers"),
      tenants: z.record(z.string(), Most).default({}).describe("the same for tenants by name"),
    })
    .prefault({})
    .describe("work under way at once"),
});
export type LimitsConfig = z.infer<typeof LimitsConfig>;

export function toLaneLimits({ concurrency: { per_tenant: perTenant, tenants } }: LimitsConfig): LaneLimits {
  return { ...(perTenant !== undefined && { perTenant }), tenants };
}
