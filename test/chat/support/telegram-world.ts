import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { TelegramServer } from "telegram-test-api/lib/telegramServer.js";
import type { TelegramDeps } from "../../../src/chat/telegram/bot.ts";
import { createTelegramBot, type TelegramBot } from "../../../src/chat/telegram/telegram-bot.ts";
import { systemClock } from "../../../src/runtime/system-clock.ts";
import { type ChatWorld, openChatWorld, tenant, type WorldParts } from "./chat-world.ts";
import { freePort } from "../../support/free-port.ts";

export const token = "123:test";

/** A message of the bot as the emulator keeps it. */
export type BotMessage = { messageId: number; text: string; labels: string[]; data: (label: string) => string };

export type ApiCall = { method: string; payload: Record<string, unknown> };

export type TelegramWorld = {
  chat: ChatWorld;
  deps: TelegramDeps;
  bot: TelegramBot;
  server: TelegramServer;
  /** Everything the bot called, in order. */
  called: ApiCall[];
  /** Delivers the last updates once more with the next ones. */
  repeat(): void;
  messages(): BotMessage[];
  /** The first message that fits, as soon as there is one. */
  until(fits: (message: BotMessage) => boolean): Promise<BotMessage>;
  from(user: number): Person;
  stop(): Promise<void>;
};

export type Person = {
  say(text: string, more?: object): Promise<unknown>;
  tap(message: BotMessage, label: string): Promise<unknown>;
};

/**
 * The bot and an emulator of the Bot API nobody here wrote, over HTTP. In front of it stands what the emulator lacks: files, the menu of commands,
 * repeated deliveries and a look at what was called.
 */
export async function openTelegramWorld(
  options: Partial<Pick<TelegramDeps, "allow" | "teachers" | "transcriber" | "webhook">> & { world?: WorldParts } = {},
): Promise<TelegramWorld> {
  const server = new TelegramServer({ port: await freePort(), host: "127.0.0.1" });
  await server.start();
  const called: ApiCall[] = [];
  const front = createFront(server.config.apiURL, called);
  let bot: TelegramBot | undefined = undefined;
  const notificationHandler = () => bot?.notificationHandler;
  const chat = await openChatWorld({ settleWaitMs: 0, notificationHandler, ...options.world });
  const deps: TelegramDeps = {
    token,
    apiRoot: await front.listen(),
    allow: new Set([1, 2]),
    teachers: new Set(),
    tenant,
    zone: "Europe/Moscow",
    ...chat,
    clock: systemClock,
    ...options,
  };
  bot = createTelegramBot(deps);
  await bot.start();
  const leaving = new AbortController();
  const polling = options.webhook === undefined ? bot.poll(leaving.signal) : undefined;
  const messages = (): BotMessage[] => server.storage.botMessages.map(toBotMessage);
  return {
    chat,
    deps,
    bot,
    server,
    called,
    repeat: front.repeat,
    messages,
    // A job that met a conflict is tried again after a while by the chat's clock.
    until: (fits) =>
      eventually(() => {
        chat.clock.advance(10);
        return messages().findLast(fits);
      }),
    from: (user) => person(server, user),
    async stop() {
      leaving.abort();
      await polling;
      await chat.stop();
      await bot.stop();
      await front.close();
      await server.stop();
    },
  };
}

function person(server: TelegramServer, userId: number): Person {
  const names = { firstName: userId === 1 ? "Анна" : "Борис", userName: userId === 1 ? "anna" : "boris" };
  const client = server.getClient(token, { userId, chatId: 77, type: "group", ...names });
  const spoken = { from: { language_code: "ru" } };
  return {
    say: (text, more = {}) => client.sendMessage(client.makeMessage(text, { ...spoken, ...more })),
    tap: ({ messageId, data }, label) => {
      const message = { message_id: messageId };
      return client.sendCallback(client.makeCallbackQuery(data(label), { ...spoken, message }));
    },
  };
}

type StoredMessage = TelegramServer["storage"]["botMessages"][number];

function toBotMessage({ messageId, message }: StoredMessage): BotMessage {
  const markup = message.reply_markup as { inline_keyboard?: { text: string; callback_data: string }[][] } | undefined;
  const buttons = markup?.inline_keyboard?.flat() ?? [];
  return {
    messageId,
    text: String(message.text),
    labels: buttons.map(({ text }) => text),
    data: (label) => {
      const found = buttons.find(({ text }) => text.startsWith(label));
      if (found === undefined) throw new Error(`no button ${label} in ${String(message.text)}`);
      return found.callback_data;
    },
  };
}

/** Passes everything on to the emulator and keeps what the bot called. */
function createFront(emulator: string, called: ApiCall[]) {
  let last: unknown[] = [];
  let isRepeating = false;
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const method = request.url?.split("/").at(-1) ?? "";
    const body = await textOf(request);
    const payload = (body === "" ? {} : JSON.parse(body)) as Record<string, unknown>;
    if (method !== "getUpdates") called.push({ method, payload });
    if (method === "setMyCommands") return { ok: true, result: true };
    if (method === "getFile") return { ok: true, result: { file_id: payload["file_id"], file_path: "voice/1.oga" } };
    const response = await fetch(`${emulator}${request.url ?? ""}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: body === "" ? "{}" : body,
    });
    const answered = (await response.json()) as { result?: unknown[] };
    if (method !== "getUpdates" || answered.result === undefined) return answered;
    const result = isRepeating ? [...last, ...answered.result] : answered.result;
    if (isRepeating) isRepeating = false;
    if (answered.result.length > 0) last = answered.result;
    return { ...answered, result };
  };
  const server: Server = createServer((request, response) => {
    if (request.url?.startsWith("/file/") === true) {
      response.end("OggS");
      return;
    }
    void answer(request).then(
      (json) => response.end(JSON.stringify(json)),
      () => response.destroy(),
    );
  });
  return {
    repeat: (): void => void (isRepeating = true),
    listen: () => listen(server),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Looks until there is something to see; a test that waits without success ends by its own time limit. */
export async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
