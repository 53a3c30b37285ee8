import type { Chat } from "../chat/chat.ts";
import type { SlackBot } from "../chat/slack/slack-bot.ts";
import type { EnvelopeType } from "../chat/slack/slack-delivery.ts";
import { isSignedBySlack } from "../chat/slack/verify-signature.ts";
import { compact } from "../plan/compact.ts";
import type { Clock } from "../ports/clock.ts";
import type { Handler, Job } from "../ports/engine.ts";
import type { Log } from "../ports/log.ts";
import { loadOptional } from "../ports/optional-package.ts";
import type { Store } from "../ports/store.ts";
import { type Env, readSecrets } from "../tools/config/secret-text.ts";
import type { SlackConfig } from "./config/slack-config.ts";

type SlackOptions = {
  slack: SlackConfig;
  chat: Chat;
  env: Env;
  zone: string;
  store: Store;
  clock: Clock;
  log: Log;
};

export type OpenSlack = {
  tenant: string;
  /** Shows a change of a Draft that was made on Slack; false for any other. */
  notify(job: Job): Promise<boolean>;
  queues: Readonly<Record<string, Handler>>;
  /** The job that one process leases while it is connected, in socket mode. */
  job: Job | undefined;
  /** The answer to a request of Slack; undefined if its signature is wrong. */
  receive(body: string, headers: Headers): Promise<{ challenge?: string } | undefined>;
  stop(): Promise<void>;
};

const listenQueue = "chat.slack";

/** Opens the Slack app. Its packages are loaded when it is first used. */
export function openSlack({ slack, chat, env, zone, ...parts }: SlackOptions): OpenSlack {
  const { token, app_token, signing_secret, tenant, mode } = slack;
  const { values, missing } = readSecrets(compact({ token, app_token, signing_secret }), env);
  if (missing.length > 0) throw new Error(`slack: ${missing.join(", ")} is not set in the environment`);
  let opening: Promise<SlackBot> | undefined;
  const open = async (): Promise<SlackBot> => {
    const load = () => import("../chat/slack/slack-bot.ts");
    const loadSocket = () => loadOptional("@slack/socket-mode", "Slack", load);
    const { createSlackBot } = await loadOptional("@slack/web-api", "Slack", loadSocket);
    const secrets: { token: string; app_token?: string } = { token: "", ...values };
    return createSlackBot({
      ...parts,
      ...compact({ appToken: secrets.app_token }),
      chat,
      tenant,
      token: secrets.token,
      apiRoot: slack.api_root,
      zone: slack.zone ?? zone,
      allow: new Set(slack.allow),
      teachers: new Set(slack.teachers),
    });
  };
  const bot = (): Promise<SlackBot> => (opening ??= open());
  return {
    tenant,
    notify: async (job) => (await bot()).notify(job),
    queues: mode === "socket" ? { [listenQueue]: async ({ signal }) => (await bot()).connect(signal) } : {},
    job: mode === "socket" ? { queue: listenQueue, key: "events", tenant, dueAt: parts.clock.now() } : undefined,
    async receive(body, headers) {
      const timestamp = headers.get("x-slack-request-timestamp");
      const signature = headers.get("x-slack-signature");
      const secret = mode === "http" ? values["signing_secret"] : undefined;
      if (secret === undefined) return undefined;
      if (!isSignedBySlack({ body, timestamp, signature }, secret, parts.clock.now())) return undefined;
      const { type, payload } = envelopeOf(body);
      if (isChallenge(payload)) return { challenge: payload.challenge };
      await (await bot()).receive(type, payload);
      return {};
    },
    stop: async () => (await opening)?.stop(),
  };
}

/** Events are JSON; taps and commands are forms, taps with their JSON in `payload`. */
function envelopeOf(body: string): { type: EnvelopeType; payload: unknown } {
  if (body.startsWith("{")) return { type: "events_api", payload: parsed(body) };
  const form = new URLSearchParams(body);
  const payload = form.get("payload");
  if (payload !== null) return { type: "interactive", payload: parsed(payload) };
  return { type: "slash_commands", payload: Object.fromEntries(form) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isChallenge(payload: unknown): payload is { challenge: string } {
  if (typeof payload !== "object" || payload === null) return false;
  return "type" in payload && payload.type === "url_verification" && "challenge" in payload;
}
