import type { Planwright } from "../../runtime/planwright.ts";
import type { Handlers } from "../http/exchange.ts";
import { toRunView } from "./run-view.ts";

export function planHandlers({
  savedPlans,
}: Planwright): Pick<Handlers, "listPlans" | "getPlan" | "putPlan" | "diffPlan" | "runPlan"> {
  return {
    listPlans: ({ query, principal: { tenant } }) => savedPlans.list(tenant, query),
    getPlan: ({ params, query, principal: { tenant } }) => savedPlans.get(tenant, params.name, query.version),
    putPlan: ({ params, body, principal }) =>
      savedPlans.put({ tenant: principal.tenant, by: principal.name }, params.name, body),
    diffPlan: ({ params, query, principal: { tenant } }) => savedPlans.diff(tenant, params.name, query),
    runPlan: async ({ params, body, principal, idempotencyKey }) =>
      toRunView(
        await savedPlans.run({ tenant: principal.tenant, by: principal.name }, params.name, {
          ...body,
          idempotencyKey,
        }),
      ),
  };
}
