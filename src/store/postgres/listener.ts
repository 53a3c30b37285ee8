import type { Client } from "pg";
import { connectionOf } from "./connections.ts";
import type { Row } from "./session.ts";

/** Words from one process to all others on the same schema. They may be lost: nobody may depend on them. */
export type Listener = {
  /** Sent by and by, those that come together in one. */
  notify(word: string): void;
  /** Connects again when the connection breaks, and calls with nothing then: something may have been missed. */
  listen(call: (words: readonly string[]) => void): () => Promise<void>;
  close(): Promise<void>;
};

type Read = (sql: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Postgres takes 8,000 bytes; more words than fit are left out, and found by looking. */
const mostBytes = 7_500;
const reconnectMs = 1_000;

export function createListener(url: string, read: Read): Listener {
  const stops = new Set<() => Promise<void>>();
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const text = fitting(waiting);
      waiting = [];
      await read("SELECT pg_notify('planwright ' || current_schema(), $1)", [text]).catch(() => undefined);
    }
    sending = undefined;
  };
  return {
    notify(word) {
      waiting.push(word);
      sending ??= Promise.resolve().then(send);
    },
    listen(call) {
      const stop = keepListening(url, call);
      stops.add(stop);
      return stop;
    },
    async close() {
      await sending;
      for (const stop of stops) await stop();
    },
  };
}

function fitting(words: readonly string[]): string {
  const all = JSON.stringify(words);
  return Buffer.byteLength(all) <= mostBytes ? all : "[]";
}

function keepListening(url: string, call: (words: readonly string[]) => void): () => Promise<void> {
  let current: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isOver = false;
  const open = async (): Promise<void> => {
    const { default: pg } = await import("pg");
    const client = new pg.Client({ ...connectionOf(url), statement_timeout: 0, query_timeout: 0 });
    current = client;
    client.on("error", () => undefined);
    client.once("end", again);
    client.on("notification", ({ payload = "[]" }) => call(wordsOf(payload)));
    try {
      await client.connect();
      const { rows } = await client.query<Row>("SELECT quote_ident('planwright ' || current_schema()) AS channel");
      await client.query(`LISTEN ${String(rows[0]?.["channel"])}`);
      call([]);
    } catch {
      await client.end().catch(() => undefined);
    }
  };
  const again = (): void => {
    if (!isOver) retry = setTimeout(() => void (opening = open()), reconnectMs).unref();
  };
  let opening = open();
  return async () => {
    isOver = true;
    clearTimeout(retry);
    await opening;
    await current?.end().catch(() => undefined);
  };
}

function wordsOf(payload: string): string[] {
  const words: unknown = JSON.parse(payload);
  return Array.isArray(words) ? words.map(String) : [];
}
