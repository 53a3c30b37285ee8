import type { PlanReactResponse } from "../contracts/react/plan-react.ts";
import type { ReactEvent } from "../contracts/react/react-event.ts";
import { createLedger } from "../effects/ledger.ts";
import { createLeasedWriter } from "../effects/durable-loop.ts";
import type { LeaseGuard, Lease } from "../ports/engine.ts";
import type { EffectRecord } from "../ports/effect-record.ts";
import type { JsonObject } from "../plan/json.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import { effectOwner } from "./call-tool.ts";
import { drive, markUnsettled } from "./drive.ts";
import { callKey, type Fact } from "./fact.ts";
import { createExecution, deliverResult, type Execution, type LoopParts, record } from "./execution.ts";
import { stopError } from "./stop.ts";
import { applyFact, type LoopState, subGoalTool } from "./loop-state.ts";
import { toReply, toResponse } from "./respond.ts";
import { cancelKey, factId, factKind, readFact, type StoredRun, toFactRecord, toRunRecord } from "./run-record.ts";
import { addToSession } from "./sessions.ts";
import { emptyState, storedState } from "./stored-state.ts";
import { eventsOf } from "./emit-events.ts";

export type DurableParts = LoopParts & {
  store: Store;
  log: Log;
  /** Finds out what became of a write that the run ended without knowing. */
  settle?: ((lost: UnknownWrite) => Promise<void>) | undefined;
};

/** A write of a run that has ended. */
export type UnknownWrite = {
  requestId: string;
  principal?: string | undefined;
  effect: EffectRecord;
  input: JsonObject;
};

type RunWork = {
  run: StoredRun;
  /** Whether the run has not started yet: there is nothing to read. */
  isFresh: boolean;
  stop: AbortSignal;
  /** Absent when no other worker can take the run. */
  guard: LeaseGuard | undefined;
  /** Its job is released together with the end of the run. */
  lease?: Lease;
  emit: (event: ReactEvent) => void;
};

/** Continues a stored run from its facts to its end; undefined when the process stops first. */
export async function executeRun(parts: DurableParts, work: RunWork): Promise<PlanReactResponse | undefined> {
  const run = work.isFresh ? { ...work.run, version: work.run.version + 1 } : work.run;
  const telling = createEventSink(work.emit);
  let execution: Execution | undefined;
  let isWoken = false;
  work.lease?.onWake(() => {
    isWoken = true;
    if (execution !== undefined) readCancellation(execution, parts.store);
  });
  const { emit } = telling;
  const state = work.isFresh ? emptyState(parts.verbs, run) : await storedState(parts, run);
  emit(startEvent(state));
  for (const event of eventsOf(state)) emit(event);
  const effects = work.isFresh ? [] : await parts.store.effects(run.tenant, effectOwner(run.requestId));
  const { store, clock, log } = parts;
  const subject = { react: run.requestId };
  const writer = createLeasedWriter({ store, clock, log, stop: work.stop, job: work.lease?.job, subject });
  // Work may start while the run is being stored: if that fails, none of this is stored either.
  if (work.isFresh) writer.add((tx) => tx.putRecord(toRunRecord(run, run.body), work.run.version));
  const appendFact = (key: string, fact: Fact): void =>
    writer.add((tx) => tx.putRecord(toFactRecord(run, key, fact), 0));
  execution = createExecution({
    parts,
    state,
    ledger: createLedger(effects),
    writer,
    keep: appendFact,
    emit,
    guard: work.guard,
    stop: work.stop,
    mayPause: work.lease !== undefined && run.body.request.caller !== "agent-daemon",
  });
  if (isWoken) readCancellation(execution, store);
  if (!work.isFresh) await observeDecisions(execution);
  const outcome = await drive(execution);
  if (outcome === undefined) return undefined;
  if (outcome.status === "paused") return await suspend(execution, { parts, work: { ...work, run } });
  const response = toResponse(state, outcome, parts.clock.now());
  await close(execution, { parts, work: { ...work, run }, response });
  emitEnd(state, response, telling);
  return response;
}

/** Another process enqueued the job of the run, perhaps to cancel it. */
function readCancellation(execution: Execution, store: Store): void {
  const { tenant, requestId } = execution.state;
  deliverResult(execution, store.record({ tenant, kind: factKind, id: factId(requestId, cancelKey) }), {
    apply: (found) => found !== undefined && applyFact(execution.state, readFact(found)),
  });
}

