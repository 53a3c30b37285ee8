import { compact } from "../plan/compact.ts";
import type { ActionPlan, Voice } from "../contracts/actions/plan.ts";
import type { DraftRequestOutcome, DraftView, QueryView } from "../contracts/api/drafts.ts";
import type { CreateRequest, DraftResult } from "../drafts/drafts.ts";
import { answerCard, answerRows } from "./cards/answer-card.ts";
import { rememberedCharacters, rememberedMessages } from "./conversation.ts";
import { cut, textsOf } from "./rendering.ts";
import { rememberRequest } from "./teach.ts";
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

/** A request that continues the open Draft replaces it; any other one puts it aside and says so. */
async function withThread(context: ChatContext, { turn, text, plan }: TextPlan): Promise<ChatTurn> {
  const { open } = personOf(context);
  const isUnderstood = !plan.needs_clarification.some(({ id }) => id === "rephrase");
  if (!isUnderstood) return (await explainChoices(context, turn, text)) ?? keepOpenDraft(context, turn);
  const kept = await threadOf(context, text, plan);
  if (open === undefined || turn.open?.draftId === open.draftId) return { ...turn, ...kept };
  if (plan.inputs.raw_text !== text) {
    const wrong = await context.deps.drafts.cancel(commandOn(context, open.revisionId));
    if (wrong.ok && turn.open) await rememberRequest(context, wrong.value, turn.open.draftId);
    return { ...turn, ...kept };
  }
  const [card, ...others] = turn.cards ?? [];
  const before = await context.deps.drafts.get({ tenant: context.message.tenant, of: { draftId: open.draftId } });
  if (card === undefined || !before.ok || before.value.next.do !== "apply") return { ...turn, ...kept };
  const notice = textsOf(context).putAside(before.value.draft.plan.summary);
  return { ...turn, ...kept, cards: [{ ...card, text: `${card.text}\n\n${notice}` }, ...others] };
}

/** The messages that the next one may refer to, and how many of them were carried out. */
async function threadOf(context: ChatContext, text: string, plan: ActionPlan): Promise<Required<RequestThread>> {
  const whole = plan.inputs.raw_text;
  const thread = whole.split("\n").slice(-rememberedMessages).join("\n").slice(-rememberedCharacters);
  const done = whole === text ? 0 : ((await earlierMessages(context)).done ?? 0);
  return { thread, done: Math.max(0, done - (linesOf(whole) - linesOf(thread))) };
}

type RequestThread = { thread?: string; done?: number };

/** The earlier messages, and how many of them were carried out: all, once their Draft is applied. */
async function earlierMessages(context: ChatContext): Promise<RequestThread> {
  const { thread, done, open, applied } = personOf(context);
  const last = open ?? applied;
  if (thread === undefined || last === undefined) return compact({ thread, done });
  const { tenant } = context.message;
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

/** Keeps the open Draft. After a message that was not understood, a yes shows it again instead of applying it. */
async function keepOpenDraft(context: ChatContext, turn: ChatTurn): Promise<ChatTurn> {
  const { records, message } = context;
  const { open } = personOf(context);
  if (open === undefined) return turn;
  const kept = await records.card(message.tenant, open.draftId);
  if (kept?.kind === "draft") {
    const { stateKey: _, ...unseen } = kept;
    await records.putCard(message.tenant, open.draftId, unseen);
  }
  return { ...turn, open };
}

/** Words that match nothing in an open list, and are not a request, are answered with the list. */
async function explainChoices(context: ChatContext, turn: ChatTurn, text: string): Promise<ChatTurn | undefined> {
  const { open } = personOf(context);
  const { deps, message, language } = context;
  const found =
    open && (await deps.drafts.get({ tenant: message.tenant, of: { draftId: open.draftId }, locale: language }));
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
  const { message, language, zone } = context;
  const { tenant, actor } = message;
  const { thread, done } = await earlierMessages(context);
  const about = compact({ speaker: actor.name ?? actor.id, before: thread, done });
  return createOnce(context, { tenant, actor, text, zone, locale: language, ...about, ...spoken });
}

/** A message that is handled again after a crash finds the Draft it has created. */
export async function createOnce(
  { deps, deliveries, message, language }: ChatContext,
  request: CreateRequest,
): Promise<DraftResult<DraftRequestOutcome>> {
  const draftId = await deliveries.draftOf(message);
  const found = draftId && (await deps.drafts.get({ tenant: message.tenant, of: { draftId }, locale: language }));
  if (found && found.ok) return { ok: true, value: { kind: "draft", draft: found.value } };
  return deps.drafts.create({ ...request, inTransaction: (tx, { id }) => deliveries.markDraft(tx, message, id) });
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
  const { message, deps, records, language } = context;
  const rendering = renderingOf(context);
  const id = deps.ids.next();
  const answer = { ...answerRows(query, rendering), page: 0 };
  await records.putCard(message.tenant, id, {
    kind: "answer",
    conversation: message.conversation,
    language,
    ...answer,
  });
  return { cards: [answerCard({ ...answer, id }, rendering)], waiting: null };
}

/** The Draft once it has settled, or its current state when the wait ends; the outcome is then pushed later. */
async function waitBriefly({ deps, message, language }: ChatContext, view: DraftView): Promise<DraftView> {
  const { drafts, clock, settleWaitMs } = deps;
  if (view.next.do !== "wait" || settleWaitMs === 0) return view;
  const abandon = new AbortController();
  const timeout = Promise.withResolvers<undefined>();
  const cancelTimer = clock.setTimer(clock.now() + settleWaitMs, () => timeout.resolve(undefined));
  try {
    const of = { draftId: view.draft.draft_id };
    const settled = drafts
      .waitUntilSettled({ tenant: message.tenant, of, locale: language }, abandon.signal)
      .catch(() => undefined);
    const ended = await Promise.race([settled, timeout.promise]);
    return ended?.ok ? ended.value : view;
  } finally {
    cancelTimer();
    abandon.abort();
  }
}
