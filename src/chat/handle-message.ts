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
import { dropLesson, continueTeaching, rememberRequest, isTeachCommand, teachInWords } from "./teach.ts";
import { ownCommands } from "./own-commands.ts";

type Message = Extract<ChatInput, { kind: "message" }>;

/**
 * Handles a message against what the person sees: a command, a choice among what is shown, a decision, an expected answer, a
 * change of the Draft it replies to, or a new request.
 */
export async function handleMessage(context: ChatContext, { text, forwarded, reply_to }: Message): Promise<ChatTurn> {
  const trimmed = text.trim();
  if (forwarded) return createFromText(context, textsOf(context).forwardedTask(trimmed));
  if (trimmed.startsWith("/")) return runCommand(context, trimmed);
  const command = commandOf(context, trimmed);
  if (command !== undefined) return runCommand(context, `/${command}`);
  const card = reply_to === undefined ? undefined : await replyTarget(context, reply_to);
  // A yes to a card that is closed or expired is not a yes to another one.
  if (card !== undefined && card.draft.status !== "DRAFT" && isDecision(context, trimmed))
    return showDraft(context, card);
  const replied = card?.draft.status === "DRAFT" ? card : undefined;
  const open = replied ?? (await openView(context));
  if (!context.message.overheard && isTeachCommand(trimmed)) return teachInWords(context, card);
  const done = context.isRetry ? await alreadyDone(context, replied) : undefined;
  if (done !== undefined) return done;
  const talked = smallTalk(trimmed);
  const act = context.deps.actOf(trimmed);
  // A yes among people in a group is not addressed to the bot.
  if (context.message.overheard && (talked !== undefined || (act !== undefined && act !== "ask"))) return {};
  if (talked !== undefined) return noteTurn(context, answerTo(talked, context, open));
  const waiting = replied === undefined ? personOf(context).waiting : (waitingFor(replied) ?? editOf(replied));
  const chosen = open === undefined ? undefined : await chooseInWords(context, open, trimmed);
  if (chosen !== undefined) return chosen;
  if (waiting?.for === "voice") {
    if (act === "confirm") return confirmVoice(context, waiting.cardId);
    if (act === "cancel") return askCorrection(context, waiting.cardId);
  } else if (waiting?.for === "lesson" && (act === "confirm" || act === "cancel"))
    return act === "confirm" ? continueTeaching(context, waiting) : dropLesson(context);
  else if (act !== undefined && act !== "ask") return handleAct(context, act, open);
  // A question is no answer to a question.
  const isAnswer = waiting !== undefined && !(act === "ask" && waiting.for === "answer");
  return isAnswer ? handleExpectedInput(context, waiting, trimmed) : createFromText(context, trimmed);
}