/** Calls whose Draft was decided since have their observation. */
async function observeDecisions(execution: Execution): Promise<void> {
  const { state, parts } = execution;
  for (const [turn, { calls }] of state.turns.entries())
    for (const [call, { paused, observation: known, input }] of calls.entries()) {
      if (paused === undefined || known !== undefined) continue;
      const observation = await parts.approvals?.decided(state.tenant, paused.draftId, input);
      const pausedMs = Math.max(0, parts.clock.now() - paused.at);
      if (observation !== undefined) record(execution, { kind: "call", turn, call, observation, pausedMs });
    }
}

/** A decision wakes the run. The run checks again, in case that wake-up came too early. */
const recheckMs = 3_600_000;

/** Ends the execution until a Draft is decided. Nothing is held in memory; callers get the answer so far. */
async function suspend(
  execution: Execution,
  { parts, work: { run, lease } }: Omit<RunClosing, "response">,
): Promise<undefined> {
  const { clock, approvals } = parts;
  const { state, writer } = execution;
  const waiting = { status: "error", error: stopError("awaits_approval") } as const;
  const paused = toResponse(state, waiting, clock.now());
  const calls = state.turns.flatMap((turn) => turn.calls);
  const decided = await Promise.all(
    calls.map(async ({ paused, input }) => paused && approvals?.decided(state.tenant, paused.draftId, input)),
  );
  const isDecided = decided.some((one) => one !== undefined);
  writer.add((tx) => {
    const now = clock.now();
    if (run.body.status === "running") tx.putRecord(toRunRecord(run, { ...run.body, paused }), run.version);
    if (lease !== undefined) tx.release(lease.job, { dueAt: isDecided ? now : now + recheckMs, now });
  });
  await writer.flush();
  return undefined;
}

type RunClosing = { parts: DurableParts; work: RunWork; response: PlanReactResponse };

/** The end of the run, the last facts and the job's release are one transaction; the session is updated before. */
async function close(execution: Execution, { parts, work: { run, lease }, response }: RunClosing): Promise<void> {
  if (run.body.status === "ended") return;
  const { status: _status, paused: _paused, ...head } = run.body;
  const { goal, context } = run.body.request;
  const said = { user: goal.metadata.user_message ?? goal.description, assistant: response.final_answer.content };
  if (context.session_id !== undefined)
    await addToSession(parts.store, { run, sessionId: context.session_id, ...said });
  markUnsettled(execution);
  await settleUnknown(execution, parts.settle);
  execution.writer.add((tx) => {
    tx.putRecord(toRunRecord(run, { ...head, status: "ended", response }), run.version);
    if (lease !== undefined) tx.release(lease.job);
  });
  await execution.writer.flush();
}

/** Emits the answer, in one piece unless it was streamed, and the last event. */
export function emitEnd(
  state: LoopState,
  response: PlanReactResponse,
  { emit, streamedTurns: turns }: EventSink,
): void {
  const turn = Math.max(0, state.turns.length - 1);
  const { content } = response.final_answer;
  const wasStreamed = turns.has(turn) && state.turns[turn]?.thinking.text === content;
  if (!wasStreamed) emit({ type: "text_delta", turn, text: content });
  emit({ type: "answer", turn, final_answer: response.final_answer });
  emit({ type: "end", response: toReply(response, state.request) });
}

type EventSink = {
  emit: (event: ReactEvent) => void;
  /** Turns whose text was streamed. */ streamedTurns: Set<number>;
};

export function createEventSink(emit: (event: ReactEvent) => void): EventSink {
  const told = new Set<number>();
  return {
    streamedTurns: told,
    emit(event) {
      if (event.type === "text_delta") told.add(event.turn);
      emit(event);
    },
  };
}

export function startEvent({ requestId, request: { context } }: LoopState): ReactEvent {
  const session = context.session_id === undefined ? {} : { session_id: context.session_id };
  return { type: "start", request_id: requestId, ...session };
}

/** What the run does not know at its end is left to a person, or to a tool that can tell. */
async function settleUnknown({ ledger, writer, state }: Execution, settle: DurableParts["settle"]): Promise<void> {
  const { requestId, principal, turns } = state;
  const inputs = turns.flatMap(({ calls }, turn) =>
    calls.map(({ input }, call) => [callKey(turn, call), input] as const),
  );
  const known = new Map(inputs);
  // A sub-goal settles its own calls.
  const lost = ledger.all().filter((effect) => effect.state === "unknown" && effect.verb !== subGoalTool);
  if (settle === undefined || lost.length === 0) return;
  await writer.flush();
  for (const effect of lost) await settle({ requestId, principal, effect, input: known.get(effect.unit) ?? {} });
}
