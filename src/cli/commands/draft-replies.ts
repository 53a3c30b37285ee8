import type { DraftNext, DraftView } from "../../contracts/api/drafts.ts";
import { type ExitCode, type Handler, type Invocation, UsageError } from "../command.ts";
import { type DraftReply, withDrafts } from "../drafts-access.ts";
import { codeOf, refuse, sayDraft, shownIn } from "./drafts.ts";

/** Takes a row of the pick list. */
export const pick: Handler = (invocation) =>
  reply(invocation, ({ next }) => {
    if (next.do !== "pick") throw new UsageError(`the Draft asks for "${next.do}", not for a pick`);
    return { entity: next.entity, candidateId: invocation.args[1] ?? "" };
  });

/** Answers what is asked: `question=value`, or the value alone where one thing is asked. */
export const answer: Handler = (invocation) =>
  reply(invocation, ({ next }) => {
    if (next.do !== "answer") throw new UsageError(`the Draft asks for "${next.do}", not for an answer`);
    return { answers: Object.fromEntries(invocation.args.slice(1).map((word) => answerIn(word, next))) };
  });

/** The request in other words, as a new revision. */
export const edit: Handler = (invocation) => reply(invocation, () => ({ text: invocation.args.slice(1).join(" ") }));

/** A query that only waited for this is answered by it. */
async function reply(invocation: Invocation, replyTo: (view: DraftView) => DraftReply): Promise<ExitCode> {
  return withDrafts(invocation, async (drafts) => {
    const shown = await shownIn(invocation, drafts);
    if (!shown.ok) return refuse(invocation, shown.problem);
    const replied = await drafts.reply(shown.value, replyTo(shown.value));
    const ended = replied.ok ? await drafts.settled(replied.value.draft.draft_id) : replied;
    return ended.ok ? sayDraft(invocation, ended.value, codeOf(ended.value)) : refuse(invocation, ended.problem);
  });
}

/** A choice may be given by its label. */
function answerIn(word: string, { questions }: Extract<DraftNext, { do: "answer" }>): [string, string] {
  const named = questions.find(({ id }) => word.startsWith(`${id}=`));
  const question = named ?? (questions.length === 1 ? questions[0] : undefined);
  if (question === undefined)
    throw new UsageError(`"${word}" answers none of ${questions.map(({ id }) => `${id}=…`).join(", ")}`);
  const said = named === undefined ? word : word.slice(named.id.length + 1);
  const known = question.choices.find(({ label }) => label.toLowerCase() === said.toLowerCase());
  return [question.id, known?.value ?? said];
}
