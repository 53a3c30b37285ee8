import { randomUUID } from "node:crypto";
import { openListenConnection } from "./listen-connection.ts";
import { createNotifier } from "./notifier.ts";
import type { PostgresRow } from "./session.ts";

/** What words are about: each is heard by those who listen for it. */
export type Topic = "job" | "notice";

/** Words from one process to all others on the same schema. They may be lost: nobody may depend on them. */
export type Listener = {
  /** Sent by and by, those that come together in one. */
  notify(topic: Topic, word: string): void;
  /** Calls with what others say, and with nothing where something may have been missed. */
  listen(topic: Topic, call: OnMessages): () => Promise<void>;
  close(): Promise<void>;
};

type OnMessages = (words: readonly string[]) => void;

/** `by` is who says it: nobody needs to hear itself but to know that it hears. */
export type NotifyPayload = { by: string; messages: readonly (readonly [Topic, string])[]; isOverflow?: boolean };

type Read = (sql: string, values?: readonly unknown[]) => Promise<PostgresRow[]>;

export type ListenerParts = {
  url: string;
  read: Read;
  /** How often a process says something to itself, to find out whether it hears. */
  checkMs?: number;
};

/** One connection listens for everybody in the process. */
export function createListener({ url, read, checkMs = 10_000 }: ListenerParts): Listener {
  const own = randomUUID();
  const mouth = createNotifier(own, read);
  const hearers = new Set<{ topic: Topic; call: OnMessages }>();
  const missed = (): void => {
    for (const { call } of hearers) call([]);
  };
  const hear = ({ by, messages: words, isOverflow: isTooMuch = false }: NotifyPayload): boolean => {
    if (by === own) return true;
    if (isTooMuch) missed();
    for (const { topic, call } of hearers) {
      const meant = words.flatMap(([about, word]) => (about === topic ? [word] : []));
      if (meant.length > 0) call(meant);
    }
    return false;
  };
  let ear: ReturnType<typeof openListenConnection> | undefined;
  const closeEar = async (): Promise<void> => {
    const last = ear;
    ear = undefined;
    await last?.close();
  };
  return {
    notify: (topic, word) => mouth.say(topic, word),
    listen(topic, call) {
      const hearer = { topic, call };
      hearers.add(hearer);
      ear ??= openListenConnection({ url, checkMs, onPayload: hear, onMissed: missed, ping: () => mouth.murmur() });
      return async () => {
        hearers.delete(hearer);
        if (hearers.size === 0) await closeEar();
      };
    },
    async close() {
      await mouth.silent();
      await closeEar();
    },
  };
}
