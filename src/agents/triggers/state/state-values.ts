import { type Json, toJson } from "../../../plan/json.ts";
import type { Handler } from "../../../ports/engine.ts";
import { isConflict } from "../../../ports/store-error.ts";
import { jobKey, kinds, jobKeyNames, queues } from "../../agent-deps.ts";
import { eachRecord, maxAttempts } from "../../records.ts";
import { decideState, type StateDeps } from "./decide-state.ts";

/**
 * Stores a state value and evaluates every trigger that watches it. A job evaluates again a moment later, in case this
 * process crashed in between or did not know the trigger yet.
 */
export async function setStateValue(
  deps: StateDeps,
  tenant: string,
  changed: { path: string; value: Json },
): Promise<void> {
  const { store, clock } = deps;
  const at = clock.now();
  const key = { tenant, kind: kinds.value, id: changed.path };
  const body = toJson({ value: changed.value, at });
  const job = { queue: queues.value, key: jobKey(tenant, changed.path), tenant, dueAt: at + lookAgainMs };
  for (let attempt = 1; ; attempt += 1) {
    const was = (await store.record(key))?.version ?? 0;
    try {
      await store.write((tx) => {
        tx.putRecord({ ...key, body }, was);
        tx.enqueue(job, at);
      });
      break;
    } catch (error) {
      if (!isConflict(error) || attempt >= maxAttempts) throw error;
    }
  }
  await decideAll(deps, { tenant, path: changed.path }, "first");
}

/** Evaluates the value again. */
export function createValueHandler(deps: StateDeps): Handler {
  return async ({ job }) => {
    const [path = ""] = jobKeyNames(job.key);
    await decideAll(deps, { tenant: job.tenant, path }, "again");
    await deps.store.write((tx) => tx.release(job));
  };
}

/** Evaluates all stored values, including those set before a trigger existed. */
export async function evaluateState(deps: StateDeps, tenants: Iterable<string>): Promise<void> {
  for (const tenant of tenants)
    await eachRecord(deps.store, { tenant, kind: kinds.value }, ({ id: path }) =>
      decideAll(deps, { tenant, path }, "again"),
    );
}

const lookAgainMs = 1000;

async function decideAll(
  deps: StateDeps,
  { tenant, path }: { tenant: string; path: string },
  look: "first" | "again",
): Promise<void> {
  for (const looking of deps.index().concerned(tenant, path)) await decideState(deps, looking, look);
}
