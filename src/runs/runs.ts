import type { VerbAnswer } from "../contracts/react/verb.ts";
import { callOnce, type KeyedCall } from "./call-once.ts";
import type { PlanPreview } from "../contracts/api/run.ts";
import type { CheckResult } from "../plan/check-result.ts";
import type { Handler, Job } from "../ports/engine.ts";
import type { Choice } from "../ports/fact.ts";
import type { Run } from "../ports/run.ts";
import type { RunQuery, Store } from "../ports/store.ts";
import type { HandOver, Wait } from "../ports/wait.ts";
import { createBoundedCache } from "../plan/bounded-cache.ts";
import { cancelRun } from "./cancel-run.ts";
import { createRun, type FreshRuns, type RunRequest } from "./create-run.ts";
import { decideWait } from "./decide-wait.ts";
import { bufferEvent, createBufferHandler } from "./event-buffer.ts";
import { createDriver } from "./driver.ts";
import type { DriverParts } from "./execution.ts";
import { assignWait, createFollowUpHandler } from "./follow-up-handler.ts";
import { previewPlan, type PreviewRequest } from "./preview/preview-plan.ts";
import { type Replay, replayRun } from "./replay/replay.ts";
import { rerun, type RerunRequest } from "./rerun.ts";
import { type LostWrite, settleEffect } from "./settle-effect.ts";
import { createRunWatch, isSettled, type RunWatch } from "./run-watch.ts";
import { type RunView, viewRun } from "./run-view.ts";
import { type ArrivedEvent, deliverEvent } from "./subscriptions.ts";
import { isJsonObject, type JsonObject } from "../plan/json.ts";
import { fold } from "./fold.ts";
import { prepare, verbOf } from "./prepare.ts";
import type { RunState } from "./run-state.ts";
import type { Unit } from "./unit.ts";

export type RunsParts = Omit<DriverParts, "parallel" | "fresh" | "onChange" | "onStart"> & {
  parallel?: DriverParts["parallel"];
  /** The engine's `anticipate`, if it has one. */
  anticipate?: (job: Job) => void;
  onChange?: DriverParts["onChange"];
};

/** Identifies a run of a tenant. */
type RunRef = { tenant: string; runId: string };

/** Executes plans. */
export interface Runs {
  /** For the engine, under `runQueue`. */
  handler: Handler;
  /** For the engine, under `followUpQueue`: reminders, hand-overs and deadlines. */
  followUpHandler: Handler;
  /** For the engine, under `bufferQueue`: events from before a wait. */
  bufferHandler: Handler;
  /** The plan must be valid; one that can never finish is rejected. */
  create(request: RunRequest): Promise<CheckResult<Run>>;
  /** Previews the plan: reads are made, writes are not. */
  preview(request: PreviewRequest): Promise<CheckResult<PlanPreview>>;
  view(of: RunRef): Promise<RunView | undefined>;
  /** The inputs a step was or would be called with. */
  stepInputs(of: RunRef & { step: string }): Promise<StepInputs | undefined>;
  list(query: RunQuery): Promise<Run[]>;
  /** Cancels the run; calls in flight are aborted, completed work stays. */
  cancel(of: RunRef, why: { by: string; reason: string }): Promise<CheckResult<Run>>;
  waits(tenant: string): Promise<Wait[]>;
  decide(of: { tenant: string; waitId: string }, decision: Choice, by: string): Promise<CheckResult<Wait>>;
  /** Asks another person to decide. */
  assign(of: { tenant: string; waitId: string }, to: Omit<HandOver, "at">): Promise<CheckResult<Wait>>;
  /** Wakes the runs that wait for this event, and stores it for those that may later; returns how many woke at once. */
  deliverEvent(tenant: string, event: ArrivedEvent): Promise<number>;
  /** Executes a call that belongs to no run, a write once for its key. */
  callOnce(call: KeyedCall): Promise<VerbAnswer>;
  /** Creates a run that finds out what became of a write whose sender has ended. */
  settle(lost: LostWrite): Promise<CheckResult<Run>>;
  /** Creates a run that reuses the results before a step and continues from there. */
  rerun(request: RerunRequest): Promise<CheckResult<Run>>;
  /** Replays the stored plan and compares; a full replay is a new run, linked to the old. */
  replay: Replay;
  /** Resolves when the run has ended or waits for a person. */
  settled(of: RunRef, signal?: AbortSignal): Promise<Run | undefined>;
  /** Yields at once, then whenever the run may have changed. Changes while the consumer reads are not missed. */
  changes(runId: string, signal?: AbortSignal): AsyncGenerator<void>;
  /** The run as this process works on it: it may have started while the store still says that it is queued. */
  underWay(runId: string): Run | undefined;
  /** Another process may have changed the run: waiters poll now. Without an id, any run. */
  refresh(runId?: string): void;
}

