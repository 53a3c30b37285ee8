import type { ActionPlan, Voice } from "../contracts/actions/plan.ts";
import type { DraftView, DraftRequestOutcome, QueryView } from "../contracts/api/drafts.ts";
import type { DraftResult } from "../drafts/drafts.ts";
import { answerCard, answerRows } from "./cards/answer-card.ts";
import { textsOf } from "./rendering.ts";
import { waitBriefly } from "./wait-briefly.ts";
import { noteTurn, renderingOf, showDraft, type ChatContext, problemTurn, type ChatTurn } from "./chat-context.ts";

/** The voice of a spoken request and the answers about its transcript. */
type VoiceOptions = { voice?: Voice; answers?: Readonly<Record<string, string>> };

/** Passes text to the gate and shows the result: an answer, a Draft, or nothing to do. */
export async function createFromText(context: ChatContext, text: string, spoken: VoiceOptions = {}): Promise<ChatTurn> {
  return showCreated(context, await create(context, text, spoken));
}

export function create(
  { deps, said, language, zone }: ChatContext,
  text: string,
  spoken: VoiceOptions,
): Promise<DraftResult<DraftRequestOutcome>> {
  const { tenant, actor } = said;
  return deps.drafts.create({ tenant, actor, text, zone, locale: language, ...spoken });
}

export async function showCreated(context: ChatContext, made: DraftResult<DraftRequestOutcome>): Promise<ChatTurn> {
  if (!made.ok) return problemTurn(context, made.problem);
  switch (made.value.kind) {
    case "draft":
      return showDraft(context, made.value.draft);
    case "answer":
      return showAnswer(context, made.value.query);
    case "nothing":
      return { ...(await noteTurn(context, nothingText(context, made.value.plan))), waiting: null };
    default:
      return made.value satisfies never;
  }
}

/** Says "nothing to do" only if the plan had actions. */
function nothingText(context: ChatContext, { summary, actions }: ActionPlan): string {
  return actions.length === 0 ? summary : `${summary}\n${textsOf(context).nothingToDo}`;
}

/** Shows a Draft once its run has settled. A Draft that only read is shown as an answer. */
export async function showSettled(context: ChatContext, view: DraftView): Promise<ChatTurn> {
  const settled = await waitBriefly(context, view);
  const { draft, changes } = settled;
  const isQuestion = draft.status === "APPLIED" && changes.length === 0 && draft.actions.length > 0;
  if (!isQuestion) return showDraft(context, settled);
  return showAnswer(context, { plan: draft.plan, outcomes: draft.actions.map(({ outcome }) => outcome) });
}

async function showAnswer(context: ChatContext, query: Pick<QueryView, "plan" | "outcomes">): Promise<ChatTurn> {
  const { said, deps, records, language } = context;
  const rendering = renderingOf(context);
  const id = deps.ids.next();
  const answer = { ...answerRows(query, rendering), page: 0 };
  await records.putCard(said.tenant, id, { kind: "answer", conversation: said.conversation, language, ...answer });
  return { cards: [answerCard({ ...answer, id }, rendering)], waiting: null };
}
