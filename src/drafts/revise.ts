import type { ActionPlan, ToolAction } from "../contracts/actions/plan.ts";
import type { DraftEdit, DraftView } from "../contracts/api/drafts.ts";
import { compact } from "../plan/compact.ts";
import { startRun } from "./apply.ts";
import { build, type BuildInput } from "./create-draft.ts";
import { decideOnOpenDraft, type FoundOpenDraft } from "./decide-on-draft.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { openQuestions } from "./gate/needs.ts";
import { transcriptQuestion } from "./gate/transcript.ts";
import { maxRounds } from "./next-step.ts";
import { planText } from "./plan-text.ts";
import { nextRevision, storeDraft } from "./save-draft.ts";
import { headOf, isDone, type OpenDraft, type Stage, type StoredDraft } from "./stored-draft.ts";
import { details } from "./texts/details.ts";
import { type Refusal, refuse } from "./texts/refuse.ts";
import { mapStrings } from "../plan/map-strings.ts";

/** The fields that a revision changes. */
type Revision = { plan: ActionPlan } & Partial<Pick<OpenDraft, "words" | "picks" | "answers" | "rounds">> &
  Pick<BuildInput, "previousActions">;

/** Replaces the shown revision by the next one; the old buttons stop working. */
async function revise(
  deps: DraftDeps,
  { command, open }: { command: DraftCommand; open: FoundOpenDraft },
  { previousActions, ...revision }: Revision,
): Promise<DraftResult<DraftView> | undefined> {
  const { tenant } = command;
  const next = { ...open.draft, ...revision };
  const { plan, picks, answers, rounds, words } = next;
  const building = {
    tenant,
    draftId: open.draft.id,
    plan,
    settled: { picks, answers },
    rounds,
    signal: neverAborts,
    isPlanned: words !== undefined,
  };
  const built = await build(deps, {
    ...building,
    ...compact({ previousActions }),
  });
  if (!built.ok) return built;
  if (built.kind === "nothing" && built.plan.actions.length === 0)
    return keepAsking(deps, { command, open }, revision.rounds);
  const { actions, manifestHash, stage } = built;
  const fresh = nextRevision(deps, open.draft);
  const draft: OpenDraft = { ...next, ...fresh, plan: built.plan, actions, manifestHash, stage };
  // A query that only needed a pick or an answer runs like any other query.
  const approvals = [{ by: command.actor, at: deps.clock.now() }];
  if (built.kind === "run") return startRun(deps, { tenant, open: { ...open, draft } }, approvals);
  const revised = built.kind === "nothing" ? asApplied(deps, command, draft) : draft;
  return storeDraft(deps, { tenant, draft: revised, was: open.stored });
}

/** An answer, pick or text that the planner cannot use changes nothing; after several rounds a menu is offered. */
function keepAsking(
  deps: DraftDeps,
  { command, open }: { command: DraftCommand; open: FoundOpenDraft },
  rounds = open.draft.rounds,
): Promise<DraftResult<DraftView> | undefined> | Refusal {
  const { draft, locale } = open;
  const isAsking = draft.stage.kind === "asking";
  if (!isAsking) return refuse("INVALID_INPUT", { locale, detail: details.notUnderstood[locale]() });
  const stage: Stage = rounds > maxRounds ? { kind: "menu" } : draft.stage;
  const asked = { ...draft, ...nextRevision(deps, draft), rounds, stage };
  return storeDraft(deps, { tenant: command.tenant, draft: asked, was: open.stored });
}

/** Nothing left to write: the records already have the values. */
function asApplied({ clock }: DraftDeps, { actor }: DraftCommand, draft: OpenDraft): StoredDraft {
  return { ...headOf(draft), status: "APPLIED", at: clock.now(), by: actor };
}

type GivenAnswers = { answers: Readonly<Record<string, string>> };

/** Takes answers and plans the request again with them if it came as text. Each message of answers is a round, except the confirmation of a transcript. */
export function answerDraft(
  deps: DraftDeps,
  { answers: given, ...command }: DraftCommand & GivenAnswers,
): Promise<DraftResult<DraftView>> {
  return decideOnOpenDraft(deps, command, {
    act: "answer",
    subject: Object.keys(given)[0] ?? "",
    decide: async (open) => {
      const refusal = refuseAnswers(open, given);
      if (refusal !== undefined) return refusal;
      const { plan, words, picks, ...draft } = open.draft;
      const answers = { ...draft.answers, ...given };
      const isRound = Object.keys(given).some((id) => id !== transcriptQuestion.id);
      const rounds = draft.rounds + (isRound ? 1 : 0);
      if (words === undefined) return revise(deps, { command, open }, { plan, answers, rounds });
      const planned = await planText(deps, {
        tenant: command.tenant,
        words,
        settled: { picks, answers },
        signal: neverAborts,
      });
      return planned.ok ? revise(deps, { command, open }, { plan: planned.value, answers, rounds }) : planned;
    },
  });
}

function refuseAnswers({ draft, locale }: FoundOpenDraft, given: GivenAnswers["answers"]): Refusal | undefined {
  const refuseInput = (detail: string): Refusal => refuse("INVALID_INPUT", { locale, detail });
  const questions = openQuestions(draft.plan, draft);
  if (Object.keys(given).length === 0) return refuseInput(details.noQuestion[locale](""));
  for (const [id, value] of Object.entries(given)) {
    const question = questions.find((one) => one.id === id);
    if (question === undefined) return refuseInput(details.noQuestion[locale](id));
    const choices = question.choices.map((choice) => choice.value);
    if (!question.free_text_allowed && !choices.includes(value))
      return refuseInput(details.noChoice[locale](value, choices.join(", ")));
  }
  return undefined;
}

