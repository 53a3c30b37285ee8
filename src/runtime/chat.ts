import { createHash, timingSafeEqual } from "node:crypto";
import type { Chat, ChatCommand, ChatParts } from "../chat/chat.ts";
import { createChat } from "../chat/create-chat.ts";
import { createOpenAiTranscriber } from "../chat/openai-transcriber.ts";
import type { TelegramBot } from "../chat/telegram/telegram-bot.ts";
import type { Transcriber } from "../chat/transcriber.ts";
import { problemOf } from "../contracts/problem.ts";
import type { Pack } from "../planners/packs/pack.ts";
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
  /** What the webhook does with a delivery; false where the secret is not ours, or there is no bot. */
  receive(update: unknown, secret: string | null): Promise<boolean>;
  start(): Promise<void>;
  stop(): Promise<void>;
};

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
  const secrets = telegram === undefined ? undefined : secretsOf(telegram, env);
  let bot: TelegramBot | undefined;
  return {
    chat,
    async receive(update, secret) {
      if (bot === undefined || secrets?.secret === undefined || !isSame(secret ?? "", secrets.secret)) return false;
      await bot.receive(update);
      return true;
    },
    async start() {
      if (telegram === undefined || secrets === undefined) return;
      bot = await createBot({ ...setting, chat, telegram }, secrets);
      await bot.start();
    },
    stop: async () => bot?.stop(),
  };
}

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
function labelsOf(packs: readonly Pack[]): (value: string) => string | undefined {
  const labels = new Map<string, string>();
  for (const { entities } of packs)
    for (const { values } of Object.values(entities))
      for (const { is, sets } of values)
        if (typeof is === "string" && typeof sets["label"] === "string") labels.set(is, sets["label"]);
  return (value) => labels.get(value);
}

/** Compares in a time that does not tell how much was right. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
