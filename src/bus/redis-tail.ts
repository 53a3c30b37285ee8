import { createClient } from "@redis/client";
import { parseJsonText } from "../plan/json-text.ts";
import type { Json } from "../plan/json.ts";
import { streamNames } from "./stream-reader.ts";

type TailEvent = { channel: string; id: string; payload: Json };
export type TailParts = {
  url: string;
  prefix?: string;
  channels: readonly string[];
  onEvent: (event: TailEvent) => void;
};

const blockMs = 500;

/** Follows new events of the streams and plain channels without consuming them. */
export async function openRedisTail({
  url,
  prefix = "planwright:",
  channels,
  onEvent,
}: TailParts): Promise<() => Promise<void>> {
  const client = createClient({ url });
  client.on("error", () => undefined); // the next command fails with it
  await client.connect();
  const plain = await client.duplicate().connect();
  const names = streamNames(prefix);
  const seen = (channel: string, id: string, text: string): void => {
    const parsed = parseJsonText(text);
    onEvent({ channel, id, payload: parsed.ok ? parsed.value : text });
  };
  await plain.subscribe([...channels], (text, channel) => seen(channel, "", text));
  const stopping = new AbortController();
  const last = new Map(channels.map((channel) => [names.stream(channel), "$"]));
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const from = [...last].map(([key, id]) => ({ key, id }));
      const rows = await client.xRead(from, { BLOCK: blockMs, COUNT: 100 });
      for (const { name, messages } of (rows ?? []) as {
        name: string;
        messages: { id: string; message: Record<string, string> }[];
      }[])
        for (const { id, message } of messages) {
          last.set(name, id);
          seen(names.channelOf(name), message["id"] ?? id, message["payload"] ?? "");
        }
    }
  };
  const work = loop();
  return async () => {
    stopping.abort();
    await work;
    plain.destroy();
    client.destroy();
  };
}
