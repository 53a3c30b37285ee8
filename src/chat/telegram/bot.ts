import type { Api } from "grammy";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/store.ts";
import type { Chat } from "../chat.ts";
import type { Transcriber } from "../transcriber.ts";
import type { KeyedQueue } from "../keyed-queue.ts";
import type { SeenUpdates } from "./seen-updates.ts";
import type { ShownCards } from "./shown-cards.ts";

export type TelegramDeps = {
  token: string;
  /** `https://api.telegram.org`, or a Bot API server of one's own. */
  apiRoot: string;
  /** Who may context to the bot, by Telegram's number; nobody else is answered but with that number. */
  allow: ReadonlySet<number>;
  /** Who may teach lessons. */
  teachers: ReadonlySet<number>;
  tenant: string;
  zone?: string;
  /** Where Telegram delivers, with the word it must bring; without it the bot asks for updates itself. */
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

/** What conversations and people of this surface are called by. */
export const surface = "tg:";

/** What Telegram is asked to deliver. */
export const allowed_updates = ["message", "edited_message", "callback_query"] as const;
