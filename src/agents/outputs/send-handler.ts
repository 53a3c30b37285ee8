import { compact } from "../../plan/compact.ts";
import type { OutputOutcome } from "../../contracts/react/agent-run.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Handler } from "../../ports/engine.ts";
import { isConflict } from "../../ports/store-error.ts";
import type { Store, Tx } from "../../ports/store.ts";
import { isNotified, outputOf, Send } from "./outputs.ts";
import { type AgentDeps, jobKey, kinds } from "../agent-deps.ts";
import { toJson } from "../../plan/json.ts";
import { putRun, readRun } from "../records.ts";
import { runInOrder } from "../run-in-order.ts";
import type { AgentRun } from "../runs/agent-run.ts";

/** Sends a message to the outside. Rejects on failure. */
export type Sender = (send: Send, call: { tenant: string; signal: AbortSignal }) => Promise<void>;

/** Pauses between the attempts of a webhook. */
const retryMs = [5_000, 60_000, 600_000, 3_600_000, 21_600_000];

/**
 * Sends a run's messages at most once: each is marked before it is sent, and an interrupted one is not sent again. Webhooks
 * are retried, because their receivers recognise a repeated id.
 */
export function createSendHandler({ store, clock, log, sender }: AgentDeps & { sender: Sender }): Handler {
  return async ({ job, signal }) => {
    const { tenant } = job;
    const record = await store.record({ tenant, kind: kinds.output, id: job.key });
    const send = record === undefined ? undefined : Send.parse(record.body);
    if (record === undefined || send === undefined || send.state === "sent" || send.state === "failed")
      return await store.write((tx) => tx.release(job));
    const { version, ...kept } = record;
    const mark = (tx: Tx, value: Send, was: number): void =>
      tx.putRecord({ ...kept, status: value.state, body: toJson(value) }, was);
    const put = (value: Send, was: number, pauseMs?: number): Promise<void> =>
      changeRun(store, { tenant, runId: send.runId, sent: value }, (tx) => {
        mark(tx, value, was);
        const now = clock.now();
        tx.release(job, pauseMs === undefined ? undefined : { dueAt: now + pauseMs, now });
      });
    const isRepeatable = send.to.kind === "webhook";
    if (send.state === "sending" && !isRepeatable) {
      const why = "The process ended while it was being sent; it may have arrived, and is not sent again.";
      return await put({ ...send, state: "failed", why }, version);
    }
    await store.write((tx) => mark(tx, { ...send, state: "sending" }, version));
    const late = lateAfter(signal, clock);
    const why = await sender(send, { tenant, signal: late.signal }).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    late.clear();
    if (why !== undefined)
      log.warn("sending an agent's message failed", {
        event: "agents.send_failed",
        agent: send.agentId,
        to: send.to.kind,
        why,
      });
    if (why === undefined) return await put({ ...send, state: "sent" }, version + 1);
    const attempts = (send.attempts ?? 0) + 1;
    const pauseMs = isRepeatable ? retryMs[attempts - 1] : undefined;
    const state = pauseMs === undefined ? "failed" : "waiting";
    return await put({ ...send, state, why, attempts }, version + 1, pauseMs);
  };
}

type SentMessage = { tenant: string; runId: string; sent: Send };

/** Writes the outcome of a message into the record of its run. Messages of one run end at the same time: a conflict is retried. */
async function changeRun(store: Store, { tenant, runId, sent }: SentMessage, also: (tx: Tx) => void): Promise<void> {
  const write = async (): Promise<void> => {
    const run = await readRun(store, tenant, runId);
    await store.write((tx) => {
      also(tx);
      if (run !== undefined) putRun(tx, tenant, { value: withOutcome(run.value, sent), version: run.version });
    });
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runInOrder(store, jobKey(tenant, runId), write);
    } catch (error) {
      if (!isConflict(error) || attempt >= maxMessages) throw error;
    }
  }
}

/** A run sends at most one message for each output. */
const maxMessages = 3;

function withOutcome(run: AgentRun, sent: Send): AgentRun {
  if (run.record === undefined) return run;
  const { state, why } = sent;
  const ended = state === "sending" ? "waiting" : state;
  const outputs = (run.record.result_summary.outputs ?? []).map((one): OutputOutcome =>
    one.output === outputOf(sent) ? compact({ output: one.output, state: ended, detail: why }) : one,
  );
  const notifications_sent = run.record.result_summary.notifications_sent || isNotified(outputs);
  return {
    ...run,
    record: { ...run.record, result_summary: { ...run.record.result_summary, notifications_sent, outputs } },
  };
}

/** How long a message in flight may take when the process stops. */
const drainMs = 10_000;

/** A restart does not abort a message in flight: nobody would know whether it arrived. */
function lateAfter(stop: AbortSignal, clock: Clock): { signal: AbortSignal; clear(): void } {
  const late = new AbortController();
  let cancelTimer = (): void => undefined;
  const begin = (): void => void (cancelTimer = clock.setTimer(clock.now() + drainMs, () => late.abort()));
  if (stop.aborted) begin();
  else stop.addEventListener("abort", begin, { once: true });
  return {
    signal: late.signal,
    clear() {
      stop.removeEventListener("abort", begin);
      cancelTimer();
    },
  };
}
