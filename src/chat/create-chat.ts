import { effectKeys } from "../contracts/actions/effect-keys.ts";
import type { Language } from "../contracts/actions/plan.ts";
import type { Card, ChatReply } from "../contracts/api/chat.ts";
import { problemOf } from "../contracts/problem.ts";
import type { DraftNotice } from "../drafts/drafts.ts";
import { contentHashFull } from "../plan/hash.ts";
import { isConflict } from "../ports/store-error.ts";
import { answerCard } from "./cards/answer-card.ts";
import { draftCard } from "./cards/draft-card.ts";
import { voiceCard } from "./cards/voice-card.ts";
import type { Chat, ChatParts, Push, Said } from "./chat.ts";
import { type ChatRecords, createChatRecords, type Place } from "./chat-records.ts";
import { type Conversation, type KeptCard, rememberedCards } from "./conversation.ts";
import { hearMessage } from "./hear-message.ts";
import { hearTap } from "./hear-tap.ts";
import { hearVoice } from "./hear-voice.ts";
import { minutesUntil, type Rendering, say } from "./rendering.ts";
import { type Talk, tell, type Turn } from "./talk.ts";

/** How long the same tap is known again. */
const tapMemoryMs = 24 * 3_600_000;

/** The chat core over the gate and the store. */
export function createChat(parts: ChatParts): Chat {
  const records = createChatRecords(parts.store);
  return {
    commands: parts.commands,
    handle: (said) => handle(parts, records, said),
    async history(place) {
      const conversation = await records.conversation(place);
      if (conversation === undefined) return [];
      const cards = await Promise.all(
        conversation.cards.map(async (id) => {
          const kept = await records.card(place.tenant, id);
          return kept === undefined ? undefined : show(parts, { id, kept, conversation, tenant: place.tenant });
        }),
      );
      return cards.filter((card) => card !== undefined);
    },
    watch: (call) =>
      parts.drafts.watch(async (notice) => {
        try {
          const push = await toPush(parts, records, notice);
          if (push !== undefined) call(push);
        } catch (error) {
          parts.log.error("news of a Draft could not be told", { error: String(error) });
        }
      }),
  };
}

async function handle(parts: ChatParts, records: ChatRecords, said: Said): Promise<ChatReply> {
  if (said.input.kind === "tap" && !(await isFirst(parts, said, said.input))) return { cards: [], notice: null };
  const place = { tenant: said.tenant, conversation: said.conversation };
  const language = languageOf(said, await records.conversation(place));
  const conversation = await records.change(place, (was) => arrive(was, said, language));
  const talk: Talk = { parts, records, said, conversation, language, zone: said.zone ?? parts.zone };
  const turn = await hear(talk).catch(async (error: unknown): Promise<Turn> => {
    parts.log.error("a message could not be handled", { conversation: said.conversation, error: String(error) });
    return tell(talk, problemOf("INTERNAL"));
  });
  const before = conversation.cards;
  const { cards: kept } = await records.change(place, (was) => leave(was ?? conversation, said.actor.id, turn));
  await records.dropCards(
    said.tenant,
    before.filter((id) => !kept.includes(id)),
  );
  return { cards: turn.cards ?? [], notice: turn.notice ?? null };
}

function hear(talk: Talk): Promise<Turn> {
  const { input } = talk.said;
  switch (input.kind) {
    case "message":
      return hearMessage(talk, input);
    case "voice":
      return hearVoice(talk, input);
    case "tap":
      return hearTap(talk, input);
    default:
      return input satisfies never;
  }
}

/** Messengers deliver a tap more than once; the second time it is none. */
async function isFirst({ store, clock }: ChatParts, { tenant }: Said, tap: { tap_id: string; data: string }) {
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

/** Fewer words than these in Latin letters are a name or a field as often as a language. */
const tellingWords = 3;

/** What was asked for, else what the letters tell, else as before. */
function languageOf({ language, hint, input }: Said, was: Conversation | undefined): Language {
  if (language !== undefined) return language;
  const text = input.kind === "message" ? input.text : input.kind === "voice" ? input.transcript : "";
  if (/\p{Script=Cyrillic}/u.test(text)) return "ru";
  if ((text.match(/[a-z]{2,}/gi) ?? []).length >= tellingWords) return "en";
  return was?.language ?? hint ?? "en";
}

function arrive(was: Conversation | undefined, { actor }: Said, language: Language): Conversation {
  const person = was?.people[actor.id] ?? {};
  const named = actor.name === undefined ? person : { ...person, name: actor.name };
  return { cards: was?.cards ?? [], language, people: { ...was?.people, [actor.id]: named } };
}

function leave(was: Conversation, actorId: string, turn: Turn): Conversation {
  const ids = (turn.cards ?? []).map((card) => card.card_id);
  const cards = [...was.cards.filter((id) => !ids.includes(id)), ...ids].slice(-rememberedCards);
  if (turn.waiting === undefined) return { ...was, cards };
  const { waiting: _, ...person } = was.people[actorId] ?? {};
  const now = turn.waiting === null ? person : { ...person, waiting: turn.waiting };
  return { ...was, cards, people: { ...was.people, [actorId]: now } };
}

type Kept = { id: string; kept: KeptCard; conversation: Conversation; tenant: string };

async function show(parts: ChatParts, { id, kept, conversation, tenant }: Kept): Promise<Card | undefined> {
  const zone = "zone" in kept ? kept.zone : parts.zone;
  const rendering = rendered(parts, conversation, { language: kept.language, zone });
  switch (kept.kind) {
    case "note":
      return { card_id: id, text: kept.text, buttons: [] };
    case "answer":
      return answerCard({ ...kept, id }, rendering);
    case "voice":
      return voiceCard(id, kept);
    case "draft": {
      const found = await parts.drafts.get({ tenant, of: { draftId: id }, locale: kept.language });
      return found.ok ? draftCard(found.value, rendering) : undefined;
    }
    default:
      return kept satisfies never;
  }
}

function rendered(parts: ChatParts, { people }: Conversation, own: Pick<Rendering, "language" | "zone">): Rendering {
  return { ...own, now: parts.clock.now(), nameOf: (id) => people[id]?.name ?? id, labelOf: parts.labelOf };
}

/** News of a Draft for the conversation it was made in; a Draft that came another way is nobody's card. */
async function toPush(parts: ChatParts, records: ChatRecords, notice: DraftNotice): Promise<Push | undefined> {
  const { tenant, draft: view, kind } = notice;
  const kept = await records.card(tenant, view.draft.draft_id);
  if (kept?.kind !== "draft") return undefined;
  const place: Place = { tenant, conversation: kept.conversation };
  const conversation = await records.conversation(place);
  if (conversation === undefined) return undefined;
  const rendering = rendered(parts, conversation, kept);
  if (kind === "changed") return { ...place, card: draftCard(view, rendering) };
  const left = minutesUntil(view.draft.expires_at, rendering.now);
  const text = say(rendering).reminder(view.draft.plan.summary, left);
  return { ...place, card: { card_id: parts.ids.next(), text, buttons: draftCard(view, rendering).buttons } };
}
