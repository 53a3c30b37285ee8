import { compact } from "../../plan/compact.ts";
import { instantOf, timestampOf } from "../../contracts/timestamp.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { Handlers } from "../http/exchange.ts";

export function actionHandlers({ actions, clock }: Planwright): Pick<Handlers, "planActions"> {
  return {
    planActions: ({ body, principal, signal }) => {
      const { timestamp, zone = "UTC", voice, locale, ...fields } = body;
      const at = timestamp === undefined ? Math.floor(clock.now() / 1000) * 1000 : instantOf(timestamp);
      const request = { ...fields, now: timestampOf(at), zone, tenant: principal.tenant };
      const optional = compact({ voice, locale });
      return actions.plan({ ...request, ...optional }, { signal });
    },
  };
}
