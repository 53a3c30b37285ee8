import type { Voice } from "../contracts/actions/plan.ts";
import type { Card, ChatInput } from "../contracts/api/chat.ts";
import { minConfidence, transcriptQuestion } from "../drafts/gate/transcript.ts";
import { voiceCard } from "./cards/voice-card.ts";
import type { VoiceCard } from "./conversation.ts";
import { create, createFromText, showCreated, showSettled } from "./create-from-text.ts";
import { textsOf } from "./rendering.ts";
import { commandOn, note, showDraft, type ChatContext, tell, type ChatTurn } from "./chat-context.ts";

/** The word of whoever spoke. */
const isRight = { [transcriptQuestion.id]: transcriptQuestion.right };

type VoiceInput = Extract<ChatInput, { kind: "voice" }>;

/**
 * What was said aloud. The transcript is always shown; a question is answered at once where it was heard well, and
 * nothing that writes is shown before the transcript is confirmed.
 */
export async function handleVoice(talk: ChatContext, input: VoiceInput): Promise<ChatTurn> {
  const transcript = input.transcript.trim();
  if (transcript === "") return note(talk, textsOf(talk).nothingHeard);
  const heard = { ...input, transcript };
  if (input.confidence < minConfidence) return ask(talk, heard);
  const made = await create(talk, transcript, { voice: voiceOf(heard) });
  if (made.ok && made.value.kind === "draft") return ask(talk, heard, made.value.draft.draft.draft_id);
  const [shown, turn] = [await note(talk, textsOf(talk).heard(transcript)), await showCreated(talk, made)];
  return { ...turn, cards: [...(shown.cards ?? []), ...(turn.cards ?? [])] };
}

/** The transcript is right: now the Draft may be seen, or be made. */
export async function confirmVoice(talk: ChatContext, cardId: string): Promise<ChatTurn> {
  const kept = await ownVoice(talk, cardId);
  if ("turn" in kept) return kept.turn;
  const { card, shown } = await settleVoice(talk, cardId, kept.card);
  const turn = await fromVoice(talk, card);
  return { ...turn, cards: [shown, ...(turn.cards ?? [])] };
}

/** The next words stand in the place of the transcript. */
export async function askCorrection(talk: ChatContext, cardId: string): Promise<ChatTurn> {
  const kept = await ownVoice(talk, cardId);
  if ("turn" in kept) return kept.turn;
  return { ...(await note(talk, textsOf(talk).correctPrompt)), waiting: { for: "transcript", cardId } };
}

export async function correctVoice(talk: ChatContext, cardId: string, text: string): Promise<ChatTurn> {
  const kept = await ownVoice(talk, cardId);
  if ("turn" in kept) return { ...kept.turn, waiting: null };
  const { card, shown } = await settleVoice(talk, cardId, { ...kept.card, transcript: text });
  if (card.draftId !== undefined) await dropDraft(talk, card.draftId);
  const turn = await createFromText(talk, text, { voice: { ...voiceOf(toInput(card)), confidence: 1 }, answers: isRight });
  return { waiting: null, ...turn, cards: [shown, ...(turn.cards ?? [])] };
}

async function fromVoice(talk: ChatContext, card: VoiceCard): Promise<ChatTurn> {
  const { draftId, transcript } = card;
  if (draftId === undefined) return createFromText(talk, transcript, { voice: voiceOf(toInput(card)), answers: isRight });
  const { drafts } = talk.parts;
  const found = await drafts.get({ tenant: talk.said.tenant, of: { draftId }, locale: talk.language });
  if (!found.ok) return tell(talk, found.problem);
  const { draft, next } = found.value;
  const isAsked = next.do === "answer" && next.questions.some(({ id }) => id === transcriptQuestion.id);
  if (!isAsked) return showDraft(talk, found.value);
  const answered = await drafts.answer({ ...actOf(talk, draft.revision_id), answers: isRight });
  return answered.ok ? showSettled(talk, answered.value) : tell(talk, answered.problem);
}

async function ask(talk: ChatContext, heard: VoiceInput, draftId?: string): Promise<ChatTurn> {
  const { said, language, zone, parts } = talk;
  const id = parts.ids.next();
  const card: VoiceCard = {
    kind: "voice",
    conversation: said.conversation,
    language,
    zone,
    actorId: said.actor.id,
    fileId: heard.file_id,
    transcript: heard.transcript,
    confidence: heard.confidence,
    isSettled: false,
    ...(draftId !== undefined && { draftId }),
  };
  await talk.records.putCard(said.tenant, id, card);
  return { cards: [voiceCard(id, card)], waiting: null };
}

async function ownVoice(talk: ChatContext, cardId: string): Promise<{ card: VoiceCard } | { turn: ChatTurn }> {
  const card = await talk.records.card(talk.said.tenant, cardId);
  const words = textsOf(talk);
  if (card?.kind !== "voice" || card.isSettled) return { turn: { notice: { text: words.oldButton, alert: true } } };
  if (card.actorId !== talk.said.actor.id) return { turn: { notice: { text: words.notYours, alert: true } } };
  return { card };
}

async function settleVoice(talk: ChatContext, id: string, card: VoiceCard): Promise<{ card: VoiceCard; shown: Card }> {
  const settled = { ...card, isSettled: true };
  await talk.records.putCard(talk.said.tenant, id, settled);
  return { card: settled, shown: voiceCard(id, settled) };
}

async function dropDraft(talk: ChatContext, draftId: string): Promise<void> {
  const found = await talk.parts.drafts.get({ tenant: talk.said.tenant, of: { draftId } });
  if (found.ok) await talk.parts.drafts.cancel(commandOn(talk, found.value.draft.revision_id));
}

function voiceOf({
  file_id,
  transcript,
  confidence,
}: Pick<VoiceInput, "file_id" | "transcript" | "confidence">): Voice {
  return { file_id, transcript, confidence };
}

function toInput({ fileId, transcript, confidence }: VoiceCard) {
  return { file_id: fileId, transcript, confidence };
}
