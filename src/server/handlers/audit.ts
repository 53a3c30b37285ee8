import { toPage } from "../../contracts/api/page.ts";
import { timestampOf } from "../../contracts/timestamp.ts";
import type { AuditView } from "../../contracts/api/audit.ts";
import type { Audit, AuditRecord } from "../../ports/audit.ts";
import type { Handlers } from "../http/exchange.ts";

export function auditHandlers({ audit }: { audit: Audit }): Pick<Handlers, "listAudit"> {
  return {
    listAudit: async ({ principal: { tenant }, query: { cursor, limit, credentials } }) => {
      const before = cursor === undefined ? {} : { before: Number(cursor) };
      const page = await audit.list({ tenant: credentials === "unknown" ? "" : tenant, limit: limit + 1, ...before });
      const { rows, next_cursor } = toPage(page, limit, ({ seq }) => String(seq));
      return { entries: rows.map(toAuditView), next_cursor };
    },
  };
}

function toAuditView({ at, principal, action, subjects, requestId, outcome, reason }: AuditRecord): AuditView {
  const shown = { at: timestampOf(at), principal, action, subjects: [...subjects], request_id: requestId, outcome };
  return { ...shown, reason: reason ?? null };
}
