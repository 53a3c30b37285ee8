import type { AuditView } from "../../contracts/api/audit.ts";
import type { Audit, AuditRecord } from "../../ports/audit.ts";
import type { Handlers } from "../http/exchange.ts";
import { iso } from "./run-view.ts";

export function auditHandlers({ audit }: { audit: Audit }): Pick<Handlers, "listAudit"> {
  return {
    listAudit: async ({ principal: { tenant }, query: { cursor, limit } }) => {
      const before = cursor === undefined ? {} : { before: Number(cursor) };
      const records = await audit.list({ tenant, limit, ...before });
      const last = records.length === limit ? records.at(-1) : undefined;
      return { entries: records.map(toAuditView), next_cursor: last === undefined ? null : String(last.seq) };
    },
  };
}

function toAuditView({ at, principal, action, subjects, requestId, outcome }: AuditRecord): AuditView {
  return { at: iso(at), principal, action, subjects: [...subjects], request_id: requestId, outcome };
}
