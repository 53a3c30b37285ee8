import type { NotifyPayload, Topic } from "./listener.ts";
import type { PostgresRow } from "./session.ts";

type Read = (sql: string, values?: readonly unknown[]) => Promise<PostgresRow[]>;

/** Postgres takes 8,000 bytes a word, and all listeners read all of it: more than this is left to be found by looking. */
const most = { bytes: 7_500, payloads: 8 };

/** Says words to all who listen: after the commit, and many at a time, since Postgres lets commits that notify pass singly. */
export function createNotifier(by: string, read: Read) {
  let waiting = new Map<string, readonly [Topic, string]>();
  const murmurs: ((isSaid: boolean) => void)[] = [];
  let saying: Promise<void> | undefined;
  const sayAll = async (): Promise<void> => {
    while (waiting.size > 0 || murmurs.length > 0) {
      const payloads = toPayloads(by, [...waiting.values()]);
      waiting = new Map();
      const murmured = murmurs.splice(0);
      const all = "SELECT pg_notify('planwright ' || current_schema(), word) FROM unnest($1::text[]) AS word";
      const isSaid = await read(all, [payloads]).then(
        () => true,
        () => false,
      );
      for (const tell of murmured) tell(isSaid);
    }
    saying = undefined;
  };
  const begin = (): void => void (saying ??= Promise.resolve().then(sayAll));
  return {
    say(topic: Topic, word: string): void {
      waiting.set(`${topic} ${word}`, [topic, word]);
      begin();
    },
    /** Nothing, for those who want to hear whether they hear; tells whether it was said. */
    murmur(): Promise<boolean> {
      const said = new Promise<boolean>((resolve) => void murmurs.push(resolve));
      begin();
      return said;
    },
    silent: async (): Promise<void> => saying,
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
