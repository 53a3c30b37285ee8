import type { ActionPlan, Voice } from "../contracts/actions/plan.ts";
import type { DraftView, DraftRequestOutcome, QueryView } from "../contracts/api/drafts.ts";
import type { DraftResult } from "../drafts/drafts.ts";
import { answerCard, answerRows } from "./cards/answer-card.ts";
import { say } from "./rendering.ts";
import { settledSoon } from "./settled-soon.ts";
import { note, renderingOf, showDraft, type Talk, tell, type Turn } from "./talk.ts";

/** Where the words were spoken, and what the person has said of the transcript. */
type Spoken = { voice?: Voice; answers?: Readonly<Record<string, string>> };

/** Words to whatever they become at the gate: an answer, a Draft, or nothing to do. */
export async function make(talk: Talk, text: string, spoken: Spoken = {}): Promise<Turn> {
  return showMade(talk, await create(talk, text, spoken));
}

export function create({ parts, said, language, zone }: Talk, text: string, spoken: Spoken): Promise<DraftResult<DraftRequestOutcome>> {
  const { tenant, actor } = said;
  return parts.drafts.create({ tenant, actor, text, zone, locale: language, ...spoken });
}

export async function showMade(talk: Talk, made: DraftResult<DraftRequestOutcome>): Promise<Turn> {
  if (!made.ok) return tell(talk, made.problem);
  switch (made.value.kind) {
    case "draft":
      return showDraft(talk, made.value.draft);
    case "answer":
      return showAnswer(talk, made.value.query);
    case "nothing":
      return { ...(await note(talk, nothingText(talk, made.value.plan))), waiting: null };
    default:
      return made.value satisfies never;
  }
}

/** That all of it is so already is only said of something that would have been done. */
function nothingText(talk: Talk, { summary, actions }: ActionPlan): string {
  return actions.length === 0 ? summary : `${summary}\n${say(talk).nothingToDo}`;
}

/** A Draft once its work is done. One that only read was a question, and is answered as such. */
export async function showSettled(talk: Talk, view: DraftView): Promise<Turn> {
  const settled = await settledSoon(talk, view);
  const { draft, changes } = settled;
  const isQuestion = draft.status === "APPLIED" && changes.length === 0 && draft.actions.length > 0;
  if (!isQuestion) return showDraft(talk, settled);
  return showAnswer(talk, { plan: draft.plan, outcomes: draft.actions.map(({ outcome }) => outcome) });
}

async function showAnswer(talk: Talk, query: Pick<QueryView, "plan" | "outcomes">): Promise<Turn> {
  const { said, parts, records, language } = talk;
  const rendering = renderingOf(talk);
  const id = parts.ids.next();
  const answer = { ...answerRows(query, rendering), page: 0 };
  await records.putCard(said.tenant, id, { kind: "answer", conversation: said.conversation, language, ...answer });
  return { cards: [answerCard({ ...answer, id }, rendering)], waiting: null };
}
