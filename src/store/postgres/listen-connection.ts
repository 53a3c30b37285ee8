import type { Socket } from "node:net";
import type { Client } from "pg";
import { connectionOf } from "./connections.ts";
import { createLoopbackProbe } from "./loopback-probe.ts";
import type { NotifyPayload } from "./listener.ts";
import type { PostgresRow } from "./session.ts";

export type ListenConnectionParts = {
  url: string;
  checkMs: number;
  /** Whether it was this process that said it. */
  onPayload: (payload: NotifyPayload) => boolean;
  onMissed: () => void;
  /** Says something that this process would hear, over another connection; tells whether it was said. */
  ping: () => Promise<boolean>;
};

const reconnectMs = 1_000;
/** How long it may take to begin. */
const openMs = 10_000;
/** How long the server has to say goodbye. */
const graceMs = 2_000;

/**
 * A connection that listens. It is made again when it breaks, when it does not answer, and when it has not heard what this
 * process itself said: a pooler or a firewall in between may be silent about it. Whenever it begins, something may have
 * been missed.
 */
export function openListenConnection({
  url,
  checkMs,
  onPayload: hear,
  onMissed: missed,
  ping: murmur,
}: ListenConnectionParts): { close(): Promise<void> } {
  let current: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isOver = false;
  let isAnswered = true;
  let listening: Client | undefined;
  let openedAt = 0;
  const echo = createLoopbackProbe(murmur, checkMs / 2);
  const open = async (): Promise<void> => {
    const { default: pg } = await import("pg");
    const client = new pg.Client({ ...connectionOf(url), statement_timeout: 0, query_timeout: 0 });
    current = client;
    openedAt = performance.now();
    client.on("error", () => undefined);
    client.once("end", again);
    client.on("notification", ({ payload = "" }) => {
      const said = toPayload(payload);
      if (said === undefined) missed();
      else if (hear(said)) echo.received();
    });
    try {
      await client.connect();
      const { rows } = await client.query<PostgresRow>(
        "SELECT quote_ident('planwright ' || current_schema()) AS channel",
      );
      await client.query(`LISTEN ${String(rows[0]?.["channel"])}`);
      [listening, isAnswered] = [client, true];
      echo.received();
      missed();
    } catch {
      await client.end().catch(() => undefined);
    }
  };
  const again = (): void => {
    listening = undefined;
    if (!isOver) retry = setTimeout(() => void (opening = open()), reconnectMs).unref();
  };
  const check = setInterval(() => {
    if (listening === undefined) return performance.now() - openedAt > openMs ? drop(current) : undefined;
    if (!isAnswered || !echo.isAlive()) return drop(listening);
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

/** Breaks the connection off: one whose other end is gone would wait for its answer. */
function drop(client: Client | undefined): void {
  const { connection } = (client ?? {}) as { connection?: { stream: Socket } }; // the driver has it, its types do not
  connection?.stream.destroy();
}

/** Anybody who reaches the database may say anything there. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined where it is not as this release says it: another release is told by the same channel. */
function toPayload(text: string): NotifyPayload | undefined {
  const payload = parsed(text);
  const isOurs =
    typeof payload === "object" &&
    payload !== null &&
    "by" in payload &&
    "messages" in payload &&
    Array.isArray(payload.messages);
  return isOurs ? (payload as NotifyPayload) : undefined; // made by `toPayloads`
}
