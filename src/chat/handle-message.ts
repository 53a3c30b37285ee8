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
import { commandOn, noteTurn, personOf, type ChatContext, problemTurn, type ChatTurn } from "./chat-context.ts";
import { handleAct } from "./handle-act.ts";

type Message = Extract<ChatInput, { kind: "message" }>;

/** Handles a message: a command, an edit of the Draft it replies to, an expected answer, or a new request. */
export async function handleMessage(context: ChatContext, { text, forwarded, reply_to }: Message): Promise<ChatTurn> {
  const said = text.trim();
  if (forwarded) return createFromText(context, textsOf(context).forwardedTask(said));
  if (said.startsWith("/")) return runCommand(context, said);
  const command = commandOf(context, said);
  if (command !== undefined) return runCommand(context, `/${command}`);
  const talked = smallTalk(said);
  if (talked !== undefined) return noteTurn(context, answerTo(talked, context));
  const replied = reply_to === undefined ? undefined : await openDraft(context, reply_to);
  if (replied !== undefined) return editDraft(context, replied.draft.revision_id, said);
  const act = context.deps.actOf(said);
  const decided = act === undefined || act === "ask" ? undefined : await handleAct(context, act);
  if (decided !== undefined) return decided;
  const { waiting } = personOf(context);
  // A question is no answer to a question.
  const isAnswer = waiting !== undefined && !(act === "ask" && waiting.for === "answer");
  return isAnswer ? hearAwaited(context, waiting, said) : createFromText(context, said);
}

/** Plans nothing and leaves the expected input unchanged. */
function answerTo(talked: SmallTalk, context: ChatContext): string {
  const words = textsOf(context);
  if (talked === "thanks") return words.welcome;
  return talked === "help" ? helpText(context) : `${words.greeting}\n\n${helpText(context)}`;
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
    case "name": {
      const whole = waiting.said.replace(waiting.query, () => text);
      if ((await shownStill(context, waiting.revisionId)) === undefined) return createFromText(context, text);
      return editDraft(context, waiting.revisionId, whole === waiting.said ? text : whole);
    }
    case "answer":
      return hearAnswer(context, waiting, text);
    case "anew":
      return sayAnew(context, waiting, text);
    case "transcript":
      return correctVoice(context, waiting.cardId, text);
    default:
      return waiting satisfies never;
  }
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
  if (edited.ok) return showSettled(context, edited.value);
  // A rejected edit can be corrected; a closed Draft cannot.
  const isOver = edited.problem.code.startsWith("DRAFT_");
  return { ...(await problemTurn(context, edited.problem)), ...(isOver && { waiting: null }) };
}

/** The Draft, if it is still open in the revision that was shown. */
async function shownStill({ deps, said }: ChatContext, revisionId: string): Promise<DraftView | undefined> {
  const found = await deps.drafts.get({ tenant: said.tenant, of: { revisionId } });
  if (!found.ok || found.value.draft.status !== "DRAFT") return undefined;
  return found.value.draft.revision_id === revisionId ? found.value : undefined;
}

/** Rounds before a menu is offered. */
const maxRounds = 3;

/** Cancels the Draft that was not understood; after several attempts a menu is offered. */
async function sayAnew(
  context: ChatContext,
  waiting: Extract<ExpectedInput, { for: "anew" }>,
  text: string,
): Promise<ChatTurn> {
  await context.deps.drafts.cancel(commandOn(context, waiting.revisionId));
  const turn = await createFromText(context, text);
  if (turn.waiting?.for !== "anew") return turn;
  if (waiting.round < maxRounds) return { ...turn, waiting: { ...turn.waiting, round: waiting.round + 1 } };
  await context.deps.drafts.cancel(commandOn(context, turn.waiting.revisionId));
  return { ...(await noteTurn(context, `${textsOf(context).menu}\n\n${helpText(context)}`)), waiting: null };
}

/** The Draft of a card, if it can still be changed. */
async function openDraft({ deps, said, language }: ChatContext, cardId: string): Promise<DraftView | undefined> {
  const found = await deps.drafts.get({ tenant: said.tenant, of: { draftId: cardId }, locale: language });
  return found.ok && found.value.draft.status === "DRAFT" ? found.value : undefined;
}
