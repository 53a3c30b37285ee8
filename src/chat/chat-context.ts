import type { Language } from "../contracts/actions/plan.ts";
import type { Card, ChatReply } from "../contracts/api/chat.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { compact } from "../plan/compact.ts";
import type { Problem } from "../contracts/problem.ts";
import { renderDraft } from "./render-draft.ts";
import { renderedFor } from "./render-stored-card.ts";
import { problemNotice, problemText } from "./cards/problem-text.ts";
import type { ChatDeps, ChatMessage } from "./chat.ts";
import type { ChatRecords } from "./chat-records.ts";
import type { Conversation, ExpectedInput } from "./conversation.ts";
import { type Deliveries, deliveryKey } from "./deliveries.ts";
import type { Rendering } from "./rendering.ts";
import { stateKeyOf } from "./state-key.ts";

/** One message with everything needed to answer it. */
export type ChatContext = {
  deps: ChatDeps;
  records: ChatRecords;
  deliveries: Deliveries;
  message: ChatMessage;
  conversation: Conversation;
  language: Language;
  zone: string;
  /** The same message was being handled when the process ended. */
  isRetry: boolean;
};

/** A reply and the input expected next; `waiting` undefined leaves that unchanged. */
export type ChatTurn = Partial<ChatReply> & {
  waiting?: ExpectedInput | null;
  /** What the next message may refer to, the open Draft and the one applied last; undefined leaves them unchanged. */
  thread?: string | null;
  done?: number | null;
  open?: DraftRef | null;
  applied?: DraftRef | null;
};
type DraftRef = { draftId: string; revisionId: string };

export function renderingOf({ deps, conversation, language, zone }: ChatContext): Rendering {
  return { ...renderedFor(deps, conversation, { language, zone }), names: new Map() };
}

/** A Draft's card as this person reads it. */
export async function cardOf(context: ChatContext, view: DraftView): Promise<Card> {
  const { tenant } = context.message;
  const kept = await context.records.card(tenant, view.draft.draft_id);
  return renderDraft(context.deps, { tenant, view, kept }, renderingOf(context));
}

/** The common fields of a command on a Draft. */
export function commandOn({ message, language }: ChatContext, revisionId: string) {
  return { tenant: message.tenant, actor: message.actor, shown: { revisionId }, locale: language };
}

/** Stores and shows the Draft's card, and sets the input expected from its author. */
export async function showDraft(context: ChatContext, view: DraftView): Promise<ChatTurn> {
  const { message, records, language, zone } = context;
  const { conversation, mayTeach } = message;
  const before = await records.card(message.tenant, view.draft.draft_id);
  const requestText = before?.kind === "draft" ? before.requestText : undefined;
  const kept = {
    conversation,
    language,
    zone,
    stateKey: stateKeyOf(view),
    ...compact({ shownBy: deliveryKey(message), mayTeach, requestText }),
  };
  await records.putCard(message.tenant, view.draft.draft_id, { kind: "draft", ...kept });
  const ref = { draftId: view.draft.draft_id, revisionId: view.draft.revision_id };
  const isApplied = view.draft.status === "APPLIED";
  return {
    cards: [await cardOf(context, view)],
    waiting: waitingFor(view),
    ...(view.draft.status === "DRAFT" ? { open: ref } : { open: null }),
    ...(isApplied && { applied: ref }),
  };
}

/** What is known of the person who writes. */
export function personOf({ conversation, message }: ChatContext): Conversation["people"][string] {
  return conversation.people[message.actor.id] ?? {};
}

/** What the author's next message is expected to be. */
export function waitingFor({ draft, next }: DraftView): ExpectedInput | null {
  const of = { draftId: draft.draft_id, revisionId: draft.revision_id };
  if (next.do === "refine")
    return { for: "name", ...of, query: next.query, request: draft.plan.inputs.raw_text, round: 1 };
  // A request that was not understood is repeated, not answered.
  const isUnknown =
    draft.plan.domain === "unknown" || draft.plan.needs_clarification.some(({ id }) => id === "rephrase");
  if (next.do === "answer" && isUnknown) return { for: "rephrased", ...of, round: 1 };
  return next.do === "answer" ? { for: "answer", ...of } : null;
}

/** A text card. */
export async function noteTurn(context: ChatContext, text: string, buttons: Card["buttons"] = []): Promise<ChatTurn> {
  const { message, deps, records, language } = context;
  const card: Card = { card_id: deps.ids.next(), text, buttons };
  const kept = { kind: "note", conversation: message.conversation, language, text, buttons } as const;
  await records.putCard(message.tenant, card.card_id, kept);
  return { cards: [card] };
}

/** A turn with a sentence before the text of its first card. */
export function withLead(turn: ChatTurn, lead: string): ChatTurn {
  const [card, ...others] = turn.cards ?? [];
  return card === undefined ? turn : { ...turn, cards: [{ ...card, text: `${lead}\n\n${card.text}` }, ...others] };
}

export async function problemTurn(context: ChatContext, problem: Problem): Promise<ChatTurn> {
  if (context.message.input.kind === "tap") return { notice: { text: problemNotice(problem, context), alert: true } };
  return noteTurn(context, problemText(problem, { ...context.deps.domain, language: context.language }));
}
