import { compact } from "../plan/compact.ts";
import { loadOptional } from "../ports/optional-package.ts";
import { createHash, timingSafeEqual } from "node:crypto";
import type { Chat, ChatCommand, ChatDeps } from "../chat/chat.ts";
import { actOf } from "../language/clauses/act-of.ts";
import { placeOf } from "../language/requests/place-of.ts";
import { createChat } from "../chat/create-chat.ts";
import { createOpenAiTranscriber } from "../chat/openai-transcriber.ts";
import { notificationJob, notificationQueue } from "../chat/notification-queue.ts";
import type { TelegramBot } from "../chat/telegram/telegram-bot.ts";
import type { Transcriber } from "../chat/transcriber.ts";
import { problemOf } from "../contracts/problem.ts";
import type { DraftNotification } from "../drafts/drafts.ts";
import type { Handler } from "../ports/engine.ts";
import type { Tx } from "../ports/store.ts";
import type { Pack } from "../planners/packs/pack.ts";
import type { Verbs } from "../ports/verbs.ts";
import { createDomainWords } from "./domain-words.ts";
import type { Runs } from "../runs/runs.ts";
import { type Env, readSecrets } from "../tools/config/secret-text.ts";
import type { SlackConfig } from "./config/slack-config.ts";
import type { TelegramConfig } from "./config/telegram-config.ts";
import { openSlack, type OpenSlack } from "./slack.ts";

type ChatOptions = Omit<ChatDeps, "settle" | "commands" | "domain" | "actOf" | "placeOf" | "settleWaitMs"> & {
  runs: Runs;
  packs: readonly Pack[];
  verbs: Verbs;
  telegram: TelegramConfig | undefined;
  slack: SlackConfig | undefined;
  env: Env;
};

