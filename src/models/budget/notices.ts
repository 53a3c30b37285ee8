import { z } from "zod";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { isConflict } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";
import { type Scope, scopeNames } from "./limits.ts";

/** Given once per limit and period: most of it is used, or all of it. */
export const Notice = z.strictObject({
  scope: z.enum(scopeNames),
  name: z.string(),
  period: z.string(),
  percent: z.union([z.literal(80), z.literal(100)]),
  limit_micro_cents: z.int(),
  used_micro_cents: z.int(),
  at: z.int(),
});
export type Notice = z.infer<typeof Notice>;

export const noticeKind = "budget.notice";

type Notices = {
  /** Gives the notices due at this usage of the limit. */
  check(scope: Scope, used: number): Promise<void>;
  give(scope: Scope, percent: Notice["percent"], used: number): Promise<void>;
};

type NoticeParts = { store: Store; clock: Clock; log: Log; onNotice?: (notice: Notice) => void };

export function createNotices({ store, clock, log, onNotice }: NoticeParts): Notices {
  const given = new Set<string>();
  return { check, give };

  async function check(scope: Scope, used: number): Promise<void> {
    if (used * 100 >= scope.limit * 80) await give(scope, 80, used);
    if (used >= scope.limit) await give(scope, 100, used);
  }

  async function give(scope: Scope, percent: Notice["percent"], used: number): Promise<void> {
    const { tenant, period, name, limit } = scope;
    // Sorts by period, so that lists show the latest first.
    const id = `${period}/${scope.scope}/${encodeURIComponent(name)}/${String(percent).padStart(3, "0")}`;
    if (given.has(id)) return;
    given.add(id);
    const at = clock.now();
    const notice: Notice = {
      scope: scope.scope,
      name,
      period,
      percent,
      limit_micro_cents: limit,
      used_micro_cents: used,
      at,
    };
    try {
      await store.write((tx) => tx.putRecord({ tenant, kind: noticeKind, id, body: notice }, 0));
    } catch (error) {
      if (isConflict(error)) return;
      given.delete(id);
      throw error;
    }
    log.warn("budget threshold reached", { event: "budget.threshold", scope: scope.scope, name, period, percent });
    onNotice?.(notice);
  }
}
