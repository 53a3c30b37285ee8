import { compact } from "../plan/compact.ts";
import { type Priority, priorityLevel } from "../contracts/priority.ts";
import type { PlanReactRequest } from "../contracts/react/plan-react.ts";
import { type CheckResult, refused } from "../plan/check-result.ts";
import { contentHashFull } from "../plan/hash.ts";
import { isConflict } from "../ports/store-error.ts";
import { checkRequest } from "./check-request.ts";
import { jobKeyOf, jobOf } from "./react-queue.ts";
import { findRun, type ReactDeps } from "./react-deps.ts";
import { type RunBody, type StoredRun, toRunRecord } from "./run-record.ts";
import { earlierIn } from "./sessions.ts";

export type StartedRun = { requestId: string };

/** Another request under the same id. */
export const reusedId = "REQUEST_ID_REUSED";

export type StartOptions = {
  tenant: string;
  /** Who starts it, from the credential. */
  principal?: string | undefined;
  priority?: Priority;
  /** Whether the engine executes it; a run without a job is executed by its creator. */
  queued: boolean;
};

/** Stores the run and its job in one transaction, or returns the run with the same id. */
export async function startRun(
  deps: ReactDeps,
  request: PlanReactRequest,
  options: StartOptions,
): Promise<CheckResult<StartedRun>> {
  const issues = await checkRequest(request);
  if (issues.length > 0) return { ok: false, issues };
  const { store, clock } = deps;
  const { request_id: requestId = deps.ids.next(), ...asked } = request;
  const key = { tenant: options.tenant, requestId };
  const body = await newBody(
    deps,
    { ...asked, request_id: requestId },
    { tenant: options.tenant, principal: options.principal, hash: contentHashFull(asked) },
  );
  const name = jobKeyOf(key);
  const run: StoredRun = { ...key, version: 1, body };
  // Before the commit: work may start the moment it is durable.
  deps.fresh.set(name, run);
  try {
    const job = { ...jobOf(key, clock.now()), priority: priorityLevel(options.priority) };
    const stored = store.write((tx) => {
      tx.putRecord(toRunRecord(key, body), 0);
      if (options.queued) tx.enqueue(job, job.dueAt);
    });
    // With a caller's id it may already exist.
    if (options.queued && request.request_id === undefined) deps.anticipate?.(job);
    await stored;
    return { ok: true, value: { requestId } };
  } catch (error) {
    deps.fresh.delete(name);
    if (!isConflict(error)) throw error;
  }
  const found = await findRun(deps, key);
  if (found?.body.requestHash === body.requestHash) return { ok: true, value: { requestId } };
  const message = `the id ${requestId} belongs to another request`;
  return refused({ code: reusedId, pointer: "/request_id", message, hint: "Give each request an id of its own." });
}

async function newBody(
  { store, clock, trace }: ReactDeps,
  request: PlanReactRequest,
  { tenant, principal, hash }: { tenant: string; principal: string | undefined; hash: string },
): Promise<RunBody> {
  const sessionId = request.context.session_id;
  const earlier = sessionId === undefined ? [] : await earlierIn(store, { tenant, sessionId });
  return {
    request,
    requestHash: hash,
    earlier,
    startedAt: clock.now(),
    ...compact({ principal }),
    trace: { ...trace.currentHeaders() },
    status: "running",
  };
}
