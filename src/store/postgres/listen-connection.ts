import { loadOptional } from "../../ports/optional-package.ts";
import { Socket } from "node:net";
import type { Client } from "pg";
import { connectionOf } from "./connections.ts";
import type { NotifyPayload } from "./listener.ts";
import type { PostgresRow } from "./session.ts";
import { isJsonObject } from "../../plan/json.ts";

type ListenConnectionParts = {
  url: string;
  checkMs: number;
  /** Returns whether this process sent the payload. */
  onPayload: (payload: NotifyPayload) => boolean;
  onMissed: () => void;
  /**
   * Sends a notification that this process would receive, over another connection; resolves with whether it was sent.
   */
  ping: () => Promise<boolean>;
};

const reconnectMs = 1_000;
/** How long connecting may take. */
const openMs = 10_000;
/** How long closing may take. */
const graceMs = 2_000;

/**
 * A connection that listens for notifications. It reconnects when it breaks, does not answer, or does not receive this
 * process's own pings: a pooler or firewall may drop notifications silently. After every connect, some notifications may
 * have been missed.
 */
export function openListenConnection(parts: ListenConnectionParts): { close(): Promise<void> } {
  const { url, checkMs, onPayload, onMissed, ping } = parts;
  let current: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isOver = false;
  let isAnswered = true;
  let listening: Client | undefined;
  let openedAt = 0;
  const probe = createLoopbackProbe(ping, checkMs / 2);
  const open = async (): Promise<void> => {
    const { default: pg } = await loadOptional("pg", "PostgreSQL", () => import("pg"));
    const client = new pg.Client({ ...connectionOf(url), statement_timeout: 0, query_timeout: 0 });
    current = client;
    openedAt = performance.now();
    client.on("error", () => undefined);
    client.once("end", reconnect);
    client.on("notification", ({ payload = "" }) => {
      const message = toPayload(payload);
      if (message === undefined) onMissed();
      else if (onPayload(message)) probe.received();
    });
    try {
      await client.connect();
      const { rows } = await client.query<PostgresRow>(
        "SELECT quote_ident('planwright ' || current_schema()) AS channel",
      );
      await client.query(`LISTEN ${String(rows[0]?.["channel"])}`);
      [listening, isAnswered] = [client, true];
      probe.received();
      onMissed();
    } catch {
      await client.end().catch(() => undefined);
    }
  };
  const reconnect = (): void => {
    listening = undefined;
    if (!isOver) retry = setTimeout(() => void (opening = open()), reconnectMs).unref();
  };
  const check = setInterval(() => {
    if (listening === undefined) return performance.now() - openedAt > openMs ? drop(current) : undefined;
    if (!isAnswered || !probe.isAlive()) return drop(listening);
    isAnswered = false;
    void listening.query("SELECT 1").then(
      () => (isAnswered = true),
      () => undefined,
    );
  }, checkMs).unref();
  let opening = open();
  return {
    async close() {
      isOver = true;
      clearInterval(check);
      clearTimeout(retry);
      const last = setTimeout(() => drop(current), graceMs);
      await opening;
      await current?.end().catch(() => undefined);
      clearTimeout(last);
    },
  };
}

/** Destroys the socket: a graceful close would wait for an unreachable peer. */
function drop(client: Client | undefined): void {
  // The driver has the connection, its types do not.
  const connection = client !== undefined && "connection" in client ? client.connection : undefined;
  if (typeof connection === "object" && connection !== null && "stream" in connection)
    if (connection.stream instanceof Socket) connection.stream.destroy();
}

/** Anyone with access to the database can send payloads. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for payloads of another format: other releases share the channel. */
function toPayload(text: string): NotifyPayload | undefined {
  const payload = parsed(text);
  return isPayload(payload) ? payload : undefined;
}

function isPayload(value: unknown): value is NotifyPayload {
  return isJsonObject(value) && typeof value["by"] === "string" && Array.isArray(value["messages"]);
}

/** Checks whether a process receives its own notifications. */
type LoopbackProbe = {
  /** Called when an own notification arrived, or after a reconnect, which resets the probe. */
  received(): void;
  /** False when a ping should have arrived by now; otherwise sends one unless one is pending. */
  isAlive(): boolean;
};

/**
 * Only a sent ping can be missed. `ping` queues behind the process's other queries, so a slow database is not taken for
 * a dead connection. It resolves with whether it was sent.
 */
function createLoopbackProbe(ping: () => Promise<boolean>, settleWaitMs: number): LoopbackProbe {
  let last: { sentAt?: number } | undefined;
  const send = async (): Promise<void> => {
    const own = {};
    last = own;
    const isSent = await ping();
    if (last === own) last = isSent ? { sentAt: performance.now() } : undefined;
  };
  return {
    received: () => void (last = undefined),
    isAlive() {
      if (last?.sentAt !== undefined && performance.now() - last.sentAt >= settleWaitMs) return false;
      if (last === undefined) void send();
      return true;
    },
  };
}
