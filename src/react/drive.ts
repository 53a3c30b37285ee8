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

/** How long what costs money or writes may take to end when the process stops. */
const drainMs = 10_000;

/**
 * Carries the loop on until it ends; undefined when the process stops before. The reasoner is asked while what the turn
 * before it came to is on its way to the disk, and not before all earlier turns are there: an answer that is there is
 * never asked for again. A write goes out when its effect is durable; reads wait for nothing.
 */
export async function drive(leg: Execution): Promise<Outcome | undefined> {
  const { clock } = leg.parts;
  const takeBack = clock.setTimer(leg.state.deadlineAt, leg.changed.notify);
  leg.stop.addEventListener("abort", leg.changed.notify);
  try {
    for (;;) {
      drainInbox(leg);
      if (leg.stop.aborted || leg.failure !== undefined) return await drain(leg);
      const decision = next(leg);
      if (decision.kind === "end") return decision.outcome;
      begin(leg, decision);
      await leg.changed.wait();
    }
  } finally {
    takeBack();
    leg.stop.removeEventListener("abort", leg.changed.notify);
    abortAll(leg);
  }
}

function next(leg: Execution): Decision {
  const { clock, parallel } = leg.parts;
  const isUnderWay = ({ turn, call }: PendingCall): boolean => leg.inFlight.has(callKey(turn, call));
  return decide(leg.state, { now: clock.now(), isThinking: leg.thinking !== undefined, isUnderWay, parallel });
}

function drainInbox(leg: Execution): void {
  for (const takeIn of leg.inbox.splice(0)) takeIn();
}

function begin(leg: Execution, decision: Exclude<Decision, { kind: "end" }>): void {
  if (decision.kind === "think") startThinking(leg, decision);
  if (decision.kind !== "act") return;
  for (const call of decision.calls) startCall(leg, call);
  // What was answered is on its way to the disk while the calls are made.
  deliverResult(leg, leg.writer.flush(), { apply: () => undefined });
}

/** Begins to make durable all that is known, and waits for what was known when the reasoner was asked last. */
async function waitForEarlierTurns(leg: Execution): Promise<void> {
  const before = leg.saving;
  leg.saving = leg.writer.flush();
  // Whoever waits for it hears of its failure: the next turn, or the end.
  leg.saving.catch(() => undefined);
  await before;
}

function startThinking(leg: Execution, { turn, format }: Extract<Decision, { kind: "think" }>): void {
  const thinking = new AbortController();
  leg.thinking = thinking;
  const onDelta = emitDelta(leg, turn);
  const think = async (): Promise<ThinkResult> => {
    await waitForEarlierTurns(leg);
    if (thinking.signal.aborted) return { ok: false, error: { code: "aborted", message: "not asked" } };
    const call = { signal: thinking.signal, format, ...(onDelta !== undefined && { onDelta }) };
    // A reasoner that breaks its promise not to reject ends the run; it does not keep it from ending.
    return leg.parts.reasoner.think(leg.state, call).catch(() => ({ ok: false, error: stopError("internal") }));
  };
  deliverResult(leg, think(), {
    apply: (thought) => applyThought(leg, turn, thought),
    onError: () => (leg.thinking = undefined),
  });
}

function applyThought(leg: Execution, turn: number, thought: ThinkResult): void {
  const wasStopped = leg.thinking?.signal.aborted === true;
  leg.thinking = undefined;
  if (thought.ok) {
    const thinking = withoutThoughts(leg.state, charge(thought.said, leftOf(leg.state)));
    record(leg, { kind: "model", turn, thinking });
    emitThinking(leg, turn);
    return;
  }
  // Broken off because the process stops: the next one asks again.
  if (!wasStopped) record(leg, { kind: "failure", ...thought.error });
}

/** Where thoughts must not be kept they end here: nothing that comes later ever had them. */
function withoutThoughts({ request }: LoopState, thinking: Thinking): Thinking {
  if (request.preferences.allow_internal_thought_logging) return thinking;
  return { ...thinking, thought: null, text: thinking.calls.length > 0 ? "" : thinking.text };
}

function startCall(leg: Execution, { turn, call }: PendingCall): void {
  const unit = callKey(turn, call);
  const asked = leg.state.turns[turn]?.calls[call];
  const tool = asked === undefined ? undefined : leg.state.tools.get(asked.tool);
  if (asked === undefined || tool === undefined) return;
  const isRead = tool.spec === undefined || tool.spec.retryClass === "safe";
  const inFlight = createInFlight(isRead ? "read" : "write");
  leg.inFlight.set(unit, inFlight);
  emitAction(leg, turn, call);
  const calling = { unit, toolId: asked.tool, input: asked.input, tool, inFlight };
  deliverResult(leg, ignoreWhenStopping(leg, callTool(leg, calling)), {
    apply: (called) => applyCallResult(leg, { turn, call }, called),
    onError: () => leg.inFlight.delete(unit),
  });
}

/** A call that was not let out because the process stops is none; it is left to the next one. */
function ignoreWhenStopping({ stop }: Execution, call: Promise<ToolCallResult>): Promise<ToolCallResult | undefined> {
  return call.catch((error: unknown) => {
    if (!stop.aborted || !isConflict(error)) throw error;
    return undefined;
  });
}

function applyCallResult(leg: Execution, { turn, call }: PendingCall, called: ToolCallResult | undefined): void {
  const unit = callKey(turn, call);
  const inFlight = leg.inFlight.get(unit);
  leg.inFlight.delete(unit);
  if (called === undefined) return;
  const { observation, effect } = called;
  const gaveUp = !observation.ok && (observation.error.code === "canceled" || observation.error.code === "not_sent");
  // A read broken off because the process stops has not happened: the next process repeats it.
  if (gaveUp && inFlight?.kind === "read" && leg.stop.aborted) return;
  if (effect !== undefined) leg.writer.add(leg.ledger.move(effect));
  record(leg, { kind: "call", turn, call, observation });
  emitObservation(leg, turn, call);
}

/**
 * Ends what can be repeated for nothing, gives the rest some time to end by itself, and keeps every answer. What has not
 * ended by then is left to the next process: the ledger knows of every write. Where one call failed the others end so too.
 */
async function drain(leg: Execution): Promise<undefined> {
  const { clock } = leg.parts;
  for (const call of leg.inFlight.values()) if (call.kind === "read") abortCall(call);
  const over = new AbortController();
  const takeBack = clock.setTimer(clock.now() + drainMs, () => {
    over.abort();
    leg.changed.notify();
  });
  while (!over.signal.aborted && (leg.inFlight.size > 0 || leg.thinking !== undefined)) {
    await leg.changed.wait();
    drainInbox(leg);
  }
  takeBack();
  await leg.writer.flush();
  if (leg.failure !== undefined) throw leg.failure.error;
  return undefined;
}

function abortAll(leg: Execution): void {
  leg.thinking?.abort();
  for (const call of leg.inFlight.values()) abortCall(call);
}

/** Writes without an answer when the loop ended, of this process or of one before: they may stand. */
export function markUnsettled({ ledger, writer }: Execution): void {
  for (const effect of ledger.all())
    if (effect.state === "sent") writer.add(ledger.move({ ...effect, state: "unknown" }));
}
