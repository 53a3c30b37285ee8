import { WebClient } from "@slack/web-api";
import { escaped } from "./card-blocks.ts";

/** Slack cuts longer texts. */
const longestText = 40_000;

/** Sends a text to a person or channel, outside of a conversation. Not retried: it may have arrived. */
export async function sendText(bot: { token: string; apiRoot: string }, channel: string, text: string): Promise<void> {
  const api = new WebClient(bot.token, { slackApiUrl: bot.apiRoot, retryConfig: { retries: 0 } });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a method of Slack, not of a window
  await api.chat.postMessage({ channel, text: escaped(text).slice(0, longestText) });
}