/** If the message changed its Draft before the process ended, the Draft is only shown. */
async function alreadyDone(context: ChatContext, replied: DraftView | undefined): Promise<ChatTurn | undefined> {
  const { deps, records, message, language } = context;
  const { waiting, open } = personOf(context);
  const expected = waiting !== undefined && "draftId" in waiting ? waiting.draftId : open?.draftId;
  const draftId = replied?.draft.draft_id ?? expected;
  if (draftId === undefined) return undefined;
  const [found, kept] = await Promise.all([
    deps.drafts.get({ tenant: message.tenant, of: { draftId }, locale: language }),
    records.card(message.tenant, draftId),
  ]);
  if (!found.ok || kept?.kind !== "draft") return undefined;
  const isChanged =
    (kept.stateKey ?? stateKeyOf(found.value)) !== stateKeyOf(found.value) || kept.shownBy === deliveryKey(message);
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
function commandOf({ deps }: ChatContext, message: string): string | undefined {
  const words = message.toLowerCase();
  return deps.commands.find(({ says }) => [says.ru, says.en].some((one) => one.toLowerCase() === words))?.name;
}

async function handleExpectedInput(context: ChatContext, waiting: ExpectedInput, text: string): Promise<ChatTurn> {
  switch (waiting.for) {
    case "edit":
      return editDraft(context, waiting.revisionId, text);
    case "name":
      return applyName(context, waiting, text);
    case "answer":
      return applyAnswer(context, waiting, text);
    case "rephrased":
      return replaceRequest(context, waiting, text);
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

/** Replaces the unknown name in the request. */
async function applyName(
  context: ChatContext,
  waiting: Extract<ExpectedInput, { for: "name" }>,
  text: string,
): Promise<ChatTurn> {
  if ((await findShownRevision(context, waiting.revisionId)) === undefined) return createFromText(context, text);
  const whole = waiting.request.replace(waiting.query, () => text);
  const turn = await editDraft(context, waiting.revisionId, whole === waiting.request ? text : whole);
  if (turn.waiting?.for !== "name") return turn;
  if (waiting.round < maxRounds) return { ...turn, waiting: { ...turn.waiting, round: waiting.round + 1 } };
  return menu(context, turn.waiting.revisionId);
}

/** An outdated question expects nothing; a message that is not an answer is a new request and the question stays. */
async function applyAnswer(
  context: ChatContext,
  waiting: Extract<ExpectedInput, { for: "answer" }>,
  text: string,
): Promise<ChatTurn> {
  const { drafts } = context.deps;
  const asking = await findShownRevision(context, waiting.revisionId);
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
  const { tenant } = context.message;
  const shown = await context.deps.drafts.get({ tenant, of: { revisionId }, locale: context.language });
  if (!shown.ok) return { ...(await problemTurn(context, shown.problem)), waiting: null };
  const edit = parseEdit(text, shown.value);
  const edited = await context.deps.drafts.edit({ ...commandOn(context, revisionId), edit });
  if (edited.ok) {
    await rememberRequest(context, shown.value);
    return showSettled(context, edited.value);
  }
  const problem = await problemTurn(context, edited.problem);
  // A rejected edit can be corrected; a closed Draft cannot.
  if (!edited.problem.code.startsWith("DRAFT_")) return problem;
  const now = await showDraft(context, shown.value);
  return { ...now, cards: [...(problem.cards ?? []), ...(now.cards ?? [])], waiting: null };
}

/** The Draft, if it is still open in the revision that was shown. */
async function findShownRevision({ deps, message }: ChatContext, revisionId: string): Promise<DraftView | undefined> {
  const found = await deps.drafts.get({ tenant: message.tenant, of: { revisionId } });
  if (!found.ok || found.value.draft.status !== "DRAFT") return undefined;
  return found.value.draft.revision_id === revisionId ? found.value : undefined;
}

/** Cancels the Draft that was not understood; after several attempts a menu is offered. */
async function replaceRequest(
  context: ChatContext,
  waiting: Extract<ExpectedInput, { for: "rephrased" }>,
  text: string,
): Promise<ChatTurn> {
  const wrong = await context.deps.drafts.cancel(commandOn(context, waiting.revisionId));
  const turn = await createFromText(context, text);
  if (wrong.ok && turn.open) await rememberRequest(context, wrong.value, turn.open.draftId);
  if (turn.waiting?.for !== "rephrased") return turn;
  if (waiting.round < maxRounds) return { ...turn, waiting: { ...turn.waiting, round: waiting.round + 1 } };
  return menu(context, turn.waiting.revisionId);
}

/** Cancels the Draft that could not be clarified, and shows the help. */
async function menu(context: ChatContext, revisionId: string): Promise<ChatTurn> {
  await context.deps.drafts.cancel(commandOn(context, revisionId));
  const turn = await noteTurn(context, `${textsOf(context).menu}\n\n${helpText(context)}`);
  return { ...turn, waiting: null, open: null };
}

/** The Draft whose card is replied to. */
async function replyTarget({ deps, message, language }: ChatContext, cardId: string): Promise<DraftView | undefined> {
  const found = await deps.drafts.get({ tenant: message.tenant, of: { draftId: cardId }, locale: language });
  return found.ok ? found.value : undefined;
}

function isDecision({ deps }: ChatContext, message: string): boolean {
  const act = deps.actOf(message);
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

/** Runs a command. One of the pack, such as `/pipeline`, stands for a request. */
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

/** Help with the list of commands. */
function helpText({ deps, language }: ChatContext): string {
  const commands = [...deps.commands, ...ownCommands];
  return textsOf({ language }).help(commands.map(({ name, about }) => `/${name} — ${about[language]}`).join("\n"));
}

/** The person's own open Drafts, each as its card. */
async function listDrafts(context: ChatContext): Promise<ChatTurn> {
  const { message, deps } = context;
  const author = message.actor.id;
  const open = await deps.drafts.list({ tenant: message.tenant, status: "DRAFT", author, limit: shownDrafts });
  if (open.length === 0) return noteTurn(context, textsOf(context).noDrafts);
  return { cards: await Promise.all(open.map((view) => cardOf(context, view))) };
}
