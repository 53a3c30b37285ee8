import { effectKeys } from "../contracts/actions/effect-keys.ts";
import type { Language } from "../contracts/actions/plan.ts";
import type { ChatReply } from "../contracts/api/chat.ts";
import { problemOf } from "../contracts/problem.ts";
import { contentHashFull } from "../plan/hash.ts";
import { isConflict } from "../ports/store-error.ts";
import type { Chat, ChatDeps, ChatMessage } from "./chat.ts";
import { type ChatRecords, createChatRecords } from "./chat-records.ts";
import { type Conversation, rememberedCards } from "./conversation.ts";
import { handleMessage } from "./handle-message.ts";
import { handleTap } from "./handle-tap.ts";
import { handleVoice } from "./handle-voice.ts";
import { languageOf } from "./language-of.ts";
import { renderStoredCard } from "./render-stored-card.ts";
import { type ChatContext, problemTurn, type ChatTurn } from "./chat-context.ts";
import { pushFor } from "./push.ts";

/** How long a repeated tap is recognised. */
const tapMemoryMs = 24 * 3_600_000;

/** The chat core over the gate and the store. */
export function createChat(deps: ChatDeps): Chat {
  const records = createChatRecords(deps.store);
  return {
    commands: deps.commands,
    handle: (said) => handle(deps, records, said),
    async history(place) {
      const conversation = await records.conversation(place);
      if (conversation === undefined) return [];
      const cards = await Promise.all(
        conversation.cards.map(async (id) => {
          const kept = await records.card(place.tenant, id);
          return kept === undefined
            ? undefined
            : renderStoredCard(deps, { id, kept, conversation, tenant: place.tenant });
        }),
      );
      return cards.filter((card) => card !== undefined);
    },
    news: (news) => pushFor(deps, records, news),
  };
}

async function handle(deps: ChatDeps, records: ChatRecords, said: ChatMessage): Promise<ChatReply> {
  if (said.input.kind === "tap" && !(await isFirst(deps, said, said.input))) return { cards: [], notice: null };
  const place = { tenant: said.tenant, conversation: said.conversation };
  const language = languageOf(said, await records.conversation(place));
  const conversation = await records.change(place, (was) => arrive(was, said, language));
  const context: ChatContext = { deps, records, said, conversation, language, zone: said.zone ?? deps.zone };
  const turn = await hear(context).catch(async (error: unknown): Promise<ChatTurn> => {
    deps.log.error("handling a chat message failed", {
      event: "chat.message_failed",
      conversation: said.conversation,
      error: String(error),
    });
    return problemTurn(context, problemOf("INTERNAL"));
  });
  const before = conversation.cards;
  const { cards: kept } = await records.change(place, (was) => leave(was ?? conversation, said.actor.id, turn));
  await records.dropCards(
    said.tenant,
    before.filter((id) => !kept.includes(id)),
  );
  return { cards: turn.cards ?? [], notice: turn.notice ?? null };
}

function hear(context: ChatContext): Promise<ChatTurn> {
  const { input } = context.said;
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

/** Messengers may deliver a tap twice; the second delivery is ignored. */
async function isFirst({ store, clock }: ChatDeps, { tenant }: ChatMessage, tap: { tap_id: string; data: string }) {
  const now = clock.now();
  const key = effectKeys.callback(tap.tap_id);
  const claim = { tenant, key, bodyHash: contentHashFull(tap.data), expiresAt: now + tapMemoryMs };
  try {
    await store.write((tx) => tx.claim(claim, now));
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

function arrive(was: Conversation | undefined, { actor }: ChatMessage, language: Language): Conversation {
  const person = was?.people[actor.id] ?? {};
  const named = actor.name === undefined ? person : { ...person, name: actor.name };
  return { cards: was?.cards ?? [], language, people: { ...was?.people, [actor.id]: named } };
}

function leave(was: Conversation, actorId: string, turn: ChatTurn): Conversation {
  const ids = (turn.cards ?? []).map((card) => card.card_id);
  const cards = [...was.cards.filter((id) => !ids.includes(id)), ...ids].slice(-rememberedCards);
  const person = { ...was.people[actorId] };
  for (const key of ["waiting", "thread", "open", "applied"] as const) {
    if (turn[key] === null) delete person[key];
    else if (turn[key] !== undefined) Object.assign(person, { [key]: turn[key] });
  }
  return { ...was, cards, people: { ...was.people, [actorId]: person } };
}
