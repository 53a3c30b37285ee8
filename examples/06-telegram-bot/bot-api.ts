import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const Markup = z.object({
  inline_keyboard: z.array(z.array(z.object({ text: z.string(), callback_data: z.string().optional() }))),
});
const Body = z.object({
  text: z.string().optional(),
  message_id: z.number().optional(),
  reply_markup: Markup.optional(),
  offset: z.number().optional(),
  timeout: z.number().default(0),
});
type Shown = { messageId: number; text: string; buttons: { text: string; callback_data?: string | undefined }[] };

/** The part of Telegram's Bot API that the bot uses, on this machine: one chat with one person, Анна, number 1001. */
export async function openBotApi() {
  const news = new EventEmitter();
  const updates: { update_id: number }[] = [];
  const shown = new Map<number, Shown>();
  const from = { id: 1001, is_bot: false, first_name: "Анна", language_code: "ru" };
  const chat = { id: 1001, type: "private" };

  const deliver = (update: object): void => {
    updates.push({ update_id: updates.length + 1, ...update });
    news.emit("update");
  };
  const answer = async (method: string, body: z.infer<typeof Body>): Promise<unknown> => {
    if (method === "getUpdates") {
      const fresh = () => updates.filter(({ update_id: id }) => id >= (body.offset ?? 0));
      const patience = AbortSignal.timeout(body.timeout * 1000);
      if (fresh().length === 0) await once(news, "update", { signal: patience }).catch(() => undefined);
      return fresh();
    }
    if (body.text === undefined || method === "answerCallbackQuery") return true;
    const messageId = body.message_id ?? shown.size + 1;
    shown.set(messageId, { messageId, text: body.text, buttons: body.reply_markup?.inline_keyboard.flat() ?? [] });
    news.emit("shown");
    return { message_id: messageId, date: 0, chat, text: body.text };
  };
  const server = createServer(async (request, response) => {
    const body = Body.parse(request.headers["content-length"] === undefined ? {} : await json(request));
    const result = await answer(request.url?.split("/").at(-1) ?? "", body);
    response.setHeader("content-type", "application/json").end(JSON.stringify({ ok: true, result }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`,
    say: (text: string) => deliver({ message: { message_id: 0, date: 0, chat, from, text } }),
    tap({ messageId, buttons }: Shown, label: string) {
      const data = buttons.find(({ text }) => text === label)?.callback_data;
      const message = { message_id: messageId, date: 0, chat };
      deliver({ callback_query: { id: `tap-${updates.length}`, from, chat_instance: "1", data, message } });
    },
    /** The message with these words, as soon as there is one; fails where there is none in time, whatever else is shown. */
    async see(words: string, withinMs = 60_000): Promise<Shown> {
      const deadline = AbortSignal.timeout(withinMs);
      for (;;) {
        const found = [...shown.values()].find(({ text }) => text.includes(words));
        if (found !== undefined) return found;
        await once(news, "shown", { signal: deadline });
      }
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
