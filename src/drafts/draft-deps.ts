import type { ActionPlanner } from "../ports/action-planner.ts";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";
import type { Log } from "../ports/log.ts";
import type { Store, Tx } from "../ports/store.ts";
import type { Toolbox } from "../plan/tool-spec.ts";
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
  /** Makes plans of words; without one only plans are taken. */
  planner?: ActionPlanner;
  /** Called in the transaction that makes it so: what is put in there is told even if this process ends. */
  notify?: ((tx: Tx, news: DraftNotification) => void) | undefined;
};

/** The tools as the gate sees them. */
export function toolboxOf({ verbs }: Pick<DraftDeps, "verbs">, tenant: string): Toolbox {
  return new Map(verbs.list(tenant).map((spec) => [spec.name, spec]));
}

/** For work that nobody waits for. */
export const neverAborts: AbortSignal = new AbortController().signal;
