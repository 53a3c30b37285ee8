import { errorTable } from "../../contracts/errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { errorCodeOf } from "./error-code.ts";

/** One event on the wire. A client sends `id` back as `Last-Event-ID`. */
export type StreamEvent = { id?: string; event: string; data: unknown };

/** Yields events; the stream closes after the last one. */
type EventSource = (signal: AbortSignal) => AsyncIterable<StreamEvent>;

type EventStreamOptions = {
  clock: Clock;
  signal: AbortSignal;
  /** Aborts when the process shuts down; the client is told when to reconnect. */
  stopping?: AbortSignal | undefined;
};

export const heartbeatMs = 15_000;

/** Events buffered for a slow client before the source has to wait. */
const maxBufferedEvents = 64;

/**
 * Server-sent events. A comment line is sent as a heartbeat, so that proxies keep the connection and a dead client is
 * noticed. If the source fails, the stream ends with an `error` event.
 */
export function eventStream(source: EventSource, { clock, signal, stopping }: EventStreamOptions): Response {
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal, ...(stopping === undefined ? [] : [stopping])]);
  const encoder = new TextEncoder();
  const backpressure = createBackpressure(ended);
  const pump = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const send = (text: string): void => {
      if (!stop.signal.aborted) controller.enqueue(encoder.encode(text));
    };
    const canWrite = (): boolean => (controller.desiredSize ?? 0) > 0;
    const beat = heartbeat(clock, () => canWrite() && send(": \n\n"));
    try {
      for await (const event of source(ended)) {
        send(toWire(event));
        beat.reset();
        if (!canWrite()) await backpressure.wait();
      }
      if (ended.aborted) send(`${stopping?.aborted === true ? reconnectDelay : ""}${toWire(errorEvent(ended.reason))}`);
    } catch (error) {
      send(toWire(errorEvent(error)));
    } finally {
      beat.stop();
      backpressure.close();
      if (!stop.signal.aborted) controller.close();
    }
  };
  const body = new ReadableStream<Uint8Array>(
    { start: (controller) => void pump(controller), pull: () => backpressure.open(), cancel: () => stop.abort() },
    { highWaterMark: maxBufferedEvents },
  );
  return new Response(body, { headers });
}

/** Not at once: the load balancer may not have noticed yet. */
const reconnectDelay = "retry: 1000\n";

/** The last event of a stream that broke off. Internal details do not leave the process. */
function errorEvent(error: unknown): StreamEvent {
  const code = errorCodeOf(error);
  const { title, retryable, next } = errorTable[code];
  return { event: "error", data: { code, message: `${title} ${next}`, retryable } };
}

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/** Data is one line of JSON, so no field can break out of its event. */
function toWire({ id, event, data }: StreamEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Waits until the client has read enough, or the stream has ended. */
function createBackpressure(ended: AbortSignal): { open(): void; wait(): Promise<void>; close(): void } {
  let open = (): void => {};
  const wake = (): void => open();
  ended.addEventListener("abort", wake);
  return {
    open: wake,
    wait: () => (ended.aborted ? Promise.resolve() : new Promise((resolve) => (open = resolve))),
    close: () => ended.removeEventListener("abort", wake),
  };
}

function heartbeat(clock: Clock, call: () => unknown): { reset(): void; stop(): void } {
  let cancel = (): void => {};
  const arm = (): void => {
    cancel = clock.setTimer(clock.now() + heartbeatMs, () => {
      call();
      arm();
    });
  };
  arm();
  return {
    reset: () => {
      cancel();
      arm();
    },
    stop: () => cancel(),
  };
}
