import type { Api } from "grammy";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/store.ts";
import type { Chat } from "../chat.ts";
import type { Transcriber } from "../transcriber.ts";
import type { KeyedQueue } from "../../plan/keyed-queue.ts";
import type { SeenUpdates } from "./seen-updates.ts";
import type { ShownCards } from "./shown-cards.ts";

export type TelegramDeps = {
  token: string;
  /** `https://api.telegram.org`, or your own Bot API server. */
  apiRoot: string;
  /** Telegram user ids that may use the bot; everybody else gets only their id as an answer. */
  allow: ReadonlySet<number>;
  /** Who may teach lessons. */
  teachers: ReadonlySet<number>;
  tenant: string;
  zone?: string;
  /** The webhook and its secret; without it the bot polls. */
  webhook?: { url: string; secret: string };
  transcriber?: Transcriber;
  chat: Chat;
  store: Store;
  clock: Clock;
  log: Log;
};

/** The deps with what the bot adds for itself. */
export type Bot = TelegramDeps & {
  api: Api;
  fileRoot: string;
  shown: ShownCards;
  seen: SeenUpdates;
  lanes: KeyedQueue;
  signal: AbortSignal;
};

/** Prefix of the conversations and people of this surface. */
export const surface = "tg:";

/** What Telegram is asked to deliver. */
export const allowed_updates = ["message", "edited_message", "callback_query"] as const;
