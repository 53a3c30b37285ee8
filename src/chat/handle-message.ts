import type { ChatInput } from "../contracts/api/chat.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { choiceNamed, parseAnswer } from "./parse-answer.ts";
import type { ExpectedInput } from "./conversation.ts";
import { parseEdit } from "./parse-edit.ts";
import { askCorrection, confirmVoice, correctVoice } from "./handle-voice.ts";
import { createFromText, showSettled } from "./create-from-text.ts";
import { textsOf, timeText } from "./rendering.ts";
import { smallTalk, type SmallTalk } from "./small-talk.ts";
import {
  cardOf,
  type ChatContext,
  type ChatTurn,
  commandOn,
  noteTurn,
  personOf,
  problemTurn,
  showDraft,
  waitingFor,
  withLead,
} from "./chat-context.ts";
import { deliveryKey } from "./deliveries.ts";
import { handleAct, openView } from "./handle-act.ts";
import { stateKeyOf } from "./state-key.ts";
import { dropLesson, goOnTeaching, rememberAsked, saysTeach, teachInWords } from "./teach.ts";
import { ownCommands } from "./own-commands.ts";

type Message = Extract<ChatInput, { kind: "message" }>;

/**
 * Handles a message against what the person sees: a command, a choice among what is shown, a decision, an expected answer, a
 * change of the Draft it replies to, or a new request.
 */
export async function handleMessage(context: ChatContext, { text, forwarded, reply_to }: Message): Promise<ChatTurn> {
  const said = text.trim();
  if (forwarded) return createFromText(context, textsOf(context).forwardedTask(said));
  if (said.startsWith("/")) return runCommand(context, said);
  const command = commandOf(context, said);
  if (command !== undefined) return runCommand(context, `/${command}`);
  const card = reply_to === undefined ? undefined : await replyTarget(context, reply_to);
  // A yes to a card that is closed or expired is not a yes to another one.
  if (card !== undefined && card.draft.status !== "DRAFT" && isDecision(context, said)) return showDraft(context, card);
  const replied = card?.draft.status === "DRAFT" ? card : undefined;
  const open = replied ?? (await openView(context));
  if (!context.said.overheard && saysTeach(said)) return teachInWords(context, card);
  const done = context.isRetry ? await alreadyDone(context, replied) : undefined;
  if (done !== undefined) return done;
  const talked = smallTalk(said);
  const act = context.deps.actOf(said);
  // A yes among people in a group is not meant for us.
  if (context.said.overheard && (talked !== undefined || (act !== undefined && act !== "ask"))) return {};
  if (talked !== undefined) return noteTurn(context, answerTo(talked, context, open));
  const waiting = replied === undefined ? personOf(context).waiting : (waitingFor(replied) ?? editOf(replied));
  const chosen = open === undefined ? undefined : await chooseInWords(context, open, said);
  if (chosen !== undefined) return chosen;
  if (waiting?.for === "voice") {
    if (act === "confirm") return confirmVoice(context, waiting.cardId);
    if (act === "cancel") return askCorrection(context, waiting.cardId);
  } else if (waiting?.for === "lesson" && (act === "confirm" || act === "cancel"))
    return act === "confirm" ? goOnTeaching(context, waiting) : dropLesson(context);
  else if (act !== undefined && act !== "ask") return handleAct(context, act, open);
  // A question is no answer to a question.
  const isAnswer = waiting !== undefined && !(act === "ask" && waiting.for === "answer");
  return isAnswer ? hearAwaited(context, waiting, said) : createFromText(context, said);
}

/** What the message did to its Draft before the process ended is not done again, only shown. */
async function alreadyDone(context: ChatContext, replied: DraftView | undefined): Promise<ChatTurn | undefined> {
  const { deps, records, said, language } = context;
  const { waiting, open } = personOf(context);
  const expected = waiting !== undefined && "draftId" in waiting ? waiting.draftId : open?.draftId;
  const draftId = replied?.draft.draft_id ?? expected;
  if (draftId === undefined) return undefined;
  const [found, kept] = await Promise.all([
    deps.drafts.get({ tenant: said.tenant, of: { draftId }, locale: language }),
    records.card(said.tenant, draftId),
  ]);
  if (!found.ok || kept?.kind !== "draft") return undefined;
  const isChanged =
    (kept.stand ?? stateKeyOf(found.value)) !== stateKeyOf(found.value) || kept.shownBy === deliveryKey(said);
  return isChanged ? showSettled(context, found.value) : undefined;
}

