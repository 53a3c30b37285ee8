import type { WebClient } from "@slack/web-api";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { Store } from "../../ports/store.ts";
import type { Chat } from "../chat.ts";
import type { KeyedQueue } from "../../plan/keyed-queue.ts";
import type { SlackPosts } from "./slack-posts.ts";

export type SlackDeps = {
  /** The bot token, `xoxb-…`. */
  token: string;
  /** The app-level token, `xapp-…`, for Socket Mode. */
  appToken?: string;
  apiRoot: string;
  /** Slack user ids that may use the bot; everybody else gets only their id as an answer. */
  allow: ReadonlySet<string>;
  /** Who may teach lessons. */
  teachers: ReadonlySet<string>;
  tenant: string;
  zone?: string;
  chat: Chat;
  store: Store;
  clock: Clock;
  log: Log;
};

/** The deps with what the bot adds for itself. */
export type Slack = SlackDeps & { api: WebClient; posts: SlackPosts; lanes: KeyedQueue };

/** Prefix of the conversations and people of this surface. */
export const surface = "slack:";
