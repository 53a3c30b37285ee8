import type { ChatInput } from "../contracts/api/chat.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { parseAnswer } from "./parse-answer.ts";
import type { ExpectedInput } from "./conversation.ts";
import { parseEdit } from "./parse-edit.ts";
import { correctVoice } from "./handle-voice.ts";
import { createFromText, showSettled } from "./create-from-text.ts";
import { helpText, runCommand } from "./run-command.ts";
import { textsOf } from "./rendering.ts";
import { smallTalk, type SmallTalk } from "./small-talk.ts";
import { commandOn, note, type ChatContext, tell, type ChatTurn } from "./chat-context.ts";

type Message = Extract<ChatInput, { kind: "message" }>;

/** Words: a command, a change of the Draft they reply to, what was waited for, or a new request. */
export async function handleMessage(talk: ChatContext, { text, forwarded, reply_to }: Message): Promise<ChatTurn> {
  const said = text.trim();
  if (forwarded) return createFromText(talk, textsOf(talk).forwardedTask(said));
  if (said.startsWith("/")) return runCommand(talk, said);
  const command = commandOf(talk, said);
  if (command !== undefined) return runCommand(talk, `/${command}`);
  const talked = smallTalk(said);
  if (talked !== undefined) return note(talk, answerTo(talked, talk));
  const replied = reply_to === undefined ? undefined : await openDraft(talk, reply_to);
  if (replied !== undefined) return editDraft(talk, replied.draft.revision_id, said);
  const waiting = talk.conversation.people[talk.said.actor.id]?.waiting;
  return waiting === undefined ? createFromText(talk, said) : hearAwaited(talk, waiting, said);
}

/** Nothing is planned, and what was waited for is waited for still. */
function answerTo(talked: SmallTalk, talk: ChatContext): string {
  const words = textsOf(talk);
  if (talked === "thanks") return words.welcome;
  return talked === "help" ? helpText(talk) : `${words.greeting}\n\n${helpText(talk)}`;
}

/** A command's own words are the command, whatever was waited for. */
function commandOf({ parts }: ChatContext, said: string): string | undefined {
  const words = said.toLowerCase();
  return parts.commands.find(({ says }) => [says.ru, says.en].some((one) => one.toLowerCase() === words))?.name;
}

async function hearAwaited(talk: ChatContext, waiting: ExpectedInput, text: string): Promise<ChatTurn> {
  switch (waiting.for) {
    case "edit":
      return editDraft(talk, waiting.revisionId, text);
    case "name": {
      const whole = waiting.said.replace(waiting.query, () => text);
      if ((await shownStill(talk, waiting.revisionId)) === undefined) return createFromText(talk, text);
      return editDraft(talk, waiting.revisionId, whole === waiting.said ? text : whole);
    }
    case "answer":
      return hearAnswer(talk, waiting, text);
    case "anew":
      return sayAnew(talk, waiting, text);
    case "transcript":
      return correctVoice(talk, waiting.cardId, text);
    default:
      return waiting satisfies never;
  }
}

/** What was asked long ago is no longer waited for; words that are no answer are a new request, and the question stays. */
async function hearAnswer(talk: ChatContext, waiting: Extract<ExpectedInput, { for: "answer" }>, text: string): Promise<ChatTurn> {
  const { drafts } = talk.parts;
  const asking = await shownStill(talk, waiting.revisionId);
  if (asking?.next.do !== "answer") return createFromText(talk, text);
  const answers = parseAnswer(text, asking.next.questions);
  if (answers === undefined) {
    const turn = await createFromText(talk, text);
    return { ...turn, waiting: turn.waiting ?? waiting };
  }
  const answered = await drafts.answer({ ...actOf(talk, waiting.revisionId), answers });
  if (!answered.ok) return { ...(await tell(talk, answered.problem)), waiting: null };
  return showSettled(talk, answered.value);
}

async function editDraft(talk: ChatContext, revisionId: string, text: string): Promise<ChatTurn> {
  const { tenant } = talk.said;
  const shown = await talk.parts.drafts.get({ tenant, of: { revisionId }, locale: talk.language });
  if (!shown.ok) return { ...(await tell(talk, shown.problem)), waiting: null };
  const edit = parseEdit(text, shown.value);
  const edited = await talk.parts.drafts.edit({ ...actOf(talk, revisionId), edit });
  if (edited.ok) return showSettled(talk, edited.value);
  // What was wrong with the words can be said better; a Draft that is gone cannot.
  const isOver = edited.problem.code.startsWith("DRAFT_");
  return { ...(await tell(talk, edited.problem)), ...(isOver && { waiting: null }) };
}

/** The Draft, while it is open in the revision that was shown. */
async function shownStill({ parts, said }: ChatContext, revisionId: string): Promise<DraftView | undefined> {
  const found = await parts.drafts.get({ tenant: said.tenant, of: { revisionId } });
  if (!found.ok || found.value.draft.status !== "DRAFT") return undefined;
  return found.value.draft.revision_id === revisionId ? found.value : undefined;
}

/** After so many rounds a menu is offered. */
const maxRounds = 3;

/** What was not understood is let go; words that are not understood again and again end in a menu. */
async function sayAnew(talk: ChatContext, waiting: Extract<ExpectedInput, { for: "anew" }>, text: string): Promise<ChatTurn> {
  await talk.parts.drafts.cancel(commandOn(talk, waiting.revisionId));
  const turn = await createFromText(talk, text);
  if (turn.waiting?.for !== "anew") return turn;
  if (waiting.round < maxRounds) return { ...turn, waiting: { ...turn.waiting, round: waiting.round + 1 } };
  await talk.parts.drafts.cancel(commandOn(talk, turn.waiting.revisionId));
  return { ...(await note(talk, `${textsOf(talk).menu}\n\n${helpText(talk)}`)), waiting: null };
}

/** The Draft of a card, while it is one that can still be changed. */
async function openDraft({ parts, said, language }: ChatContext, cardId: string): Promise<DraftView | undefined> {
  const found = await parts.drafts.get({ tenant: said.tenant, of: { draftId: cardId }, locale: language });
  return found.ok && found.value.draft.status === "DRAFT" ? found.value : undefined;
}
