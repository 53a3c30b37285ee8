import type { LeasedJob } from "../ports/engine.ts";
import type { SqlRow } from "./sql.ts";

export const jobColumns = "queue, key, tenant, due_at, version, priority";

export function toJob(row: SqlRow): LeasedJob {
  return {
    queue: String(row["queue"]),
    key: String(row["key"]),
    tenant: String(row["tenant"]),
    dueAt: Number(row["due_at"]),
    version: Number(row["version"]),
    priority: Number(row["priority"]),
  };
}
