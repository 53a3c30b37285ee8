import { type Callback, type CallbackVerb, parseCallback } from "../contracts/actions/callback.ts";
import type { ChatInput } from "../contracts/api/chat.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import type { DraftResult } from "../drafts/drafts.ts";
import { answerCard } from "./cards/answer-card.ts";
import { choicesPerQuestion } from "./cards/draft-buttons.ts";
import { askCorrection, confirmVoice } from "./handle-voice.ts";
import { showCreated, showSettled } from "./create-from-text.ts";
import { undo } from "./handle-act.ts";
import { textsOf } from "./rendering.ts";
import { teach } from "./teach.ts";
import { cardOf, commandOn, noteTurn, type ChatContext, problemTurn, type ChatTurn } from "./chat-context.ts";

type Tap = Extract<ChatInput, { kind: "tap" }>;

/** Handles a tap on a button. The gate decides what it may do, for the revision it names. */
export async function handleTap(context: ChatContext, tap: Tap): Promise<ChatTurn> {
  const parsed = parseCallback(tap.data);
  if (!parsed.ok) return { notice: { text: textsOf(context).oldButton, alert: true } };
  return handlers[parsed.value.verb](context, parsed.value);
}

type Handler = (context: ChatContext, tap: Callback) => Promise<ChatTurn>;

const handlers: Readonly<Record<CallbackVerb, Handler>> = {
  "draft.apply": async (context, { id }) =>
    decided(context, id, await context.deps.drafts.apply(commandOn(context, id))),
  "draft.confirm": async (context, { id }) =>
    decided(context, id, await context.deps.drafts.confirm(commandOn(context, id))),
  "draft.cancel": async (context, { id }) =>
    decided(context, id, await context.deps.drafts.cancel(commandOn(context, id))),
  "draft.rebuild": rebuild,
  "draft.undo": (context, { id }) => withOwn(context, id, (view) => undo(context, view)),
  "draft.edit": (context, { id }) =>
    withOwn(context, id, async ({ draft }) => {
      const waiting = { for: "edit", draftId: draft.draft_id, revisionId: id } as const;
      return { ...(await noteTurn(context, textsOf(context).editPrompt)), waiting };
    }),
  "draft.teach": (context, { id, index }) =>
    withOwn(context, id, (view) => teach(context, view, { isFixed: index === 1, isKept: false })),
  "draft.learn": (context, { id, index }) =>
    withOwn(context, id, (view) => teach(context, view, { isFixed: index === 1, isKept: true })),
  "pick.select": (context, { id, index = 0 }) =>
    withOwn(context, id, async ({ draft, next }) => {
      const entity = next.do === "pick" ? next.entity : -1;
      const candidateId = draft.plan.entities[entity]?.candidates[index]?.id;
      if (candidateId === undefined) return { notice: { text: textsOf(context).oldButton, alert: true } };
      return decided(context, id, await context.deps.drafts.pick({ ...commandOn(context, id), entity, candidateId }));
    }),
  "pick.page": turnPage,
  "question.answer": (context, { id, index = 0 }) =>
    withOwn(context, id, async ({ next }) => {
      const question = next.do === "answer" ? next.questions[Math.floor(index / choicesPerQuestion)] : undefined;
      const choice = question?.choices[index % choicesPerQuestion];
      if (question === undefined || choice === undefined)
        return { notice: { text: textsOf(context).oldButton, alert: true } };
      const answers = { [question.id]: choice.value };
      return decided(context, id, await context.deps.drafts.answer({ ...commandOn(context, id), answers }));
    }),
  "write.done": (context, tap) => settle(context, tap, "done"),
  "write.resend": (context, tap) => settle(context, tap, "resend"),
  "voice.confirm": (context, { id }) => confirmVoice(context, id),
  "voice.correct": (context, { id }) => askCorrection(context, id),
};

/** The card after a decision; for a refusal the reason and the current card. */
async function decided(context: ChatContext, revisionId: string, answer: DraftResult<DraftView>): Promise<ChatTurn> {
  if (answer.ok) return showSettled(context, answer.value);
  const current = context.isRetry ? await findDraft(context, revisionId) : undefined;
  if (current?.ok) return showSettled(context, current.value);
  const problem = await problemTurn(context, answer.problem);
  if (answer.problem.code === "FORBIDDEN") return problem;
  const now = await findDraft(context, revisionId);
  return now.ok ? { ...problem, cards: [await cardOf(context, now.value)] } : problem;
}

async function rebuild(context: ChatContext, { id }: Callback): Promise<ChatTurn> {
  const made = await context.deps.drafts.rebuild(commandOn(context, id));
  const turn = await showCreated(context, made);
  const old = made.ok ? await findDraft(context, id) : undefined;
  return old?.ok ? { ...turn, cards: [await cardOf(context, old.value), ...(turn.cards ?? [])] } : turn;
}

async function turnPage(context: ChatContext, { id, index: page = 0 }: Callback): Promise<ChatTurn> {
  const { records, message } = context;
  const kept = await records.card(message.tenant, id);
  if (kept?.kind === "answer" && kept.conversation === message.conversation) {
    await records.putCard(message.tenant, id, { ...kept, page });
    return { cards: [answerCard({ ...kept, id, page }, kept)] };
  }
  return withOwn(context, id, async () => {
    const found = await findDraft(context, id, page);
    return found.ok ? { cards: [await cardOf(context, found.value)] } : problemTurn(context, found.problem);
  });
}

async function settle(context: ChatContext, { id }: Callback, choice: "done" | "resend"): Promise<ChatTurn> {
  return withOwn(context, id, async (view) => {
    const { tenant, actor } = context.message;
    const escalationId = view.next.do === "settle" ? view.next.escalation_ids[0] : undefined;
    if (escalationId === undefined) return { notice: { text: textsOf(context).oldButton, alert: true } };
    const settled = await context.deps.settle({ tenant, escalationId, choice, by: actor.id });
    if (!settled.ok) return problemTurn(context, settled.problem);
    const now = await findDraft(context, id);
    return now.ok ? showSettled(context, now.value) : problemTurn(context, now.problem);
  });
}

/** For taps that only read or prepare. The gate is not involved, so the author is checked here. */
async function withOwn(
  context: ChatContext,
  revisionId: string,
  work: (view: DraftView) => Promise<ChatTurn>,
): Promise<ChatTurn> {
  const found = await findDraft(context, revisionId);
  if (!found.ok) return problemTurn(context, found.problem);
  const { draft } = found.value;
  if (draft.author_id !== context.message.actor.id) return { notice: { text: textsOf(context).notYours, alert: true } };
  if (draft.revision_id === revisionId) return work(found.value);
  return {
    notice: { text: textsOf(context).oldButton, alert: true },
    cards: [await cardOf(context, found.value)],
  };
}

function findDraft(
  { deps, message, language }: ChatContext,
  revisionId: string,
  page = 0,
): Promise<DraftResult<DraftView>> {
  return deps.drafts.get({ tenant: message.tenant, of: { revisionId }, locale: language, page });
}
