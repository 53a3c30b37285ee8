import { type CheckResult, refused } from "../plan/check-result.ts";
import type { Clock } from "../ports/clock.ts";
import { hasEnded, type Run } from "../ports/run.ts";
import { unlessConflict } from "../ports/store-error.ts";
import type { Store, Tx } from "../ports/store.ts";
import { wake } from "./run-queue.ts";
import { noSuchRun } from "./run-view.ts";

type CancelParts = { store: Store; clock: Clock };
type RunRef = { tenant: string; runId: string };

/** Records the cancellation in the journal and wakes the run, which ends itself. Idempotent. */
export async function cancelRun(
  parts: CancelParts,
  of: RunRef,
  why: { by: string; reason: string },
): Promise<CheckResult<Run>> {
  const run = await parts.store.run(of.tenant, of.runId);
  if (run === undefined) return noSuchRun(of.runId);
  if (hasEnded(run))
    return refused({
      code: "RUN_ENDED",
      pointer: "",
      message: `the run is ${run.status}`,
      hint: "There is nothing to cancel.",
    });
  const now = parts.clock.now();
  // A run that was due later is due now, to end.
  const { runAt, ...due } = run.status === "queued" ? run : { ...run, runAt: undefined };
  const cancel = (tx: Tx): void => {
    tx.append(run.id, { kind: "cancel", ...why }, now);
    if (runAt !== undefined) tx.setRun(due);
    wake(tx, run, now);
  };
  await unlessConflict(parts.store.write(cancel));
  return { ok: true, value: due };
}