export function createRuns(parts: RunsParts): Runs {
  const { store, clock, parallel = 8 } = parts;
  const watch = createRunWatch(clock);
  const fresh: FreshRuns = createBoundedCache(1024);
  const onChange = (run: Run): void => {
    parts.onChange?.(run);
    watch.announce(run);
  };
  const onCreate = (run: Run): void => {
    parts.onCreate?.(run);
    watch.announce(run);
  };
  const createParts = { ...parts, fresh, onCreate };
  const settled: Runs["settled"] = async ({ tenant, runId }, signal) => {
    const following = watch.open(runId, isSettled);
    try {
      const known = watch.underWay(runId);
      let run = known?.tenant === tenant ? known : await store.run(tenant, runId);
      for (;;) {
        if (run === undefined || isSettled(run) || signal?.aborted === true) return run;
        run = (await following.next(signal)) ?? (await store.run(tenant, runId));
      }
    } finally {
      following.close();
    }
  };
  return {
    handler: createDriver({ ...parts, parallel, fresh, onChange, onStart: (run) => watch.announce(run) }),
    followUpHandler: createFollowUpHandler(parts),
    bufferHandler: createBufferHandler(parts),
    assign: (of, to) => assignWait(parts, of, to),
    create: (request) => createRun(createParts, request),
    preview: (request) => previewPlan(parts, request),
    view: (of) => viewRun(store, of),
    stepInputs: (of) => stepInputs(store, of),
    list: (query) => store.runs(query),
    cancel: (of, why) => cancelRun(parts, of, why),
    waits: (tenant) => store.waits(tenant, "open"),
    decide: (of, decision, by) => decideWait(parts, of, { decision, by }),
    deliverEvent: (of, event) => bufferEvent(parts, of, event).then(() => deliverEvent(parts, of, event)),
    callOnce: (call) => callOnce(createParts, call),
    settle: (lost) => settleEffect(createParts, lost),
    rerun: (request) => rerun(parts, request),
    replay: (request) => replayRun({ ...parts, settled }, request),
    settled,
    underWay: (runId) => watch.underWay(runId),
    refresh: (runId) => watch.refresh(runId),
    changes: (runId, signal) => changesOf(watch, runId, signal),
  };
}

async function* changesOf(watch: RunWatch, runId: string, signal?: AbortSignal): AsyncGenerator<void> {
  const following = watch.open(runId);
  try {
    for (;;) {
      if (signal?.aborted === true) return;
      yield;
      await following.next(signal);
    }
  } finally {
    following.close();
  }
}

/** The inputs a step was or would be called with; one per item of an iteration. */
type StepInputs = { tool: string; inputs: { item?: number; args?: JsonObject }[] };

async function stepInputs(
  store: Store,
  { tenant, runId, step: id }: { tenant: string; runId: string; step: string },
): Promise<StepInputs | undefined> {
  const run = await store.run(tenant, runId);
  const plan = run === undefined ? undefined : await store.plan(tenant, run.planHash);
  if (plan === undefined) return undefined;
  const state = fold(runId, plan, await store.journal(tenant, runId));
  const found = state.steps.find(({ step }) => step.id === id);
  if (found === undefined) return undefined;
  return { tool: verbOf(found.step) ?? found.step.kind, inputs: found.units.map((unit) => inputOf(state, unit)) };
}

/** Arguments edited by a person replace the plan's. */
function inputOf(state: RunState, unit: Unit): StepInputs["inputs"][number] {
  const place = unit.item === undefined ? {} : { item: unit.item };
  const edits = [...unit.facts.decisions.values()].flatMap(({ decision }) =>
    decision.choice === "edit" ? [decision.args] : [],
  );
  const args = edits.at(-1) ?? preparedArgs(state, unit);
  return args === undefined ? place : { ...place, args };
}

function preparedArgs(state: RunState, unit: Unit): JsonObject | undefined {
  const prepared = prepare(state, unit);
  if (prepared.kind !== "instant") return prepared.args;
  // A step without a call returns its input.
  return prepared.result.ok && isJsonObject(prepared.result.output) ? prepared.result.output : undefined;
}
