import { type Callback, type CallbackVerb, parseCallback } from "../contracts/actions/callback.ts";
import type { ChatInput } from "../contracts/api/chat.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import type { DraftResult } from "../drafts/drafts.ts";
import { answerCard } from "./cards/answer-card.ts";
import { choicesPerQuestion } from "./cards/draft-buttons.ts";
import { draftCard } from "./cards/draft-card.ts";
import { askCorrection, confirmVoice } from "./handle-voice.ts";
import { showCreated, showSettled } from "./create-from-text.ts";
import { textsOf } from "./rendering.ts";
import { commandOn, note, renderingOf, type ChatContext, tell, type ChatTurn } from "./chat-context.ts";

type Tap = Extract<ChatInput, { kind: "tap" }>;

/** A tap on a button. What it may do is decided by the gate, for the revision it names. */
export async function handleTap(talk: ChatContext, tap: Tap): Promise<ChatTurn> {
  const parsed = parseCallback(tap.data);
  if (!parsed.ok) return { notice: { text: textsOf(talk).oldButton, alert: true } };
  return handlers[parsed.value.verb](talk, parsed.value);
}

type Handler = (talk: ChatContext, tap: Callback) => Promise<ChatTurn>;

const handlers: Readonly<Record<CallbackVerb, Handler>> = {
  "draft.apply": async (talk, { id }) => decided(talk, id, await talk.parts.drafts.apply(commandOn(talk, id))),
  "draft.confirm": async (talk, { id }) => decided(talk, id, await talk.parts.drafts.confirm(commandOn(talk, id))),
  "draft.cancel": async (talk, { id }) => decided(talk, id, await talk.parts.drafts.cancel(commandOn(talk, id))),
  "draft.rebuild": rebuild,
  "draft.edit": (talk, { id }) =>
    withOwn(talk, id, async ({ draft }) => {
      const waiting = { for: "edit", draftId: draft.draft_id, revisionId: id } as const;
      return { ...(await note(talk, textsOf(talk).editPrompt)), waiting };
    }),
  "pick.select": (talk, { id, index = 0 }) =>
    withOwn(talk, id, async ({ draft, next }) => {
      const entity = next.do === "pick" ? next.entity : -1;
      const candidateId = draft.plan.entities[entity]?.candidates[index]?.id;
      if (candidateId === undefined) return { notice: { text: textsOf(talk).oldButton, alert: true } };
      return decided(talk, id, await talk.parts.drafts.pick({ ...actOf(talk, id), entity, candidateId }));
    }),
  "pick.page": turnPage,
  "question.answer": (talk, { id, index = 0 }) =>
    withOwn(talk, id, async ({ next }) => {
      const question = next.do === "answer" ? next.questions[Math.floor(index / choicesPerQuestion)] : undefined;
      const choice = question?.choices[index % choicesPerQuestion];
      if (question === undefined || choice === undefined) return { notice: { text: textsOf(talk).oldButton, alert: true } };
      const answers = { [question.id]: choice.value };
      return decided(talk, id, await talk.parts.drafts.answer({ ...actOf(talk, id), answers }));
    }),
  "write.done": (talk, tap) => settle(talk, tap, "done"),
  "write.resend": (talk, tap) => settle(talk, tap, "resend"),
  "voice.confirm": (talk, { id }) => confirmVoice(talk, id),
  "voice.correct": (talk, { id }) => askCorrection(talk, id),
};

/** The card as it is after a decision; where the decision was refused, why, and the card as it stands. */
async function decided(talk: ChatContext, revisionId: string, answer: DraftResult<DraftView>): Promise<ChatTurn> {
  if (answer.ok) return showSettled(talk, answer.value);
  const told = await tell(talk, answer.problem);
  if (answer.problem.code === "FORBIDDEN") return told;
  const now = await look(talk, revisionId);
  return now.ok ? { ...told, cards: [draftCard(now.value, renderingOf(talk))] } : told;
}

async function rebuild(talk: ChatContext, { id }: Callback): Promise<ChatTurn> {
  const made = await talk.parts.drafts.rebuild(commandOn(talk, id));
  const turn = await showCreated(talk, made);
  const old = made.ok ? await look(talk, id) : undefined;
  return old?.ok ? { ...turn, cards: [draftCard(old.value, renderingOf(talk)), ...(turn.cards ?? [])] } : turn;
}

async function turnPage(talk: ChatContext, { id, index: page = 0 }: Callback): Promise<ChatTurn> {
  const { records, said } = talk;
  const kept = await records.card(said.tenant, id);
  if (kept?.kind === "answer" && kept.conversation === said.conversation) {
    await records.putCard(said.tenant, id, { ...kept, page });
    return { cards: [answerCard({ ...kept, id, page }, renderingOf({ ...talk, language: kept.language }))] };
  }
  return withOwn(talk, id, async () => {
    const found = await look(talk, id, page);
    return found.ok ? { cards: [draftCard(found.value, renderingOf(talk))] } : tell(talk, found.problem);
  });
}

async function settle(talk: ChatContext, { id }: Callback, choice: "done" | "resend"): Promise<ChatTurn> {
  return withOwn(talk, id, async (view) => {
    const { tenant, actor } = talk.said;
    const escalationId = view.next.do === "settle" ? view.next.escalation_ids[0] : undefined;
    if (escalationId === undefined) return { notice: { text: textsOf(talk).oldButton, alert: true } };
    const settled = await talk.parts.settle({ tenant, escalationId, choice, by: actor.id });
    if (!settled.ok) return tell(talk, settled.problem);
    const now = await look(talk, id);
    return now.ok ? showSettled(talk, now.value) : tell(talk, now.problem);
  });
}

/** For taps that only look or prepare: the gate is not asked, so that the person is the author is seen to here. */
async function withOwn(talk: ChatContext, revisionId: string, work: (view: DraftView) => Promise<ChatTurn>): Promise<ChatTurn> {
  const found = await look(talk, revisionId);
  if (!found.ok) return tell(talk, found.problem);
  const { draft } = found.value;
  if (draft.author_id !== talk.said.actor.id) return { notice: { text: textsOf(talk).notYours, alert: true } };
  if (draft.revision_id === revisionId) return work(found.value);
  return {
    notice: { text: textsOf(talk).oldButton, alert: true },
    cards: [draftCard(found.value, renderingOf(talk))],
  };
}

function look({ parts, said, language }: ChatContext, revisionId: string, page = 0): Promise<DraftResult<DraftView>> {
  return parts.drafts.get({ tenant: said.tenant, of: { revisionId }, locale: language, page });
}