type CandidatePick = { entity: number; candidateId: string };

/** Takes a row of the pick list and plans the request again with it if it came as text. */
export function pickDraft(
  deps: DraftDeps,
  { entity: at, candidateId, ...command }: DraftCommand & CandidatePick,
): Promise<DraftResult<DraftView>> {
  return decideOnOpenDraft(deps, command, {
    act: "pick",
    subject: candidateId,
    decide: async (open) => {
      const { draft, locale } = open;
      const entity = draft.plan.entities[at];
      if (entity?.candidates.some(({ id }) => id === candidateId) !== true)
        return refuse("INVALID_INPUT", { locale, detail: details.noCandidate[locale](candidateId) });
      const { kind, query } = entity;
      const others = draft.picks.filter((pick) => pick.kind !== kind || pick.query !== query);
      const picks = [...others, { kind, query, id: candidateId }];
      if (draft.words === undefined)
        return revise(deps, { command, open }, { plan: withPick(draft.plan, { entity: at, candidateId }), picks });
      const settled = { picks, answers: draft.answers };
      const planned = await planText(deps, {
        tenant: command.tenant,
        words: draft.words,
        settled,
        signal: neverAborts,
      });
      return planned.ok ? revise(deps, { command, open }, { plan: planned.value, picks }) : planned;
    },
  });
}

/** Replaces the selected candidate by this one everywhere in the plan's actions. */
function withPick(plan: ActionPlan, { entity: at, candidateId }: CandidatePick): ActionPlan {
  const entities = plan.entities.map((one, place) => (place === at ? { ...one, selected_id: candidateId } : one));
  const entity = plan.entities[at];
  const nameOf = (id: string): string => entity?.candidates.find((one) => one.id === id)?.name ?? "";
  const was = entity?.selected_id;
  if (was === undefined || was === candidateId) return { ...plan, entities };
  const actions = plan.actions.map((action): ToolAction => ({
    ...action,
    args: mapStrings(action.args, (text) => (text === was ? candidateId : text)),
    idempotency_scope: action.idempotency_scope.replaceAll(was, candidateId),
    preview: nameOf(was) === "" ? action.preview : action.preview.replaceAll(nameOf(was), nameOf(candidateId)),
  }));
  return { ...plan, entities, actions };
}

/** Changes the text, the arguments, or drops actions. Actions that are done cannot be changed. */
export function editDraft(
  deps: DraftDeps,
  { edit, ...command }: DraftCommand & { edit: DraftEdit },
): Promise<DraftResult<DraftView>> {
  return decideOnOpenDraft(deps, command, {
    act: "edit",
    decide: async (open) => {
      const refusal = refuseEdit(open, edit);
      if (refusal !== undefined) return refusal;
      if (edit.text !== undefined) return replan(deps, { command, open }, edit.text);
      const { draft } = open;
      const args = new Map(edit.actions.map((action) => [action.action_id, action.args]));
      const kept = draft.actions
        .filter(({ id }) => !edit.remove.includes(id))
        .map((one) => {
          const edited = args.get(one.id);
          if (edited === undefined) return one;
          return { ...one, isEdited: true as const, action: { ...one.action, args: edited } };
        });
      const plan = { ...draft.plan, actions: kept.map(({ action }) => action) };
      return revise(deps, { command, open }, { plan, previousActions: kept });
    },
  });
}

async function replan(
  deps: DraftDeps,
  { command, open }: { command: DraftCommand; open: FoundOpenDraft },
  text: string,
): Promise<DraftResult<DraftView> | undefined> {
  const { zone, locale, speaker, text: asked, done: carriedOut } = open.draft.words ?? {};
  // "Make it Monday" is read against the request that it changes.
  const before = open.draft.words === undefined ? undefined : open.draft.plan.inputs.raw_text;
  const done = before === asked ? undefined : carriedOut;
  const words = { text, ...compact({ zone, locale, speaker, before, done }) };
  const planned = await planText(deps, { tenant: command.tenant, words, settled: {}, signal: neverAborts });
  if (!planned.ok) return planned;
  const { actions, inputs } = planned.value;
  const tools = new Set(open.draft.actions.map(({ action }) => action.tool_slug));
  // Words that only make sense with the request before change it; they do not turn it into another one.
  const isOther = inputs.raw_text !== text && tools.size > 0 && actions.some(({ tool_slug: tool }) => !tools.has(tool));
  if (isOther) return refuse("INVALID_INPUT", { locale: open.locale, detail: details.notUnderstood[open.locale]() });
  return revise(deps, { command, open }, { plan: planned.value, words, picks: [], answers: {}, rounds: 1 });
}

function refuseEdit({ draft, locale }: FoundOpenDraft, { actions, remove, text }: DraftEdit): Refusal | undefined {
  const bad = (detail: string): Refusal => refuse("INVALID_INPUT", { locale, detail });
  if (text !== undefined) return draft.runs.length > 0 ? bad(details.partlyApplied[locale]()) : undefined;
  const open = new Set(draft.actions.filter((kept) => !isDone(kept)).map(({ id }) => id));
  // With other arguments, what may have happened would be forgotten.
  const unknown = new Set(draft.actions.filter(({ outcome }) => outcome.status === "UNKNOWN").map(({ id }) => id));
  const edited = actions.map(({ action_id: id }) => id);
  const stray = [...edited, ...remove].find((id) => !open.has(id)) ?? edited.find((id) => unknown.has(id));
  if (stray !== undefined) return bad(details.noAction[locale](stray));
  return remove.length > 0 && new Set(remove).size >= open.size ? bad(details.nothingLeft[locale]()) : undefined;
}
