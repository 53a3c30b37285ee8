import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

/** As much of the Bot API as a conversation needs; it knows who asks for updates at the same time. */
export type Telegram = {
  url: string;
  /** The texts of the chat's messages, by number. */
  messages: Map<number, string>;
  /** The most concurrent requests for updates, and their number. */
  polls: { most: number; all: number };
  say(text: string): void;
  close(): Promise<void>;
};

type Call = { offset?: number; text?: string; message_id?: number };

export async function openTelegram(): Promise<Telegram> {
  const updates: { update_id: number; message: object }[] = [];
  const messages = new Map<number, string>();
  const polls = { most: 0, all: 0 };
  let polling = 0;
  const getUpdates = async ({ offset = 0 }: Call): Promise<unknown> => {
    polling += 1;
    polls.all += 1;
    polls.most = Math.max(polls.most, polling);
    await pause(50);
    polling -= 1;
    return updates.filter(({ update_id: id }) => id >= offset);
  };
  const answer = async (method: string, call: Call): Promise<unknown> => {
    if (method === "getUpdates") return getUpdates(call);
    const id = method === "sendMessage" ? messages.size + 1 : call.message_id;
    if (id !== undefined && call.text !== undefined) messages.set(id, call.text);
    return method === "sendMessage" ? { message_id: id } : true;
  };
  const server = createServer((request, response) => {
    const method = request.url?.split("/").at(-1) ?? "";
    const body = json(request).catch(() => ({})) as Promise<Call>; // grammY sends JSON
    void body.then((call) => answer(method, call)).then((result) => response.end(JSON.stringify({ ok: true, result })));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}`,
    messages,
    polls,
    say(text) {
      const from = { id: 1, is_bot: false, first_name: "Анна", language_code: "ru" };
      const update_id = updates.length + 1;
      const chat = { id: 77, type: "private" };
      updates.push({ update_id, message: { message_id: 1000 + update_id, date: 1, chat, from, text } });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
