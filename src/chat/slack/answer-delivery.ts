import { compact } from "../../plan/compact.ts";
import type { Card } from "../../contracts/api/chat.ts";
import { texts } from "../texts/texts.ts";
import { cardBlocks } from "./card-blocks.ts";
import { type Slack, surface } from "./slack.ts";
import type { SlackDelivery } from "./slack-delivery.ts";

/** Answers one delivery: cards below a message, in place for a tap; a notice only for the person who tapped. */
export async function answerDelivery(slack: Slack, delivery: SlackDelivery): Promise<void> {
  const { channel, user, thread, input } = delivery;
  const replied = thread === undefined ? undefined : await slack.posts.find(channel, { ts: thread });
  if (!delivery.isAddressed && replied === undefined) return;
  const reply = (text: string) => slack.api.chat.postEphemeral({ channel, user, text });
  // Slack does not send the language of a person with a message.
  const both = (pick: (words: (typeof texts)["en"]) => string) => `${pick(texts.en)}\n${pick(texts.ru)}`;
  if (!slack.allow.has(user)) return void (await reply(both((words) => words.notAllowed(user))));
  if (input === undefined) return void (await reply(both((words) => words.onlyWords)));
  const { cards, notice } = await slack.chat.handle(
    compact({
      tenant: slack.tenant,
      conversation: `${surface}${channel}`,
      actor: { id: `${surface}${user}`, name: delivery.name ?? (await nameOf(slack, user)) },
      input: input.kind === "message" && replied !== undefined ? { ...input, reply_to: replied.cardId } : input,
      zone: slack.zone,
      mayTeach: slack.teachers.has(user),
    }),
  );
  if (notice !== null) await reply(notice.text);
  const by = input.kind === "tap" ? undefined : input.message_id;
  for (const card of cards)
    await postCard(slack, { channel, user, card, ...(by === undefined ? { where: "place" } : { where: "below", by }) });
}

type SlackPosting = {
  channel: string;
  user?: string;
  card: Card;
  /** `place`: in the message that shows the card, or in a new one; `shown`: only there; `below`: in a new message. */
  where: "place" | "shown" | "below";
  /** The delivery it answers; a repeated delivery is not answered again. */
  by?: string;
};

export async function postCard({ api, posts }: Slack, posting: SlackPosting): Promise<void> {
  const { channel, user, card, where, by } = posting;
  const there = await posts.find(channel, { cardId: card.card_id });
  const content = { text: card.text, blocks: cardBlocks(card) };
  const isRepeat = by !== undefined && there?.delivery === by;
  if (there !== undefined && (where !== "below" || isRepeat)) {
    await api.chat.update({ channel, ts: there.ts, ...content });
    return;
  }
  if (where === "shown") return;
  // The old buttons name the same Draft; without them nobody taps an old card by mistake.
  if (there !== undefined) {
    const old = { text: card.text, blocks: cardBlocks({ ...card, buttons: [] }) };
    await api.chat.update({ channel, ts: there.ts, ...old }).catch(() => undefined);
  }
  const send = (to: string) =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a method of Slack, not of a window
    api.chat.postMessage({ channel: to, ...content });
  const sent = await send(channel).catch((error: unknown) => {
    // A command can be used where the app is no member: it answers in a direct message.
    if (user === undefined) throw error;
    return send(user);
  });
  const delivery = by === undefined ? {} : { delivery: by };
  if (sent.ts !== undefined)
    await posts.put(sent.channel ?? channel, { cardId: card.card_id, ts: sent.ts, ...delivery });
}

async function nameOf({ api, log }: Slack, user: string): Promise<string> {
  try {
    const { user: found } = await api.users.info({ user });
    return found?.profile?.display_name || found?.real_name || user;
  } catch (error) {
    log.debug("reading a Slack profile failed", { event: "slack.profile_failed", error: String(error) });
    return user;
  }
}
