import type { Language } from "../contracts/actions/plan.ts";
import { compact } from "../plan/compact.ts";
import type { Card, ChatReply } from "../contracts/api/chat.ts";
import { problemOf } from "../contracts/problem.ts";
import { isConflict, StoreError } from "../ports/store-error.ts";
import type { Chat, ChatDeps, ChatMessage, ChatPush } from "./chat.ts";
import { type ChatRecords, type ConversationRef, createChatRecords } from "./chat-records.ts";
import { type Conversation, rememberedCards, rememberedPeople } from "./conversation.ts";
import { createDeliveries, type Deliveries, deliveryKey } from "./deliveries.ts";
import { handleMessage } from "./handle-message.ts";
import { handleTap } from "./handle-tap.ts";
import { handleVoice } from "./handle-voice.ts";
import { createKeyedQueue } from "../plan/keyed-queue.ts";
import { renderedFor, renderStoredCard } from "./render-stored-card.ts";
import { type ChatContext, type ChatTurn, problemTurn } from "./chat-context.ts";
import { writtenLanguage } from "../plan/written-language.ts";
import type { DraftNotification } from "../drafts/drafts.ts";
import { cut, maxText, minutesUntil, textsOf } from "./rendering.ts";
import { renderDraft } from "./render-draft.ts";
import { stateKeyOf } from "./state-key.ts";

/** The chat core over the gate and the store. */
export function createChat(deps: ChatDeps): Chat {
  const records = createChatRecords(deps.store);
  const deliveries = createDeliveries(deps);
  const lanes = createKeyedQueue();
  const parts: ChatParts = { deps, records, deliveries };
  return {
    commands: deps.commands,
    // A person's messages are answered one after the other.
    handle: (message) =>
      lanes.run(`${message.tenant} ${message.conversation} ${message.actor.id}`, async () => {
        const before = await deliveries.answered(message);
        if (before !== undefined) return { ...before, cards: await storedCards(parts, message, before.cards) };
        return handle(parts, message);
      }),
    history: async (place) => storedCards(parts, place, (await records.conversation(place))?.cards ?? []),
    pushFor: (notification) => pushFor(deps, records, notification),
  };
}

type ChatParts = { deps: ChatDeps; records: ChatRecords; deliveries: Deliveries };

/** Cards in their current state. */
async function storedCards(
  { deps, records }: ChatParts,
  place: ConversationRef,
  ids: readonly string[],
): Promise<Card[]> {
  const { tenant } = place;
  const conversation = await records.conversation(place);
  if (conversation === undefined) return [];
  const cards = await Promise.all(
    ids.map(async (id) => {
      const kept = await records.card(tenant, id);
      if (kept?.conversation !== place.conversation) return undefined;
      return renderStoredCard(deps, { id, kept, conversation, tenant });
    }),
  );
  return cards.filter((card) => card !== undefined);
}

async function handle(parts: ChatParts, message: ChatMessage): Promise<ChatReply> {
  const { deps, records, deliveries } = parts;
  const place = { tenant: message.tenant, conversation: message.conversation };
  const language = languageOf(message, await records.conversation(place));
  const delivery = deliveryKey(message);
  let isRetry = false;
  const conversation = await records.change(place, {
    to: (previous) => {
      isRetry = delivery !== undefined && previous?.people[message.actor.id]?.handling === delivery;
      return startTurn(previous, message, language);
    },
  });
  const zone = message.zone ?? deps.zone;
  const context: ChatContext = { ...parts, message, conversation, language, zone, isRetry };
  const turn = await handleInput(context).catch(async (error: unknown): Promise<ChatTurn> => {
    // The surface delivers the message again.
    if (error instanceof StoreError) throw error;
    deps.log.error("handling a chat message failed", {
      event: "chat.message_failed",
      conversation: message.conversation,
      error: String(error),
    });
    return problemTurn(context, problemOf("INTERNAL"));
  });
  const reply: ChatReply = { cards: turn.cards ?? [], notice: turn.notice ?? null };
  const before = conversation.cards;
  try {
    const { cards: kept } = await records.change(place, {
      to: (previous) => finishTurn(previous ?? conversation, { by: message.actor.id, at: deps.clock.now() }, turn),
      inTransaction: (tx) => deliveries.mark(tx, message, reply),
    });
    const dropped = before.filter((id) => !kept.includes(id));
    await records.dropCards(message.tenant, dropped);
  } catch (error) {
    // Another process has handled the same delivery: its reply counts.
    const first = isConflict(error) ? await deliveries.answered(message) : undefined;
    if (first === undefined) throw error;
    return { ...first, cards: await storedCards(parts, place, first.cards) };
  }
  return reply;
}

