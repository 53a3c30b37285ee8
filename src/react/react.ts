import { compact } from "../plan/compact.ts";
import type { PlanReactRequest, PlanReactResponse } from "../contracts/react/plan-react.ts";
import type { ReactEvent } from "../contracts/react/react-event.ts";
import type { VerbError } from "../contracts/react/verb.ts";
import { createBoundedCache } from "../plan/bounded-cache.ts";
import type { CheckResult } from "../plan/check-result.ts";
import type { Handler, LeaseGuard, Lease } from "../ports/engine.ts";
import { unlessConflict } from "../ports/store-error.ts";
import type { Tx } from "../ports/store.ts";
import { noTrace, type Span, type Trace } from "../ports/trace.ts";
import { executeRun, type DurableParts } from "./execute-run.ts";
import { createEventLogs } from "./event-log.ts";
import { type FollowedEvent, followRun, type FollowOptions, resultOf } from "./follow-run.ts";
import { jobKeyOf, jobOf, runOf } from "./react-queue.ts";
import { toReply } from "./respond.ts";
import { findRun, type ReactDeps } from "./react-deps.ts";
import { cancelKey, type RunKey, type StoredRun, toFactRecord } from "./run-record.ts";
import { stopError } from "./stop.ts";
import { reusedId, type StartedRun, type StartOptions, startRun } from "./start-run.ts";
import {
  isSameGoal,
  type SubGoal,
  type SubGoalAnswer,
  type SubGoalCall,
  subGoalRequest,
  toSubGoalAnswer,
} from "./sub-goal.ts";

export type ReactParts = DurableParts & Pick<ReactDeps, "ids" | "anticipate"> & { trace?: Trace };

/** Durable ReAct runs: reasoning, calls and observations are stored by key. */
export interface React {
  /** For the engine, under `reactQueue`. */
  handler: Handler;
  /** Stores the run and its job. The same id with the same request returns the existing run. */
  start(
    request: PlanReactRequest,
    tenant: string,
    options?: Pick<StartOptions, "principal" | "priority">,
  ): Promise<CheckResult<StartedRun>>;
  exists(run: RunKey): Promise<boolean>;
  /** The response once available, also of a run in another process; undefined when the run does not exist. */
  result(run: RunKey, signal?: AbortSignal): Promise<PlanReactResponse | undefined>;
  /** Ends the run as cancelled; calls in flight are aborted, completed work stays. An ended or unknown run is left alone. */
  cancel(run: RunKey): Promise<void>;
  /** Events of the run, from the start or after an event of this process. */
  events(run: RunKey, from: FollowOptions): AsyncGenerator<FollowedEvent>;
  /** Another process may have changed the run: waiters poll now. Without a run, any. */
  refresh(run?: RunKey): void;
  /** Runs a sub-goal of a run here, within the run's remaining limits. */
  subGoal(asked: SubGoal, call: SubGoalCall, signal: AbortSignal): Promise<SubGoalAnswer | VerbError>;
}

export function createReact(parts: ReactParts): React {
  const deps: ReactDeps = {
    ...parts,
    trace: parts.trace ?? noTrace,
    logs: createEventLogs(parts.ids),
    fresh: createBoundedCache(1024),
    executing: new Set(),
  };
  return {
    handler: (lease) => work(deps, runOf(lease.job), { stop: lease.signal, lease }).then(() => undefined),
    start: (request, tenant, options = {}) => startRun(deps, request, { ...options, tenant, queued: true }),
    exists: async (key) => (await findRun(deps, key)) !== undefined,
    result: (key, signal) => resultOf(deps, key, signal),
    cancel: (key) => cancelRun(deps, key),
    events: (key, from) => followRun(deps, key, from),
    refresh: (key) => deps.logs.changedElsewhere(key === undefined ? undefined : jobKeyOf(key)),
    subGoal: (asked, call, signal) => subGoal(deps, { asked, call, signal }),
  };
}

