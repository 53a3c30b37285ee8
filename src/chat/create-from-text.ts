import { compact } from "../contracts/compact.ts";
import type { ActionPlan, Voice } from "../contracts/actions/plan.ts";
import type { DraftRequestOutcome, DraftView, QueryView } from "../contracts/api/drafts.ts";
import type { CreateRequest, DraftResult } from "../drafts/drafts.ts";
import { answerCard, answerRows } from "./cards/answer-card.ts";
import { rememberedCharacters, rememberedMessages } from "./conversation.ts";
import { cut, textsOf } from "./rendering.ts";
import { rememberAsked } from "./teach.ts";
import {
  type ChatContext,
  type ChatTurn,
  commandOn,
  noteTurn,
  personOf,
  problemTurn,
  renderingOf,
  showDraft,
  withLead,
} from "./chat-context.ts";

/** The voice of a spoken request and the answers about its transcript. */
type VoiceOptions = { voice?: Voice; answers?: Readonly<Record<string, string>> };

/** Passes text to the gate and shows the result: an answer, a Draft, or nothing to do. */
export async function createFromText(context: ChatContext, text: string, spoken: VoiceOptions = {}): Promise<ChatTurn> {
  const made = await create(context, text, spoken);
  const turn = await showCreated(context, made);
  return made.ok ? withThread(context, { turn, text, plan: planOf(made.value) }) : turn;
}

function planOf(made: DraftRequestOutcome): ActionPlan {
  if (made.kind === "draft") return made.draft.draft.plan;
  return made.kind === "answer" ? made.query.plan : made.plan;
}

type TextPlan = { turn: ChatTurn; text: string; plan: ActionPlan };

/** What goes on with the open Draft takes its place; anything else puts it aside and says so. */
async function withThread(context: ChatContext, { turn, text, plan }: TextPlan): Promise<ChatTurn> {
  const { open } = personOf(context);
  const isUnderstood = !plan.needs_clarification.some(({ id }) => id === "rephrase");
  if (!isUnderstood) return (await explainChoices(context, turn, text)) ?? keepUnseen(context, turn);
  const kept = await threadOf(context, text, plan);
  if (open === undefined || turn.open?.draftId === open.draftId) return { ...turn, ...kept };
  if (plan.inputs.raw_text !== text) {
    const wrong = await context.deps.drafts.cancel(commandOn(context, open.revisionId));
    if (wrong.ok && turn.open) await rememberAsked(context, wrong.value, turn.open.draftId);
    return { ...turn, ...kept };
  }
  const [card, ...others] = turn.cards ?? [];
  const before = await context.deps.drafts.get({ tenant: context.said.tenant, of: { draftId: open.draftId } });
  if (card === undefined || !before.ok || before.value.next.do !== "apply") return { ...turn, ...kept };
  const aside = textsOf(context).putAside(before.value.draft.plan.summary);
  return { ...turn, ...kept, cards: [{ ...card, text: `${card.text}\n\n${aside}` }, ...others] };
}

/** What the next message is read against, and how much of it is carried out by now. */
async function threadOf(context: ChatContext, text: string, plan: ActionPlan): Promise<Required<Thread>> {
  const whole = plan.inputs.raw_text;
  const thread = whole.split("\n").slice(-rememberedMessages).join("\n").slice(-rememberedCharacters);
  const done = whole === text ? 0 : ((await saidBefore(context)).done ?? 0);
  return { thread, done: Math.max(0, done - (linesOf(whole) - linesOf(thread))) };
}

type Thread = { thread?: string; done?: number };

/** The messages before, and how many of them were carried out: all of them, once their Draft is applied. */
async function saidBefore(context: ChatContext): Promise<Thread> {
  const { thread, done, open, applied } = personOf(context);
  const last = open ?? applied;
  if (thread === undefined || last === undefined) return compact({ thread, done });
  const { tenant } = context.said;
  const found = await context.deps.drafts.get({ tenant, of: { draftId: last.draftId } });
  if (!found.ok) return compact({ thread, done });
  const { draft, next } = found.value;
  const isSent = draft.status === "APPLIED" || next.do === "retry" || next.do === "wait" || next.do === "settle";
  return isSent && draft.plan.inputs.raw_text.endsWith(thread)
    ? { thread, done: linesOf(thread) }
    : compact({ thread, done });
}

function linesOf(text: string): number {
  return text.split("\n").length;
}

/** The open Draft stays open, but words that nobody understood may have changed the person's mind: a yes now shows it again. */
async function keepUnseen(context: ChatContext, turn: ChatTurn): Promise<ChatTurn> {
  const { records, said } = context;
  const { open } = personOf(context);
  if (open === undefined) return turn;
  const kept = await records.card(said.tenant, open.draftId);
  if (kept?.kind === "draft") {
    const { stand: _, ...unseen } = kept;
    await records.putCard(said.tenant, open.draftId, unseen);
  }
  return { ...turn, open };
}

