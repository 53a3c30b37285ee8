import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type Clock, pause } from "../ports/clock.ts";
import { systemClock } from "../runtime/system-clock.ts";
import type { ShedLoad } from "./http/shed-load.ts";

type Fetch = (request: Request, env?: object) => Response | Promise<Response>;

export type ListenOptions = {
  host: string;
  port: number;
  /** If the port is in use, try the next ten. */
  orNext?: boolean;
  /** How long a stopping server still accepts requests, so that a load balancer notices first. */
  noticeMs?: number;
  /** How long requests in flight may take to finish after that. */
  drainMs?: number;
  wire?: Partial<WireLimits>;
  shedLoad?: ShedLoad | undefined;
  /** For the stop. */
  clock?: Clock;
};

/** Limits on a connection before a request reaches the application. */
type WireLimits = {
  /** Time limits for the headers and for the whole request; slower connections are closed (slow loris). */
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
  /** Longer than a load balancer's idle timeout (a minute): the balancer must close first. */
  keepAliveTimeout: number;
  maxHeaderSize: number;
  maxConnections: number;
};

export const defaultWireLimits: WireLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16 * 1024,
  maxConnections: 10_000,
};

export type RunningServer = {
  url: string;
  port: number;
  /** Sends `Connection: close`, then drains the requests in flight. */
  stop(stages?: StopCallbacks): Promise<void>;
};

/** Called while the server stops: when it no longer accepts connections, and shortly before the rest is cut off. */
type StopCallbacks = { onClosed?: () => void; onLate?: () => void };

/** The accept backlog, as far as the machine allows; Node's default of 511 is too small for one burst. */
const backlog = 4_096;

/** Time for late requests to send their last answer. */
const finalGraceMs = 2_000;

/** Serves the app over HTTP/1.1 with limits that a slow or hostile client cannot stretch. */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<RunningServer> {
  const { host, port, orNext = false, noticeMs = 0, drainMs = 10_000, wire = {}, shedLoad } = options;
  const { clock = systemClock } = options;
  const { maxConnections, ...limits } = { ...defaultWireLimits, ...wire };
  let isStopping = false;
  const answer: Fetch = async (request, env) => {
    const response = await fetch(request, env);
    if (isStopping) response.headers.set("connection", "close");
    return response;
  };
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  const server = createServer({ ...limits, insecureHTTPParser: false }, (incoming, outgoing) => {
    if (shedLoad?.(incoming, outgoing) !== true) void listener(incoming, outgoing);
  });
  server.maxConnections = maxConnections;
  const bound = await bind(server, host, orNext ? Array.from({ length: 11 }, (_, i) => port + i) : [port]);
  const hostInUrl = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${hostInUrl}:${bound}`,
    port: bound,
    async stop(stages = {}) {
      isStopping = true;
      if (noticeMs > 0) await pause(clock, noticeMs, never);
      const lateAt = clock.now() + Math.max(0, drainMs - finalGraceMs);
      const cancelTimers = [
        clock.setTimer(lateAt, () => stages.onLate?.()),
        clock.setTimer(clock.now() + drainMs, () => server.closeAllConnections()),
      ];
      await drain(server, stages);
      for (const cancelTimer of cancelTimers) cancelTimer();
    },
  };
}

async function bind(server: Server, host: string, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    try {
      server.listen({ host, port, backlog });
      await once(server, "listening");
      const address = server.address();
      return address === null || typeof address === "string" ? port : address.port;
    } catch (error) {
      if (!isBusy(error) || port === ports.at(-1)) throw toBindError(error, { host, ports });
    }
  }
  throw new Error("no port to listen on");
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function toBindError(error: unknown, { host, ports }: { host: string; ports: readonly number[] }): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const tried = ports.length === 1 ? `port ${ports[0]}` : `ports ${ports[0]} to ${ports.at(-1)}`;
  if (isBusy(error))
    return new Error(`${tried} of ${host} ${ports.length === 1 ? "is" : "are"} in use. Choose a free one with --port.`);
  if (code === "EACCES")
    return new Error(`${tried} requires more privileges than this user has. Choose one above 1023 with --port.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Error(`${host} is not an address of this machine. Choose one with --host, for example 127.0.0.1.`);
  return error instanceof Error ? error : new Error(String(error));
}

const never = new AbortController().signal;

async function drain(server: Server, { onClosed }: StopCallbacks): Promise<void> {
  const closed = once(server, "close");
  server.close();
  onClosed?.();
  server.closeIdleConnections();
  // Otherwise a connection that has sent its last response stays open for a next request.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await closed;
  clearInterval(sweep);
}
