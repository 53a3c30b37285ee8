import type { ActionPlanner } from "../ports/action-planner.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Store, Tx } from "../ports/store.ts";
import type { Verbs } from "../ports/verbs.ts";
import type { Runs } from "../runs/runs.ts";
import type { DraftNotification } from "./drafts.ts";
import type { DraftRules } from "./gate/rules.ts";

export type DraftDeps = {
  store: Store;
  runs: Pick<Runs, "create" | "settled" | "cancel">;
  verbs: Verbs;
  clock: Clock;
  /** UUIDs, which the contract asks for. */
  ids: Ids;
  log: Log;
  rules: DraftRules;
  /** Turns text into plans; without it only plans are accepted. */
  planner?: ActionPlanner;
  /** Called in the transaction of the change, so that the notification survives a crash of this process. */
  notify?: ((tx: Tx, notification: DraftNotification) => void) | undefined;
  /** Called in the transaction that applies, cancels or expires a Draft. */
  onEnd?: ((tx: Tx, draft: { tenant: string; planId: string }) => void) | undefined;
};

/** For work without a caller that could abort it. */
export const neverAborts: AbortSignal = new AbortController().signal;
