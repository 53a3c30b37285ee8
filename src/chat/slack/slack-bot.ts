import { SocketModeClient } from "@slack/socket-mode";
import { WebClient } from "@slack/web-api";
import type { Job } from "../../ports/engine.ts";
import { createKeyedQueue } from "../../plan/keyed-queue.ts";
import { notificationOf } from "../notification-queue.ts";
import { answerDelivery, postCard } from "./answer-delivery.ts";
import { type Slack, type SlackDeps, surface } from "./slack.ts";
import { createSlackPosts } from "./slack-posts.ts";
import { type EnvelopeType, toDelivery } from "./slack-delivery.ts";

export type SlackBot = {
  /** Receives by Socket Mode until the signal fires. One process at a time does. */
  connect(signal: AbortSignal): Promise<void>;
  /** A delivery over HTTP whose signature was checked. Resolves when it is handled, rejects where it should come again. */
  receive(type: EnvelopeType, body: unknown): Promise<void>;
  /** Shows changes of Drafts; false where the Draft was not made on Slack. */
  notify(job: Job): Promise<boolean>;
  stop(): Promise<void>;
};

/** Slack repeats a delivery that is not acknowledged within three seconds, or shows an error. */
const ackMs = 2500;

/** The chat on Slack. */
export function createSlackBot(deps: SlackDeps): SlackBot {
  const { token, apiRoot: slackApiUrl, store, tenant, log, clock } = deps;
  const slack: Slack = {
    ...deps,
    api: new WebClient(token, { slackApiUrl, retryConfig: { retries: 3 } }),
    posts: createSlackPosts(store, tenant),
    lanes: createKeyedQueue(),
  };
  const receive: SlackBot["receive"] = async (type, body) => {
    const delivery = toDelivery(type, body);
    if (delivery !== undefined) await slack.lanes.run(delivery.channel, () => answerDelivery(slack, delivery));
  };
  return {
    receive,
    async connect(signal) {
      const client = new SocketModeClient({ appToken: deps.appToken ?? "", clientOptions: { slackApiUrl } });
      client.on("slack_event", ({ ack, type, body }: Envelope) => {
        const cancelTimer = clock.setTimer(clock.now() + ackMs, () => void ack());
        receive(type, body)
          .then(
            () => ack(),
            (error: unknown) =>
              log.error("handling a Slack delivery failed", { event: "slack.delivery_failed", error: String(error) }),
          )
          .finally(cancelTimer);
      });
      await client.start();
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      await client.disconnect();
      await slack.lanes.idle();
    },
    async notify(job) {
      const notification = notificationOf(job);
      const push = job.tenant === tenant ? await slack.chat.pushFor(notification) : undefined;
      if (push?.conversation.startsWith(surface) !== true) return false;
      const channel = push.conversation.slice(surface.length);
      const where = notification.kind === "changed" ? "shown" : "below";
      if (notification.kind !== "changed" || push.stateKey !== push.shown)
        await slack.lanes.run(channel, () => postCard(slack, { channel, card: push.card, where }));
      return true;
    },
    stop: () => slack.lanes.idle(),
  };
}

type Envelope = { ack: () => Promise<void>; type: EnvelopeType; body: unknown };
