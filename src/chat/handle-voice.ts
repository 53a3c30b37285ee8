import { compact } from "../plan/compact.ts";
import type { Voice } from "../contracts/actions/plan.ts";
import type { ChatInput } from "../contracts/api/chat.ts";
import { minConfidence, transcriptQuestion } from "../drafts/gate/transcript.ts";
import { voiceCard } from "./cards/voice-card.ts";
import type { VoiceCard } from "./conversation.ts";
import { create, createFromText, showCreated, showSettled } from "./create-from-text.ts";
import { textsOf } from "./rendering.ts";
import { commandOn, noteTurn, showDraft, type ChatContext, problemTurn, type ChatTurn } from "./chat-context.ts";

/** The speaker's confirmation of the transcript. */
const isRight = { [transcriptQuestion.id]: transcriptQuestion.right };

type VoiceInput = Extract<ChatInput, { kind: "voice" }>;

/**
 * Handles a voice message. The transcript is always shown; a query is answered at once if the confidence is high, and
 * a Draft is shown only after the transcript is confirmed.
 */
export async function handleVoice(context: ChatContext, input: VoiceInput): Promise<ChatTurn> {
  const transcript = input.transcript.trim();
  if (transcript === "") return noteTurn(context, textsOf(context).nothingHeard);
  const voice = { ...input, transcript };
  if (input.confidence < minConfidence) return ask(context, voice);
  const made = await create(context, transcript, { voice: voiceOf(voice) });
  if (made.ok && made.value.kind === "draft") return ask(context, voice, made.value.draft.draft.draft_id);
  const [shown, turn] = [await noteTurn(context, textsOf(context).heard(transcript)), await showCreated(context, made)];
  return { ...turn, cards: [...(shown.cards ?? []), ...(turn.cards ?? [])] };
}

/** The transcript is confirmed: shows or creates the Draft. */
export async function confirmVoice(context: ChatContext, cardId: string): Promise<ChatTurn> {
  const kept = await findOwnVoice(context, cardId);
  if ("turn" in kept) return kept.turn;
  const turn = await fromVoice(context, kept.card);
  return settleVoice(context, { id: cardId, card: kept.card }, turn);
}

/** The next message replaces the transcript. */
export async function askCorrection(context: ChatContext, cardId: string): Promise<ChatTurn> {
  const kept = await findOwnVoice(context, cardId);
  if ("turn" in kept) return kept.turn;
  return { ...(await noteTurn(context, textsOf(context).correctPrompt)), waiting: { for: "transcript", cardId } };
}

export async function correctVoice(context: ChatContext, cardId: string, text: string): Promise<ChatTurn> {
  const kept = await findOwnVoice(context, cardId);
  if ("turn" in kept) return { ...kept.turn, waiting: null };
  const card = { ...kept.card, transcript: text };
  if (card.draftId !== undefined) await dropDraft(context, card.draftId);
  const turn = await createFromText(context, text, {
    voice: { ...voiceOf(toInput(card)), confidence: 1 },
    answers: isRight,
  });
  return settleVoice(context, { id: cardId, card }, { waiting: null, ...turn });
}

async function fromVoice(context: ChatContext, card: VoiceCard): Promise<ChatTurn> {
  const { draftId, transcript } = card;
  if (draftId === undefined)
    return createFromText(context, transcript, { voice: voiceOf(toInput(card)), answers: isRight });
  const { drafts } = context.deps;
  const found = await drafts.get({ tenant: context.message.tenant, of: { draftId }, locale: context.language });
  if (!found.ok) return problemTurn(context, found.problem);
  const { draft, next } = found.value;
  const isAsked = next.do === "answer" && next.questions.some(({ id }) => id === transcriptQuestion.id);
  if (!isAsked) return showDraft(context, found.value);
  const answered = await drafts.answer({ ...commandOn(context, draft.revision_id), answers: isRight });
  return answered.ok ? showSettled(context, answered.value) : problemTurn(context, answered.problem);
}

async function ask(context: ChatContext, heard: VoiceInput, draftId?: string): Promise<ChatTurn> {
  const { message, language, zone, deps } = context;
  const id = deps.ids.next();
  const card: VoiceCard = {
    kind: "voice",
    conversation: message.conversation,
    language,
    zone,
    actorId: message.actor.id,
    fileId: heard.file_id,
    transcript: heard.transcript,
    confidence: heard.confidence,
    isSettled: false,
    ...compact({ draftId }),
  };
  await context.records.putCard(message.tenant, id, card);
  return { cards: [voiceCard(id, card)], waiting: { for: "voice", cardId: id } };
}

async function findOwnVoice(context: ChatContext, cardId: string): Promise<{ card: VoiceCard } | { turn: ChatTurn }> {
  const card = await context.records.card(context.message.tenant, cardId);
  const words = textsOf(context);
  const isOver = card?.kind === "voice" && card.isSettled && !context.isRetry;
  if (card?.kind !== "voice" || isOver) return { turn: { notice: { text: words.oldButton, alert: true } } };
  if (card.actorId !== context.message.actor.id) return { turn: { notice: { text: words.notYours, alert: true } } };
  return { card };
}

/** After the work, so that the buttons of the card still work after a crash. */
async function settleVoice(
  context: ChatContext,
  { id, card }: { id: string; card: VoiceCard },
  turn: ChatTurn,
): Promise<ChatTurn> {
  const settled = { ...card, isSettled: true };
  await context.records.putCard(context.message.tenant, id, settled);
  return { ...turn, cards: [voiceCard(id, settled), ...(turn.cards ?? [])] };
}

async function dropDraft(context: ChatContext, draftId: string): Promise<void> {
  const found = await context.deps.drafts.get({ tenant: context.message.tenant, of: { draftId } });
  if (found.ok) await context.deps.drafts.cancel(commandOn(context, found.value.draft.revision_id));
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
