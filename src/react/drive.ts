import { compact } from "../plan/compact.ts";
import { applyInbox, drain, nextChange, whileLeased } from "../effects/durable-loop.ts";
import { abortCall, createInFlight } from "../effects/in-flight.ts";
import { isConflict } from "../ports/store-error.ts";
import { callTool, type ToolCallResult } from "./call-tool.ts";
import { charge } from "./charge.ts";
import { type Decision, decide, type Outcome, type PendingCall } from "./decide.ts";
import { callKey, type Thinking } from "./fact.ts";
import { deliverResult, type Execution, record } from "./execution.ts";
import { leftOf, type LoopState } from "./loop-state.ts";
import type { ThinkResult } from "./reasoner.ts";
import { stopError } from "./stop.ts";
import { emitAction, emitDelta, emitObservation, emitThinking } from "./emit-events.ts";

/** `paused`: calls wait for approval, and nothing else is left to do. */
type DriveResult = Outcome | { status: "paused" } | undefined;

/**
 * Runs the loop until it ends or pauses; undefined when the process stops first. The reasoner is called while the previous turn is
 * being committed, and only after all earlier turns are durable: a stored answer is never requested again. A write is
 * sent once its effect is durable; reads do not wait.
 */
export function drive(execution: Execution): Promise<DriveResult> {
  return whileLeased(execution, () => decideAndAct(execution)).finally(() => abortAll(execution));
}

async function decideAndAct(execution: Execution): Promise<DriveResult> {
  for (;;) {
    applyInbox(execution);
    if (execution.stop.aborted || execution.failure !== undefined) return drainAll(execution);
    const decision = next(execution);
    if (decision.kind === "end") return decision.outcome;
    if (decision.kind === "pause") return { status: "paused" };
    begin(execution, decision);
    await nextChange(execution, execution.state.deadlineAt);
  }
}

function next(execution: Execution): Decision {
  const { clock, parallel } = execution.parts;
  const isUnderWay = ({ turn, call }: PendingCall): boolean => execution.inFlight.has(callKey(turn, call));
  return decide(execution.state, {
    now: clock.now(),
    isThinking: execution.thinking !== undefined,
    isUnderWay,
    parallel,
  });
}

function begin(execution: Execution, decision: Exclude<Decision, { kind: "end" }>): void {
  if (decision.kind === "think") startThinking(execution, decision);
  if (decision.kind !== "act") return;
  for (const call of decision.calls) startCall(execution, call);
  // The answer is committed while the calls run.
  deliverResult(execution, execution.writer.flush(), { apply: () => undefined });
}

/** Starts committing everything known, and waits for what was known at the previous turn. */
async function waitForEarlierTurns(execution: Execution): Promise<void> {
  const before = execution.saving;
  execution.saving = execution.writer.flush();
  // The next turn or the end sees the failure.
  execution.saving.catch(() => undefined);
  await before;
}

function startThinking(execution: Execution, { turn, format }: Extract<Decision, { kind: "think" }>): void {
  const thinking = new AbortController();
  execution.thinking = thinking;
  const onDelta = emitDelta(execution, turn);
  const think = async (): Promise<ThinkResult> => {
    await waitForEarlierTurns(execution);
    if (thinking.signal.aborted) return { ok: false, error: { code: "aborted", message: "not asked" } };
    const call = { signal: thinking.signal, format, ...compact({ onDelta }) };
    // A reasoner that rejects despite its contract ends the run with an error.
    return execution.parts.reasoner
      .think(execution.state, call)
      .catch(() => ({ ok: false, error: stopError("internal") }));
  };
  deliverResult(execution, think(), {
    apply: (thought) => applyThought(execution, turn, thought),
    onError: () => (execution.thinking = undefined),
  });
}

function applyThought(execution: Execution, turn: number, thought: ThinkResult): void {
  const wasStopped = execution.thinking?.signal.aborted === true;
  execution.thinking = undefined;
  if (thought.ok) {
    const thinking = withoutThoughts(execution.state, charge(thought.said, leftOf(execution.state)));
    record(execution, { kind: "model", turn, thinking });
    emitThinking(execution, turn);
    return;
  }
  // Aborted because the process stops: the next one asks again.
  if (!wasStopped) record(execution, { kind: "failure", ...thought.error });
}

/** Removes thoughts that must not be stored, before anything sees them. */
function withoutThoughts({ request }: LoopState, thinking: Thinking): Thinking {
  if (request.preferences.allow_internal_thought_logging) return thinking;
  return { ...thinking, thought: null, text: thinking.calls.length > 0 ? "" : thinking.text };
}

function startCall(execution: Execution, { turn, call }: PendingCall): void {
  const unit = callKey(turn, call);
  const asked = execution.state.turns[turn]?.calls[call];
  const tool = asked === undefined ? undefined : execution.state.tools.get(asked.tool);
  if (asked === undefined || tool === undefined) return;
  const isRead = tool.spec === undefined || tool.spec.retryClass === "safe";
  const inFlight = createInFlight(isRead ? "read" : "write");
  execution.inFlight.set(unit, inFlight);
  emitAction(execution, turn, call);
  const calling = { unit, toolId: asked.tool, input: asked.input, tool, inFlight };
  deliverResult(execution, ignoreWhenStopping(execution, callTool(execution, calling)), {
    apply: (called) => applyCallResult(execution, { turn, call }, called),
    onError: () => execution.inFlight.delete(unit),
  });
}

/** A call that was not sent because the process stops is left to the next one. */
function ignoreWhenStopping({ stop }: Execution, call: Promise<ToolCallResult>): Promise<ToolCallResult | undefined> {
  return call.catch((error: unknown) => {
    if (!stop.aborted || !isConflict(error)) throw error;
    return undefined;
  });
}

function applyCallResult(execution: Execution, { turn, call }: PendingCall, called: ToolCallResult | undefined): void {
  const unit = callKey(turn, call);
  const inFlight = execution.inFlight.get(unit);
  execution.inFlight.delete(unit);
  if (called === undefined) return;
  const { observation, effect } = called;
  const gaveUp = !observation.ok && (observation.error.code === "canceled" || observation.error.code === "not_sent");
  // A read aborted because the process stops did not happen: the next process repeats it.
  if (gaveUp && inFlight?.kind === "read" && execution.stop.aborted) return;
  if (effect !== undefined) execution.writer.add(execution.ledger.move(effect));
  if (called.draftId !== undefined) {
    const at = execution.parts.clock.now();
    return record(execution, { kind: "pause", turn, call, draftId: called.draftId, at });
  }
  record(execution, { kind: "call", turn, call, observation });
  emitObservation(execution, turn, call);
}

/** What has not finished in time is left to the next process. The same when one call fails. */
async function drainAll(execution: Execution): Promise<undefined> {
  const over = new AbortController();
  const isIdle = (): boolean =>
    over.signal.aborted || (execution.inFlight.size === 0 && execution.thinking === undefined);
  await drain(execution, { isIdle, onTimeout: () => over.abort() });
  if (execution.failure !== undefined) throw execution.failure.error;
  return undefined;
}

function abortAll(execution: Execution): void {
  execution.thinking?.abort();
  for (const call of execution.inFlight.values()) abortCall(call);
}

/** Marks writes without an answer at the end of the loop as unknown: they may have taken effect. */
export function markUnsettled({ ledger, writer }: Execution): void {
  for (const effect of ledger.all())
    if (effect.state === "sent") writer.add(ledger.move({ ...effect, state: "unknown" }));
}
