import type { NotifyPayload, Topic } from "./listener.ts";
import type { PostgresRow } from "./session.ts";

type ReadRows = (sql: string, values?: readonly unknown[]) => Promise<PostgresRow[]>;

/**
 * Postgres limits a payload to 8,000 bytes and every listener reads all of them; beyond these limits receivers are told
 * to poll.
 */
const most = { bytes: 7_500, payloads: 8 };

/** Sends messages to all listeners: after the commit and batched, since Postgres serialises commits that notify. */
export function createNotifier(by: string, read: ReadRows) {
  let waiting = new Map<string, readonly [Topic, string]>();
  const pings: ((isSent: boolean) => void)[] = [];
  let sending: Promise<void> | undefined;
  const sendAll = async (): Promise<void> => {
    while (waiting.size > 0 || pings.length > 0) {
      const payloads = toPayloads(by, [...waiting.values()]);
      waiting = new Map();
      const sentPings = pings.splice(0);
      const all = "SELECT pg_notify('planwright ' || current_schema(), word) FROM unnest($1::text[]) AS word";
      const isSent = await read(all, [payloads]).then(
        () => true,
        () => false,
      );
      for (const resolve of sentPings) resolve(isSent);
    }
    sending = undefined;
  };
  const begin = (): void => void (sending ??= Promise.resolve().then(sendAll));
  return {
    send(topic: Topic, message: string): void {
      waiting.set(`${topic} ${message}`, [topic, message]);
      begin();
    },
    /** Sends an empty message for the loopback probe; resolves with whether it was sent. */
    ping(): Promise<boolean> {
      const sent = new Promise<boolean>((resolve) => void pings.push(resolve));
      begin();
      return sent;
    },
    idle: async (): Promise<void> => sending,
  };
}

function toPayloads(by: string, words: readonly (readonly [Topic, string])[]): string[] {
  const groups: (readonly [Topic, string])[][] = [[]];
  let bytes = 0;
  for (const word of words) {
    const size = Buffer.byteLength(JSON.stringify(word)) + 1;
    if (bytes + size > most.bytes) {
      groups.push([]);
      bytes = 0;
    }
    groups.at(-1)?.push(word);
    bytes += size;
  }
  const payloads = groups.map((group) => JSON.stringify({ by, messages: group } satisfies NotifyPayload));
  const fits = payloads.length <= most.payloads && payloads.every((one) => Buffer.byteLength(one) < 8_000);
  return fits ? payloads : [JSON.stringify({ by, messages: [], isOverflow: true } satisfies NotifyPayload)];
}
