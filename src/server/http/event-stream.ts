import { errorTable } from "../../contracts/errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { codeOf } from "./code-of.ts";

/** One event as it goes over the wire. `id` is what a client sends back as `Last-Event-ID`. */
export type StreamEvent = { id?: string; event: string; data: unknown };

/** Gives events until it ends; the stream closes after the last. */
export type EventSource = (signal: AbortSignal) => AsyncIterable<StreamEvent>;

export const heartbeatMs = 15_000;

/**
 * Server-sent events. A comment line goes out when nothing else has for a while, so that proxies keep the connection
 * and a dead client is noticed. Whatever happens to the source, the stream ends with an event that says so.
 */
export function eventStream(source: EventSource, { clock, signal }: { clock: Clock; signal: AbortSignal }): Response {
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const send = (text: string): void => {
        if (!stop.signal.aborted) controller.enqueue(encoder.encode(text));
      };
      const beat = heartbeat(clock, () => send(": \n\n"));
      try {
        for await (const event of source(ended)) {
          send(toWire(event));
          beat.reset();
        }
        if (ended.aborted) send(toWire(broken(ended.reason)));
      } catch (error) {
        send(toWire(broken(error)));
      } finally {
        beat.stop();
        if (!stop.signal.aborted) controller.close();
      }
    },
    cancel: () => stop.abort(),
  });
  return new Response(body, { headers });
}

/** The last event of a stream that did not come to its end. What went wrong inside stays inside. */
function broken(error: unknown): StreamEvent {
  const code = codeOf(error);
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

function heartbeat(clock: Clock, call: () => void): { reset(): void; stop(): void } {
  let cancel = (): void => {};
  const arm = (): void => {
    cancel = clock.wake(clock.now() + heartbeatMs, () => {
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