/** Words that fit nothing in an open list, and are not requests either, are answered with the list. */
async function explainChoices(context: ChatContext, turn: ChatTurn, text: string): Promise<ChatTurn | undefined> {
  const { open } = personOf(context);
  const { deps, said, language } = context;
  const found =
    open && (await deps.drafts.get({ tenant: said.tenant, of: { draftId: open.draftId }, locale: language }));
  if (!found || !found.ok || found.value.draft.status !== "DRAFT") return undefined;
  const { next } = found.value;
  const isList =
    next.do === "pick" || (next.do === "answer" && next.questions.some(({ choices }) => choices.length > 0));
  if (!isList) return undefined;
  if (turn.open) await deps.drafts.cancel(commandOn(context, turn.open.revisionId));
  return withLead(await showDraft(context, found.value), textsOf(context).noneFits(cut(text, 100)));
}

export async function create(
  context: ChatContext,
  text: string,
  spoken: VoiceOptions,
): Promise<DraftResult<DraftRequestOutcome>> {
  const { said, language, zone } = context;
  const { tenant, actor } = said;
  const { thread, done } = await saidBefore(context);
  const told = compact({ speaker: actor.name ?? actor.id, before: thread, done });
  return createOnce(context, { tenant, actor, text, zone, locale: language, ...told, ...spoken });
}

/** A message that is handled again after a crash finds the Draft it has created. */
export async function createOnce(
  { deps, deliveries, said, language }: ChatContext,
  request: CreateRequest,
): Promise<DraftResult<DraftRequestOutcome>> {
  const draftId = await deliveries.draftOf(said);
  const found = draftId && (await deps.drafts.get({ tenant: said.tenant, of: { draftId }, locale: language }));
  if (found && found.ok) return { ok: true, value: { kind: "draft", draft: found.value } };
  return deps.drafts.create({ ...request, inTransaction: (tx, { id }) => deliveries.markDraft(tx, said, id) });
}

export async function showCreated(context: ChatContext, made: DraftResult<DraftRequestOutcome>): Promise<ChatTurn> {
  if (!made.ok) return problemTurn(context, made.problem);
  switch (made.value.kind) {
    case "draft":
      return showDraft(context, made.value.draft);
    case "answer":
      return showAnswer(context, made.value.query);
    case "nothing":
      return { ...(await noteTurn(context, nothingText(context, made.value.plan))), waiting: null };
    default:
      return made.value satisfies never;
  }
}

/** Says "nothing to do" only if the plan had actions. */
function nothingText(context: ChatContext, { summary, actions }: ActionPlan): string {
  return actions.length === 0 ? summary : `${summary}\n${textsOf(context).nothingToDo}`;
}

/** Shows a Draft once its run has settled. A Draft that only read is shown as an answer. */
export async function showSettled(context: ChatContext, view: DraftView): Promise<ChatTurn> {
  const settled = await waitBriefly(context, view);
  const { draft, changes } = settled;
  const isQuestion = draft.status === "APPLIED" && changes.length === 0 && draft.actions.length > 0;
  if (!isQuestion) return showDraft(context, settled);
  return showAnswer(context, { plan: draft.plan, outcomes: draft.actions.map(({ outcome }) => outcome) });
}

async function showAnswer(context: ChatContext, query: Pick<QueryView, "plan" | "outcomes">): Promise<ChatTurn> {
  const { said, deps, records, language } = context;
  const rendering = renderingOf(context);
  const id = deps.ids.next();
  const answer = { ...answerRows(query, rendering), page: 0 };
  await records.putCard(said.tenant, id, { kind: "answer", conversation: said.conversation, language, ...answer });
  return { cards: [answerCard({ ...answer, id }, rendering)], waiting: null };
}

/** The Draft once it has settled, or its current state when the wait ends; the outcome is then pushed later. */
async function waitBriefly({ deps, said, language }: ChatContext, view: DraftView): Promise<DraftView> {
  const { drafts, clock, settleWaitMs } = deps;
  if (view.next.do !== "wait" || settleWaitMs === 0) return view;
  const giveUp = new AbortController();
  const patience = Promise.withResolvers<undefined>();
  const cancelTimer = clock.setTimer(clock.now() + settleWaitMs, () => patience.resolve(undefined));
  try {
    const of = { draftId: view.draft.draft_id };
    const settled = drafts
      .waitUntilSettled({ tenant: said.tenant, of, locale: language }, giveUp.signal)
      .catch(() => undefined);
    const ended = await Promise.race([settled, patience.promise]);
    return ended?.ok ? ended.value : view;
  } finally {
    cancelTimer();
    giveUp.abort();
  }
}
