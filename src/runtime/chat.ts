import { createHash, timingSafeEqual } from "node:crypto";
import type { Chat, ChatCommand, ChatParts } from "../chat/chat.ts";
import { createChat } from "../chat/create-chat.ts";
import { createOpenAiTranscriber } from "../chat/openai-transcriber.ts";
import { newsJob, newsQueue } from "../chat/news-queue.ts";
import type { TelegramBot } from "../chat/telegram/telegram-bot.ts";
import type { Transcriber } from "../chat/transcriber.ts";
import { problemOf } from "../contracts/problem.ts";
import type { DraftNotification } from "../drafts/drafts.ts";
import type { Handler } from "../ports/engine.ts";
import type { Tx } from "../ports/store.ts";
import type { Json } from "../plan/json.ts";
import type { Pack } from "../planners/packs/pack.ts";
import { spoken } from "../planners/packs/spoken.ts";
import type { Runs } from "../runs/runs.ts";
import { type Env, readSecrets } from "../tools/config/secret-text.ts";
import type { TelegramConfig } from "./telegram-config.ts";

export type { Chat } from "../chat/chat.ts";

export type ChatSetting = Omit<ChatParts, "settle" | "commands" | "labelOf" | "patienceMs"> & {
  runs: Runs;
  packs: readonly Pack[];
  telegram: TelegramConfig | undefined;
  env: Env;
};

export type OpenChat = {
  chat: Chat;
  /** Puts up news of a Draft for showing, where a bot shows Drafts of this tenant. */
  tell: (tx: Tx, news: DraftNotification) => void;
  /** For the engine: news of Drafts, and the one process that asks Telegram for updates. */
  queues: Readonly<Record<string, Handler>>;
  /** How many jobs are always there: they are no work that waits. */
  standing: number;
  /** Sees to it that some process asks for updates, where the bot does. */
  listen(): Promise<void>;
  /** What the webhook does with a delivery; false where the secret is not ours, or there is no bot. */
  receive(update: unknown, secret: string | null): Promise<boolean>;
  /** Sees to it that updates are delivered here, where they are delivered. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** The job that a process holds for as long as it asks for updates: held by one, and taken over when that one ends. */
export const listenQueue = "chat.telegram";

/** A tap is answered with the outcome, where that is quick. */
const patienceMs = 3000;

/** The chat over the gate, and the bot where one is configured. */
export function openChat(setting: ChatSetting): OpenChat {
  const { runs, packs, telegram, env, ...parts } = setting;
  const chat = createChat({
    ...parts,
    commands: commandsOf(packs),
    labelOf: labelsOf(packs),
    patienceMs,
    async settle({ tenant, escalationId, choice, by }) {
      const decision = choice === "done" ? ({ choice, output: null } as const) : { choice };
      const settled = await runs.decide({ tenant, waitId: escalationId }, decision, by);
      if (settled.ok) return { ok: true, value: settled.value };
      return { ok: false, problem: problemOf("CONFLICT", { issues: settled.issues }) };
    },
  });
  if (telegram === undefined) return { chat, ...withoutBot };
  const secrets = secretsOf(telegram, env);
  let opening: Promise<TelegramBot> | undefined;
  const bot = (): Promise<TelegramBot> => (opening ??= createBot({ ...setting, chat, telegram }, secrets));
  const { store, clock } = parts;
  const isOurs = (secret: string): boolean => secrets.secret !== undefined && isSame(secret, secrets.secret);
  return {
    chat,
    tell(tx, news) {
      const now = clock.now();
      if (news.tenant === telegram.tenant) tx.enqueue(newsJob(news, now), now);
    },
    queues: {
      [newsQueue]: async (lease) => (await bot()).tellNews(lease),
      [listenQueue]: async ({ signal }) => (await bot()).poll(signal),
    },
    standing: telegram.mode === "webhook" ? 0 : 1,
    async listen() {
      if (telegram.mode === "webhook") return;
      const now = clock.now();
      const job = { queue: listenQueue, key: "updates", tenant: telegram.tenant, dueAt: now };
      await store.write((tx) => tx.enqueue(job, now));
    },
    async receive(update, secret) {
      if (telegram.mode !== "webhook" || !isOurs(secret ?? "")) return false;
      await (await bot()).receive(update);
      return true;
    },
    start: async () => (telegram.mode === "webhook" ? (await bot()).start() : undefined),
    stop: async () => (await opening)?.stop(),
  };
}

const nothing = async (): Promise<void> => undefined;
const withoutBot = {
  tell: () => undefined,
  queues: {},
  standing: 0,
  receive: async () => false,
  listen: nothing,
  start: nothing,
  stop: nothing,
} satisfies Omit<OpenChat, "chat">;

type Secrets = { token: string; secret?: string; key?: string };

/** Throws for a secret the environment does not have: a bot that cannot speak must not look as if it could. */
function secretsOf({ token, secret, transcriber }: TelegramConfig, env: Env): Secrets {
  const wanted = { token, ...(secret && { secret }), ...(transcriber?.key && { key: transcriber.key }) };
  const { values, missing } = readSecrets(wanted, env);
  if (missing.length > 0) throw new Error(`telegram: ${missing.join(", ")} is not set in the environment`);
  return { token: "", ...values };
}

/** grammY is loaded where there is a bot. */
async function createBot(
  setting: ChatSetting & { chat: Chat; telegram: TelegramConfig },
  secrets: Secrets,
): Promise<TelegramBot> {
  const { createTelegramBot } = await import("../chat/telegram/telegram-bot.ts");
  const { telegram, chat, store, clock, log } = setting;
  const { webhook_url: url, mode, api_root: apiRoot, tenant, zone = setting.zone } = telegram;
  const { token, secret } = secrets;
  const transcriber = transcriberOf(telegram, secrets);
  return createTelegramBot({
    token,
    apiRoot,
    tenant,
    zone,
    chat,
    store,
    clock,
    log,
    allow: new Set(telegram.allow),
    ...(mode === "webhook" && url !== undefined && secret !== undefined && { webhook: { url, secret } }),
    ...(transcriber !== undefined && { transcriber }),
  });
}

function transcriberOf({ transcriber }: TelegramConfig, { key }: Secrets): Transcriber | undefined {
  if (transcriber === undefined) return undefined;
  const { url: baseUrl, model, language } = transcriber;
  const options = { ...(key !== undefined && { key }), ...(language !== undefined && { language }) };
  return createOpenAiTranscriber({ baseUrl, model, ...options });
}

function commandsOf(packs: readonly Pack[]): ChatCommand[] {
  return packs.flatMap(({ commands }) => Object.entries(commands).map(([name, command]) => ({ name, ...command })));
}

/** Values of the packs' entities that have a label of their own. */
function labelsOf(packs: readonly Pack[]): ChatParts["labelOf"] {
  const labels = new Map<string, Json>();
  for (const { entities } of packs)
    for (const { values } of Object.values(entities))
      for (const { is, sets } of values)
        if (typeof is === "string" && sets["label"] !== undefined) labels.set(is, sets["label"]);
  return (value, language) => {
    const label = spoken(labels.get(value) ?? null, language);
    return typeof label === "string" ? label : undefined;
  };
}

/** Compares in a time that does not tell how much was right. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
