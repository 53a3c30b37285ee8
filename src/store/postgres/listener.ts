import { randomUUID } from "node:crypto";
import { openListenConnection } from "./listen-connection.ts";
import { createNotifier } from "./notifier.ts";
import type { PostgresRow } from "./session.ts";

/** The topic of a message. */
export type Topic = "job" | "notice";

/** Best-effort messages to all processes on the same schema. They may be lost, so nothing may depend on them. */
export type Listener = {
  /** Sends asynchronously; messages queued together share a notification. */
  notify(topic: Topic, word: string): void;
  /** Calls back with messages of other processes, or with none when some may have been missed. */
  listen(topic: Topic, call: OnMessages): () => Promise<void>;
  close(): Promise<void>;
};

type OnMessages = (words: readonly string[]) => void;

/** `by` is the sender: processes ignore their own messages, except to check that they arrive. */
export type NotifyPayload = { by: string; messages: readonly (readonly [Topic, string])[]; isOverflow?: boolean };

type ReadRows = (sql: string, values?: readonly unknown[]) => Promise<PostgresRow[]>;

type ListenerParts = {
  url: string;
  read: ReadRows;
  /** How often a process pings itself to check that it receives notifications. */
  checkMs?: number;
};

/** One connection listens for the whole process. */
export function createListener({ url, read, checkMs = 10_000 }: ListenerParts): Listener {
  const own = randomUUID();
  const notifier = createNotifier(own, read);
  const subscribers = new Set<{ topic: Topic; call: OnMessages }>();
  const onMissed = (): void => {
    for (const { call } of subscribers) call([]);
  };
  const onNotify = ({ by, messages: words, isOverflow: isTooMuch = false }: NotifyPayload): boolean => {
    if (by === own) return true;
    if (isTooMuch) onMissed();
    for (const { topic, call } of subscribers) {
      const meant = words.flatMap(([about, word]) => (about === topic ? [word] : []));
      if (meant.length > 0) call(meant);
    }
    return false;
  };
  let connection: ReturnType<typeof openListenConnection> | undefined;
  const closeConnection = async (): Promise<void> => {
    const last = connection;
    connection = undefined;
    await last?.close();
  };
  return {
    notify: (topic, word) => notifier.send(topic, word),
    listen(topic, call) {
      const subscriber = { topic, call };
      subscribers.add(subscriber);
      connection ??= openListenConnection({
        url,
        checkMs,
        onPayload: onNotify,
        onMissed: onMissed,
        ping: () => notifier.ping(),
      });
      return async () => {
        subscribers.delete(subscriber);
        if (subscribers.size === 0) await closeConnection();
      };
    },
    async close() {
      await notifier.idle();
      await closeConnection();
    },
  };
}
