import { errorTable } from "../../contracts/errors.ts";
import type { Clock } from "../../ports/clock.ts";
import { codeOf } from "./code-of.ts";

/** One event as it goes over the wire. `id` is what a client sends back as `Last-Event-ID`. */
export type StreamEvent = { id?: string; event: string; data: unknown };

/** Gives events until it ends; the stream closes after the last. */
export type EventSource = (signal: AbortSignal) => AsyncIterable<StreamEvent>;

export type StreamParts = {
  clock: Clock;
  signal: AbortSignal;
  /** The process ends: the client is told when to come back. */
  stopping?: AbortSignal | undefined;
};

export const heartbeatMs = 15_000;

/** So many events wait for a slow client; then the source waits too. */
const mostUnread = 64;

/**
 * Server-sent events. A comment line goes out when nothing else has for a while, so that proxies keep the connection
 * and a dead client is noticed. Whatever happens to the source, the stream ends with an event that says so.
 */
export function eventStream(source: EventSource, { clock, signal, stopping }: StreamParts): Response {
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal, ...(stopping === undefined ? [] : [stopping])]);
  const encoder = new TextEncoder();
  const room = createRoom(ended);
  const pump = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const send = (text: string): void => {
      if (!stop.signal.aborted) controller.enqueue(encoder.encode(text));
    };
    const hasRoom = (): boolean => (controller.desiredSize ?? 0) > 0;
    const beat = heartbeat(clock, () => hasRoom() && send(": \n\n"));
    try {
      for await (const event of source(ended)) {
        send(toWire(event));
        beat.reset();
        if (!hasRoom()) await room.wait();
      }
      if (ended.aborted) send(`${stopping?.aborted === true ? comeBack : ""}${toWire(broken(ended.reason))}`);
    } catch (error) {
      send(toWire(broken(error)));
    } finally {
      beat.stop();
      room.close();
      if (!stop.signal.aborted) controller.close();
    }
  };
  const body = new ReadableStream<Uint8Array>(
    { start: (controller) => void pump(controller), pull: () => room.open(), cancel: () => stop.abort() },
    { highWaterMark: mostUnread },
  );
  return new Response(body, { headers });
}

/** Not at once: the balancer may not have noticed yet. */
const comeBack = "retry: 1000\n";

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

/** Somebody waits until there is room, or until nobody needs it any more. */
function createRoom(ended: AbortSignal): { open(): void; wait(): Promise<void>; close(): void } {
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
