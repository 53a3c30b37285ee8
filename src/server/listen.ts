import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import type { TurnAway } from "./http/turn-away.ts";

export type Fetch = (request: Request) => Response | Promise<Response>;

export type ListenOptions = {
  host: string;
  port: number;
  /** Where the port is busy, take the next free one of the following ten. */
  orNext?: boolean;
  /** How long a server that stops still takes requests, so that a balancer notices first. */
  noticeMs?: number;
  /** How long requests under way may take to finish after that. */
  drainMs?: number;
  wire?: Partial<WireLimits>;
  turnAway?: TurnAway | undefined;
};

/** What a connection may cost before anything of ours has seen a request. */
export type WireLimits = {
  /** Headers within this time and the whole request within the other, or the connection is closed: no slow loris. */
  headersTimeout: number;
  requestTimeout: number;
  connectionsCheckingInterval: number;
  /** Longer than balancers keep an idle connection, which is a minute: who closes it first must not be us. */
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

export type Listening = {
  url: string;
  port: number;
  /** First asks clients to leave, with `Connection: close`; then lets requests under way finish. */
  stop(stages?: Stages): Promise<void>;
};

/** Told as the server stops: it listens no more; what is not answered now will not be. */
export type Stages = { onClosed?: () => void; onLate?: () => void };

/** Connections that may wait to be taken, as far as the machine allows; the driver's own 511 are one burst. */
const backlog = 4_096;

/** What is told to end at the last moment has this long to say so. */
const lastWordMs = 2_000;

/** Serves the app over HTTP/1.1 with limits that a slow or hostile client cannot stretch. */
export async function listen(
  fetch: Fetch,
  { host, port, orNext = false, noticeMs = 0, drainMs = 10_000, wire = {}, turnAway }: ListenOptions,
): Promise<Listening> {
  const { maxConnections, ...limits } = { ...defaultWireLimits, ...wire };
  let isLeaving = false;
  const answer: Fetch = async (request) => {
    const response = await fetch(request);
    if (isLeaving) response.headers.set("connection", "close");
    return response;
  };
  const listener = getRequestListener(answer, { overrideGlobalObjects: false });
  const server = createServer({ ...limits, insecureHTTPParser: false }, (incoming, outgoing) => {
    if (turnAway?.(incoming, outgoing) !== true) void listener(incoming, outgoing);
  });
  server.maxConnections = maxConnections;
  const bound = await bind(server, host, orNext ? Array.from({ length: 11 }, (_, i) => port + i) : [port]);
  const shown = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${shown}:${bound}`,
    port: bound,
    async stop(stages = {}) {
      isLeaving = true;
      if (noticeMs > 0) await pause(noticeMs);
      await drain(server, drainMs, stages);
    },
  };
}

async function bind(server: Server, host: string, ports: readonly number[]): Promise<number> {
  for (const port of ports) {
    try {
      server.listen({ host, port, backlog });
      await once(server, "listening");
      const address = server.address() as AddressInfo; // a TCP server that listens has one
      return address.port;
    } catch (error) {
      if (!isBusy(error) || port === ports.at(-1)) throw toBindError(error, { host, ports });
    }
  }
  throw new Error("there is no port to listen on");
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function toBindError(error: unknown, { host, ports }: { host: string; ports: readonly number[] }): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const tried = ports.length === 1 ? `port ${ports[0]}` : `ports ${ports[0]} to ${ports.at(-1)}`;
  if (isBusy(error))
    return new Error(`${tried} of ${host} ${ports.length === 1 ? "is" : "are"} in use. Name a free one with --port.`);
  if (code === "EACCES")
    return new Error(`${tried} needs more rights than this user has. Name one above 1023 with --port.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new Error(`${host} is no address of this machine. Name one with --host, such as 127.0.0.1.`);
  return error instanceof Error ? error : new Error(String(error));
}

async function drain(server: Server, drainMs: number, { onClosed, onLate }: Stages): Promise<void> {
  const closed = once(server, "close");
  server.close();
  onClosed?.();
  server.closeIdleConnections();
  // A connection whose last answer has gone out would otherwise be kept for a next request that nobody takes.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const late = setTimeout(() => onLate?.(), drainMs - lastWordMs).unref();
  const tooLate = setTimeout(() => server.closeAllConnections(), drainMs).unref();
  await closed;
  clearInterval(sweep);
  clearTimeout(late);
  clearTimeout(tooLate);
}
