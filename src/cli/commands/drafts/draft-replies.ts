import type { DraftNext, DraftView } from "../../../contracts/api/drafts.ts";
import { type ExitCode, type Handler, type Invocation, UsageError } from "../../command.ts";
import { type DraftReply, withDrafts } from "../../workspace/drafts-access.ts";
import { draftAtRevision, exitCodeOf, printDraft, refuse } from "./drafts.ts";

/** Chooses a row of the pick list. */
export const pick: Handler = (invocation) =>
  reply(invocation, ({ next }) => {
    if (next.do !== "pick") throw new UsageError(`the Draft asks for "${next.do}", not for a pick`);
    return { entity: next.entity, candidateId: invocation.args[1] ?? "" };
  });

/** Answers questions: `question=value`, or only the value if there is one question. */
export const answer: Handler = (invocation) =>
  reply(invocation, ({ next }) => {
    if (next.do !== "answer") throw new UsageError(`the Draft asks for "${next.do}", not for an answer`);
    return { answers: Object.fromEntries(invocation.args.slice(1).map((word) => answerIn(word, next))) };
  });

/** Rewords the request, as a new revision. */
export const edit: Handler = (invocation) => reply(invocation, () => ({ text: invocation.args.slice(1).join(" ") }));

/** Asks another person to decide. */
export const assign: Handler = (invocation) => reply(invocation, () => ({ to: invocation.args[1] ?? "" }));

/** Sends the reply and waits for the result. */
async function reply(invocation: Invocation, replyTo: (view: DraftView) => DraftReply): Promise<ExitCode> {
  return withDrafts(invocation, async (drafts) => {
    const shown = await draftAtRevision(invocation, drafts);
    if (!shown.ok) return refuse(invocation, shown.problem);
    const replied = await drafts.reply(shown.value, replyTo(shown.value));
    const ended = replied.ok ? await drafts.settled(replied.value.draft.draft_id) : replied;
    return ended.ok ? printDraft(invocation, ended.value, exitCodeOf(ended.value)) : refuse(invocation, ended.problem);
  });
}

/** Choices can be given by label. */
function answerIn(word: string, { questions }: Extract<DraftNext, { do: "answer" }>): [string, string] {
  const named = questions.find(({ id }) => word.startsWith(`${id}=`));
  const question = named ?? (questions.length === 1 ? questions[0] : undefined);
  if (question === undefined)
    throw new UsageError(`"${word}" answers none of ${questions.map(({ id }) => `${id}=…`).join(", ")}`);
  const said = named === undefined ? word : word.slice(named.id.length + 1);
  const known = question.choices.find(({ label }) => label.toLowerCase() === said.toLowerCase());
  return [question.id, known?.value ?? said];
}