/** Stores the cancellation as a fact and wakes the run, which ends itself. Idempotent. */
async function cancelRun(deps: ReactDeps, key: RunKey): Promise<void> {
  const run = await findRun(deps, key);
  if (run === undefined || run.body.status === "ended") return;
  const now = deps.clock.now();
  const cancel = (tx: Tx): void => {
    tx.putRecord(toFactRecord(key, cancelKey, { kind: "failure", ...stopError("cancelled") }), 0);
    tx.enqueue(jobOf(key, now), now);
  };
  await unlessConflict(deps.store.write(cancel));
}

type SubGoalWork = { asked: SubGoal; call: SubGoalCall; signal: AbortSignal };

/** Not through the queue: the parent occupies a slot, and parents could occupy all of them. */
async function subGoal(deps: ReactDeps, { asked, call, signal }: SubGoalWork): Promise<SubGoalAnswer | VerbError> {
  const request = await subGoalRequest(deps, asked, call);
  if ("code" in request) return request;
  const key = { tenant: call.tenant, requestId: request.request_id ?? call.requestId };
  const known = await findRun(deps, key);
  if (known !== undefined && !isSameGoal(known.body.request, request))
    return { code: reusedId, message: `the id ${key.requestId} belongs to another request` };
  const started =
    known !== undefined
      ? undefined
      : await startRun(deps, request, { tenant: call.tenant, principal: call.principal, queued: false });
  const [issue] = started?.ok === false ? started.issues : [];
  if (issue !== undefined) return { code: issue.code, message: issue.message };
  const { stillLeased } = call;
  // It has no job of its own: it may write as long as its parent may.
  const guard = stillLeased && { stillLeased, confirm: async () => stillLeased() };
  const response = await work(deps, key, { stop: signal, guard });
  return response === undefined ? { code: "canceled", message: "the run was told to stop" } : toSubGoalAnswer(response);
}

type WorkOptions = { stop: AbortSignal; lease?: Lease; guard?: LeaseGuard | undefined };

/** Executes the run to its end; an ended run is only released. */
async function work(deps: ReactDeps, key: RunKey, working: WorkOptions): Promise<PlanReactResponse | undefined> {
  const { stop, lease, guard = lease?.guard } = working;
  const name = jobKeyOf(key);
  const fresh = deps.fresh.get(name);
  deps.fresh.delete(name);
  const isFresh = fresh !== undefined && (lease === undefined || lease.job.version === 1);
  const run = isFresh ? fresh : await findRun(deps, key);
  if (run === undefined || run.body.status === "ended") {
    if (lease !== undefined) await deps.store.write((tx) => tx.release(lease.job));
    return run?.body.status === "ended" ? toReply(run.body.response, run.body.request) : undefined;
  }
  const log = deps.logs.open(name);
  deps.executing.add(name);
  const emit = (event: ReactEvent): void => log.push(event);
  try {
    const carrying = { run, isFresh, stop, guard, emit, ...compact({ lease }) };
    const response = await traced(deps, run, () => executeRun(deps, carrying));
    // A paused run has no last event: its waiters read the store.
    if (response === undefined) deps.logs.changedElsewhere(name);
    return response === undefined ? undefined : toReply(response, run.body.request);
  } finally {
    deps.executing.delete(name);
    deps.logs.close(name);
  }
}

/** An `invoke_agent` span around the work, without any content. */
function traced(
  { trace, reasoner }: ReactDeps,
  run: StoredRun,
  work: () => Promise<PlanReactResponse | undefined>,
): Promise<PlanReactResponse | undefined> {
  const attributes = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": "planner-react",
    "gen_ai.request.model": reasoner.name,
    "gen_ai.conversation.id": run.body.request.context.session_id ?? run.requestId,
    "planwright.request_id": run.requestId,
    "planwright.tenant": run.tenant,
  };
  const start = { name: "invoke_agent planner-react", kind: "consumer", attributes, parent: run.body.trace } as const;
  return trace.span(
    () => start,
    async (span) => {
      const response = await work();
      if (response !== undefined) describe(span, response);
      return response;
    },
  );
}

function describe(span: Span, { status, error, usage }: PlanReactResponse): void {
  span.set({
    "planwright.react.status": status,
    "planwright.react.steps": usage.steps,
    "planwright.react.tokens_reason": usage.tokens_reason,
    "planwright.react.tokens_answer": usage.tokens_answer,
  });
  if (status !== "ok") span.fail(error?.code ?? status);
}
