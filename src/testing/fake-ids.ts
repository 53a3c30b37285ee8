import type { Ids } from "../ports/ids.ts";

/** Sequential ids: `id-000001`, `id-000002`, … */
export function createFakeIds(prefix = "id"): Ids {
  let count = 0;
  return { next: () => `${prefix}-${String((count += 1)).padStart(6, "0")}` };
}