export type OpenChat = {
  chat: Chat;
  /** Enqueues a Draft update for the bot, if the bot serves this tenant. */
  enqueueNotification: (tx: Tx, notification: DraftNotification) => void;
  /** Engine handlers: Draft updates, and polling Telegram in one process. */
  queues: Readonly<Record<string, Handler>>;
  /** Jobs that always exist and must not count as backlog. */
  permanentJobs: number;
  /** Makes sure that one process polls for updates, in polling mode. */
  listen(): Promise<void>;
  /** Handles a webhook delivery. False if the secret is wrong or there is no bot. */
  receive(update: unknown, secret: string | null): Promise<boolean>;
  /** Handles a request of Slack. Undefined if the signature is wrong or there is no Slack app in http mode. */
  receiveSlack(body: string, headers: Headers): Promise<{ challenge?: string } | undefined>;
  /** Registers the webhook, in webhook mode. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** The job that a process leases while it polls Telegram. Another process takes it over when the lease ends. */
export const listenQueue = "chat.telegram";

/** How long a tap waits for the outcome before it is answered. */
const settleWaitMs = 3000;

/** Opens the chat over the Draft gate, and the bots that are configured. */
export function openChat(options: ChatOptions): OpenChat {
  const { runs, packs, verbs, telegram: _, slack, env, ...parts } = options;
  const setting = () => ({ now: new Date(parts.clock.now()).toISOString(), zone: parts.zone });
  const chat = createChat({
    ...parts,
    commands: commandsOf(packs),
    domain: createDomainWords({ packs, verbs, log: parts.log, clock: parts.clock }),
    actOf: (text) => actOf(text, setting()),
    placeOf: (text) => placeOf(text, setting()),
    settleWaitMs,
    async settle({ tenant, escalationId, choice, by }) {
      const decision = choice === "done" ? ({ choice, output: null } as const) : { choice };
      const settled = await runs.decide({ tenant, waitId: escalationId }, decision, by);
      if (settled.ok) return { ok: true, value: settled.value };
      return { ok: false, problem: problemOf("CONFLICT", { issues: settled.issues }) };
    },
  });
  const slackApp = slack && openSlack({ ...parts, slack, chat, env });
  return withSlack(openTelegram({ ...options, chat }), slackApp, parts);
}

/** The chat with Slack next to Telegram: a change of a Draft is shown where the Draft was made. */
function withSlack(
  chat: Omit<OpenChat, "receiveSlack">,
  slack: OpenSlack | undefined,
  { store, clock }: Pick<ChatOptions, "store" | "clock">,
): OpenChat {
  if (slack === undefined) return { ...chat, receiveSlack: async () => undefined };
  const { job } = slack;
  const onTelegram = chat.queues[notificationQueue];
  const notify: Handler = async (lease) => {
    if (!(await slack.notify(lease.job)) && onTelegram !== undefined) return onTelegram(lease);
    await store.write((tx) => tx.release(lease.job));
  };
  return {
    ...chat,
    enqueueNotification(tx, notification) {
      const now = clock.now();
      if (notification.tenant === slack.tenant) tx.enqueue(notificationJob(notification, now), now);
      else chat.enqueueNotification(tx, notification);
    },
    queues: { ...chat.queues, ...slack.queues, [notificationQueue]: notify },
    permanentJobs: chat.permanentJobs + (job === undefined ? 0 : 1),
    async listen() {
      await chat.listen();
      if (job !== undefined) await store.write((tx) => tx.enqueue(job, clock.now()));
    },
    receiveSlack: (body, headers) => slack.receive(body, headers),
    async stop() {
      await chat.stop();
      await slack.stop();
    },
  };
}

function openTelegram(options: ChatOptions & { chat: Chat }): Omit<OpenChat, "receiveSlack"> {
  const { chat, telegram, env, store, clock } = options;
  if (telegram === undefined) return { chat, ...withoutBot };
  const secrets = secretsOf(telegram, env);
  let opening: Promise<TelegramBot> | undefined;
  const bot = (): Promise<TelegramBot> => (opening ??= createBot({ ...options, telegram }, secrets));
  const isOurs = (secret: string): boolean => secrets.secret !== undefined && isEqualSecret(secret, secrets.secret);
  return {
    chat,
    enqueueNotification(tx, notification) {
      const now = clock.now();
      if (notification.tenant === telegram.tenant) tx.enqueue(notificationJob(notification, now), now);
    },
    queues: {
      [notificationQueue]: async (lease) => (await bot()).notificationHandler(lease),
      [listenQueue]: async ({ signal }) => (await bot()).poll(signal),
    },
    permanentJobs: telegram.mode === "webhook" ? 0 : 1,
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

const noop = async (): Promise<void> => undefined;
const withoutBot = {
  enqueueNotification: () => undefined,
  queues: {},
  permanentJobs: 0,
  receive: async () => false,
  listen: noop,
  start: noop,
  stop: noop,
} satisfies Omit<OpenChat, "chat" | "receiveSlack">;

type TelegramSecrets = { token: string; secret?: string; key?: string };

/** Throws if a secret is missing, so that the process does not start with a bot that cannot send. */
function secretsOf({ token, secret, transcriber }: TelegramConfig, env: Env): TelegramSecrets {
  const wanted = { token, ...compact({ secret: secret || undefined, key: transcriber?.key || undefined }) };
  const { values, missing } = readSecrets(wanted, env);
  if (missing.length > 0) throw new Error(`telegram: ${missing.join(", ")} is not set in the environment`);
  return { token: "", ...values };
}

/** Loads grammY only if there is a bot. */
async function createBot(
  setting: ChatOptions & { chat: Chat; telegram: TelegramConfig },
  secrets: TelegramSecrets,
): Promise<TelegramBot> {
  const { createTelegramBot } = await loadOptional(
    "grammy",
    "Telegram",
    () => import("../chat/telegram/telegram-bot.ts"),
  );
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
    teachers: new Set(telegram.teachers),
    ...(mode === "webhook" && url !== undefined && secret !== undefined && { webhook: { url, secret } }),
    ...compact({ transcriber }),
  });
}

function transcriberOf({ transcriber }: TelegramConfig, { key }: TelegramSecrets): Transcriber | undefined {
  if (transcriber === undefined) return undefined;
  const { url: baseUrl, model, language } = transcriber;
  const options = compact({ key, language });
  return createOpenAiTranscriber({ baseUrl, model, ...options });
}

function commandsOf(packs: readonly Pack[]): ChatCommand[] {
  return packs.flatMap(({ commands }) => Object.entries(commands).map(([name, command]) => ({ name, ...command })));
}

/** Constant-time comparison. */
function isEqualSecret(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