function editOf({ draft }: DraftView): ExpectedInput {
  return { for: "edit", draftId: draft.draft_id, revisionId: draft.revision_id };
}

/** Plans nothing and leaves the expected input unchanged. */
function answerTo(talked: SmallTalk, context: ChatContext, open: DraftView | undefined): string {
  const words = textsOf(context);
  switch (talked) {
    case "thanks":
      return words.welcome;
    case "help":
      return helpText(context);
    case "greeting":
      return `${words.greeting}\n\n${helpText(context)}`;
    case "wait":
      if (open?.draft.status !== "DRAFT") return words.ready;
      return words.waiting(open.draft.plan.summary, timeText(open.draft.expires_at, context));
    default:
      return talked satisfies never;
  }
}

/** A command's text always runs the command, whatever input was expected. */
function commandOf({ deps }: ChatContext, said: string): string | undefined {
  const words = said.toLowerCase();
  return deps.commands.find(({ says }) => [says.ru, says.en].some((one) => one.toLowerCase() === words))?.name;
}

async function hearAwaited(context: ChatContext, waiting: ExpectedInput, text: string): Promise<ChatTurn> {
  switch (waiting.for) {
    case "edit":
      return editDraft(context, waiting.revisionId, text);
    case "name":
      return hearName(context, waiting, text);
    case "answer":
      return hearAnswer(context, waiting, text);
    case "anew":
      return sayAnew(context, waiting, text);
    case "voice":
    case "lesson":
      return createFromText(context, text);
    case "transcript":
      return correctVoice(context, waiting.cardId, text);
    default:
      return waiting satisfies never;
  }
}

/** Rounds of questions before a menu is offered. */
const maxRounds = 3;

/** The name is put in the place of the one that no record has. */
async function hearName(
  context: ChatContext,
  waiting: Extract<ExpectedInput, { for: "name" }>,
  text: string,
): Promise<ChatTurn> {
  if ((await shownStill(context, waiting.revisionId)) === undefined) return createFromText(context, text);
  const whole = waiting.said.replace(waiting.query, () => text);
  const turn = await editDraft(context, waiting.revisionId, whole === waiting.said ? text : whole);
  if (turn.waiting?.for !== "name") return turn;
  if (waiting.round < maxRounds) return { ...turn, waiting: { ...turn.waiting, round: waiting.round + 1 } };
  return menu(context, turn.waiting.revisionId);
}

/** An outdated question expects nothing; a message that is not an answer is a new request and the question stays. */
async function hearAnswer(
  context: ChatContext,
  waiting: Extract<ExpectedInput, { for: "answer" }>,
  text: string,
): Promise<ChatTurn> {
  const { drafts } = context.deps;
  const asking = await shownStill(context, waiting.revisionId);
  if (asking?.next.do !== "answer") return createFromText(context, text);
  const answers = parseAnswer(text, asking.next.questions);
  if (answers === undefined) {
    const turn = await createFromText(context, text);
    return { ...turn, waiting: turn.waiting ?? waiting };
  }
  const answered = await drafts.answer({ ...commandOn(context, waiting.revisionId), answers });
  if (!answered.ok) return { ...(await problemTurn(context, answered.problem)), waiting: null };
  return showSettled(context, answered.value);
}

async function editDraft(context: ChatContext, revisionId: string, text: string): Promise<ChatTurn> {
  const { tenant } = context.said;
  const shown = await context.deps.drafts.get({ tenant, of: { revisionId }, locale: context.language });
  if (!shown.ok) return { ...(await problemTurn(context, shown.problem)), waiting: null };
  const edit = parseEdit(text, shown.value);
  const edited = await context.deps.drafts.edit({ ...commandOn(context, revisionId), edit });
  if (edited.ok) {
    await rememberAsked(context, shown.value);
    return showSettled(context, edited.value);
  }
  const told = await problemTurn(context, edited.problem);
  // A rejected edit can be corrected; a closed Draft cannot.
  if (!edited.problem.code.startsWith("DRAFT_")) return told;
  const now = await showDraft(context, shown.value);
  return { ...now, cards: [...(told.cards ?? []), ...(now.cards ?? [])], waiting: null };
}

/** The Draft, if it is still open in the revision that was shown. */
async function shownStill({ deps, said }: ChatContext, revisionId: string): Promise<DraftView | undefined> {
  const found = await deps.drafts.get({ tenant: said.tenant, of: { revisionId } });
  if (!found.ok || found.value.draft.status !== "DRAFT") return undefined;
  return found.value.draft.revision_id === revisionId ? found.value : undefined;
}

