import type { Client } from "../../../client/index.ts";
import type { DraftNext, DraftView } from "../../../contracts/api/drafts.ts";
import { type ExitCode, type Handler, type Invocation, UsageError } from "../../command.ts";
import { draftAtRevision, printSettled, shownIn, withDrafts } from "./drafts.ts";

/** Chooses a row of the pick list. */
export const pick: Handler = (invocation) =>
  reply(invocation, (client, { params, body }, { next }) => {
    if (next.do !== "pick") throw new UsageError(`the Draft asks for "${next.do}", not for a pick`);
    const candidate_id = invocation.args[1] ?? "";
    return client.pickDraft({ params, body: { ...body, entity: next.entity, candidate_id } });
  });

/** Answers questions: `question=value`, or only the value if there is one question. */
export const answer: Handler = (invocation) =>
  reply(invocation, (client, { params, body }, { next }) => {
    if (next.do !== "answer") throw new UsageError(`the Draft asks for "${next.do}", not for an answer`);
    const answers = Object.fromEntries(invocation.args.slice(1).map((word) => answerIn(word, next)));
    return client.answerDraft({ params, body: { ...body, answers } });
  });

/** Rewords the request, as a new revision. */
export const edit: Handler = (invocation) =>
  reply(invocation, (client, { params, body }) =>
    client.editDraft({ params, body: { ...body, text: invocation.args.slice(1).join(" ") } }),
  );

/** Asks another person to decide. */
export const assign: Handler = (invocation) =>
  reply(invocation, (client, { params, body }) =>
    client.assignDraft({ params, body: { ...body, to: invocation.args[1] ?? "" } }),
  );

type Reply = (client: Client, shown: ReturnType<typeof shownIn>, view: DraftView) => Promise<DraftView>;

/** Sends the reply and waits for the result. */
function reply(invocation: Invocation, send: Reply): Promise<ExitCode> {
  return withDrafts(invocation, async (client) => {
    const view = await draftAtRevision(invocation, client);
    await send(client, shownIn(invocation, view), view);
    return printSettled(invocation, client);
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
