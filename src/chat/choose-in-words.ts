import type { DraftView } from "../contracts/api/drafts.ts";
import { commandOn, problemTurn, showDraft, type ChatContext, type ChatTurn, withLead } from "./chat-context.ts";
import { showSettled } from "./create-from-text.ts";
import { choiceNamed } from "./parse-answer.ts";
import { textsOf } from "./rendering.ts";

/** A choice in words among what an open Draft shows: a number in its pick list, or a choice of its questions. */
export async function chooseInWords(
  context: ChatContext,
  view: DraftView,
  text: string,
): Promise<ChatTurn | undefined> {
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
