import { timestampOf } from "../../contracts/timestamp.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { Handlers } from "../http/exchange.ts";

const maxListed = 1000;

/** Dead jobs of the caller's tenant. */
export function jobHandlers({
  deadJobs,
  clock,
}: Pick<Planwright, "deadJobs" | "clock">): Pick<Handlers, "listDeadJobs" | "reviveJob"> {
  const listOf = async (tenant: string) => (await deadJobs.list(maxListed)).filter((job) => job.tenant === tenant);
  return {
    listDeadJobs: async ({ principal: { tenant } }) => ({
      jobs: (await listOf(tenant)).map(({ queue, key, failures, error, deadAt }) => {
        return { queue, key, failures, error, dead_at: timestampOf(deadAt) };
      }),
    }),
    reviveJob: async ({ principal: { tenant }, body: { queue, key } }) => {
      const isOwn = (await listOf(tenant)).some((job) => job.queue === queue && job.key === key);
      return { revived: isOwn && (await deadJobs.revive({ queue, key }, clock.now())) };
    },
  };
}
