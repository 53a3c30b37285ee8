import { PlanwrightError } from "../../contracts/errors.ts";
import { instantOf } from "../../contracts/timestamp.ts";
import type { Planwright } from "../../runtime/planwright.ts";
import type { Handlers } from "../http/exchange.ts";

export function actionHandlers({ actions, clock }: Planwright): Pick<Handlers, "planActions"> {
  return {
    planActions: ({ body, principal, signal }) => {
      const { timestamp, zone = "UTC", voice, locale, ...said } = body;
      if (!isZone(zone)) throw new PlanwrightError("INVALID_INPUT", { message: `There is no zone "${zone}".` });
      const at = timestamp === undefined ? Math.floor(clock.now() / 1000) * 1000 : instantOf(timestamp);
      const asked = { ...said, now: new Date(at).toISOString(), zone, tenant: principal.tenant };
      const more = { ...(voice !== undefined && { voice }), ...(locale !== undefined && { locale }) };
      return actions.plan({ ...asked, ...more }, { signal });
    },
  };
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