function handleInput(context: ChatContext): Promise<ChatTurn> {
  const { input } = context.message;
  switch (input.kind) {
    case "message":
      return handleMessage(context, input);
    case "voice":
      return handleVoice(context, input);
    case "tap":
      return handleTap(context, input);
    default:
      return input satisfies never;
  }
}

function startTurn(previous: Conversation | undefined, message: ChatMessage, language: Language): Conversation {
  const { actor } = message;
  const named = { ...previous?.people[actor.id], ...compact({ name: actor.name, handling: deliveryKey(message) }) };
  return { cards: previous?.cards ?? [], language, people: { ...previous?.people, [actor.id]: named } };
}

/** The conversation after a reply. Of a large group, the people who wrote last are remembered. */
function finishTurn(previous: Conversation, { by, at }: { by: string; at: number }, turn: ChatTurn): Conversation {
  const ids = (turn.cards ?? []).map((card) => card.card_id);
  const cards = [...previous.cards.filter((id) => !ids.includes(id)), ...ids].slice(-rememberedCards);
  const { [by]: writer, ...others } = previous.people;
  const { handling: _, ...kept } = writer ?? {};
  const person = { ...kept, at };
  for (const key of ["waiting", "thread", "done", "open", "applied"] as const) {
    if (turn[key] === null) delete person[key];
    else if (turn[key] !== undefined) Object.assign(person, { [key]: turn[key] });
  }
  const latest = Object.entries(others)
    .toSorted(([, a], [, b]) => (b.at ?? 0) - (a.at ?? 0))
    .slice(0, rememberedPeople - 1);
  return { ...previous, cards, people: { ...Object.fromEntries(latest), [by]: person } };
}

/** The requested language, else that of the message, else the previous one. */
function languageOf({ language, hint, input }: ChatMessage, was: Conversation | undefined): Language {
  if (language !== undefined) return language;
  const text = input.kind === "message" ? input.text : input.kind === "voice" ? input.transcript : "";
  return writtenLanguage(text) ?? was?.language ?? hint ?? "en";
}

/** The push for the conversation of a Draft, or for its assignee; undefined where neither is in a chat. */
async function pushFor(
  deps: ChatDeps,
  records: ChatRecords,
  notification: DraftNotification,
): Promise<ChatPush | undefined> {
  const { tenant, draftId, kind } = notification;
  const card = await records.card(tenant, draftId);
  const kept = card?.kind === "draft" ? card : undefined;
  const found = await deps.drafts.get({ tenant, of: { draftId }, ...compact({ locale: kept?.language }) });
  if (!found.ok) return undefined;
  const view = found.value;
  const assigneeConversation = kind === "changed" ? undefined : conversationOf(view.assignee);
  const place = assigneeConversation ?? kept?.conversation;
  if (place === undefined) return undefined;
  const people = (await records.conversation({ tenant, conversation: place }))?.people ?? {};
  const rendering = renderedFor(deps, { people }, kept ?? { language: view.draft.plan.language, zone: deps.zone });
  const push = { tenant, conversation: place, stateKey: stateKeyOf(view), shown: kept?.stateKey };
  const shown = await renderDraft(deps, { tenant, view, kept }, rendering);
  if (kind === "changed") return { ...push, card: shown };
  // A late reminder must not ask for a decision that was made meanwhile.
  if (view.draft.status !== "DRAFT" || view.next.do === "wait" || view.next.do === "settle") return undefined;
  if (kind === "handed_over") {
    const text = cut(`${textsOf(rendering).handedOver}\n\n${shown.text}`, maxText);
    return assigneeConversation === undefined ? undefined : { ...push, card: { ...shown, text } };
  }
  const left = minutesUntil(view.draft.expires_at, rendering.now);
  const text = textsOf(rendering).reminder(view.draft.plan.summary, left);
  return { ...push, card: { card_id: deps.ids.next(), text, buttons: shown.buttons } };
}

/** People of Telegram and Slack are written to directly. */
function conversationOf(assignee: string | null): string | undefined {
  return assignee !== null && /^(?:tg|slack):/.test(assignee) ? assignee : undefined;
}