/** Cancels the Draft that was not understood; after several attempts a menu is offered. */
async function sayAnew(
  context: ChatContext,
  waiting: Extract<ExpectedInput, { for: "anew" }>,
  text: string,
): Promise<ChatTurn> {
  const wrong = await context.deps.drafts.cancel(commandOn(context, waiting.revisionId));
  const turn = await createFromText(context, text);
  if (wrong.ok && turn.open) await rememberAsked(context, wrong.value, turn.open.draftId);
  if (turn.waiting?.for !== "anew") return turn;
  if (waiting.round < maxRounds) return { ...turn, waiting: { ...turn.waiting, round: waiting.round + 1 } };
  return menu(context, turn.waiting.revisionId);
}

/** Closes the Draft that nobody could clarify, and says what can be asked for. */
async function menu(context: ChatContext, revisionId: string): Promise<ChatTurn> {
  await context.deps.drafts.cancel(commandOn(context, revisionId));
  const turn = await noteTurn(context, `${textsOf(context).menu}\n\n${helpText(context)}`);
  return { ...turn, waiting: null, open: null };
}

/** The Draft whose card is replied to. */
async function replyTarget({ deps, said, language }: ChatContext, cardId: string): Promise<DraftView | undefined> {
  const found = await deps.drafts.get({ tenant: said.tenant, of: { draftId: cardId }, locale: language });
  return found.ok ? found.value : undefined;
}

function isDecision({ deps }: ChatContext, said: string): boolean {
  const act = deps.actOf(said);
  return act === "confirm" || act === "cancel" || act === "doubt";
}

/** A choice in words among what an open Draft shows: a number in its pick list, or a choice of its questions. */
async function chooseInWords(context: ChatContext, view: DraftView, text: string): Promise<ChatTurn | undefined> {
  const { draft, next } = view;
  const { drafts, placeOf } = context.deps;
  const command = commandOn(context, draft.revision_id);
  if (draft.status !== "DRAFT") return undefined;
  if (next.do === "answer") {
    const named = choiceNamed(text, next.questions);
    if (named === undefined) return undefined;
    const answered = await drafts.answer({ ...command, answers: named });
    return answered.ok ? showSettled(context, answered.value) : problemTurn(context, answered.problem);
  }
  const place = next.do === "pick" ? placeOf(text) : undefined;
  if (next.do !== "pick" || place === undefined) return undefined;
  const candidate = draft.plan.entities[next.entity]?.candidates.at(place === "last" ? -1 : place - 1);
  if (candidate === undefined || (place !== "last" && (place < 1 || place > next.total)))
    return withLead(await showDraft(context, view), textsOf(context).noSuchRow(next.total));
  const picked = await drafts.pick({ ...command, entity: next.entity, candidateId: candidate.id });
  return picked.ok ? showSettled(context, picked.value) : problemTurn(context, picked.problem);
}

const shownDrafts = 5;

/** `/pipeline` and its like: a command of the pack is the request it stands for, with what follows it. */
async function runCommand(context: ChatContext, text: string): Promise<ChatTurn> {
  const [, name = "", rest = ""] = /^\/([^\s@]+)(?:@\S+)?\s*(.*)$/s.exec(text) ?? [];
  const words = textsOf(context);
  switch (name.toLowerCase()) {
    case "start":
      return { ...(await noteTurn(context, `${words.greeting}\n\n${helpText(context)}`)), waiting: null };
    case "help":
      return noteTurn(context, helpText(context));
    case "cancel":
      return handleAct(context, "cancel", await openView(context));
    case "drafts":
      return listDrafts(context);
    default: {
      const command = context.deps.commands.find((one) => one.name === name.toLowerCase());
      if (command === undefined) return noteTurn(context, `${words.unknownCommand(name)}\n${helpText(context)}`);
      return createFromText(context, `${command.says[context.language]} ${rest}`.trim());
    }
  }
}

/** What can be said, and the commands there are. */
function helpText({ deps, language }: ChatContext): string {
  const commands = [...deps.commands, ...ownCommands];
  return textsOf({ language }).help(commands.map(({ name, about }) => `/${name} — ${about[language]}`).join("\n"));
}

/** The person's own open Drafts, each as its card. */
async function listDrafts(context: ChatContext): Promise<ChatTurn> {
  const { said, deps } = context;
  const author = said.actor.id;
  const open = await deps.drafts.list({ tenant: said.tenant, status: "DRAFT", author, limit: shownDrafts });
  if (open.length === 0) return noteTurn(context, textsOf(context).noDrafts);
  return { cards: await Promise.all(open.map((view) => cardOf(context, view))) };
}
