import type { ActionPlan, ClarificationQuestion, ToolAction } from "../contracts/actions/plan.ts";
import { writeCallback } from "../contracts/actions/callback.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import {
  type ChatContext,
  type ChatTurn,
  commandOn,
  noteTurn,
  personOf,
  problemTurn,
  showDraft,
} from "./chat-context.ts";
import type { ChatAct } from "./chat.ts";
import { createOnce, showCreated, showSettled } from "./create-from-text.ts";
import { choiceNamed } from "./parse-answer.ts";
import { textsOf } from "./rendering.ts";
import { stateKeyOf } from "./state-key.ts";
import { isJsonObject, type JsonObject } from "../plan/json.ts";

/** Yes, no and undo in words: a decision about the open Draft as it was shown, or about the one applied last. */
export async function handleAct(
  context: ChatContext,
  act: Exclude<ChatAct, "ask">,
  open: DraftView | undefined,
): Promise<ChatTurn> {
  if (act === "undo") return handleUndo(context, open);
  // Nothing is open, so the Draft applied last is meant.
  if (open === undefined && act === "cancel" && personOf(context).applied !== undefined)
    return handleUndo(context, undefined);
  if (open === undefined) return { ...(await noteTurn(context, textsOf(context).nothingOpen)), waiting: null };
  if (open.draft.status !== "DRAFT") return showDraft(context, open);
  return act === "cancel" ? cancel(context, open) : confirm(context, act, open);
}

async function cancel(context: ChatContext, { draft }: DraftView): Promise<ChatTurn> {
  const cancelled = await context.deps.drafts.cancel(commandOn(context, draft.revision_id));
  if (!cancelled.ok) return problemTurn(context, cancelled.problem);
  // "It" still refers to the record, but not to the cancelled request.
  const { entities } = draft.plan;
  const named = entities.flatMap(({ candidates, selected_id: id }) => candidates.filter((one) => one.id === id));
  const thread = named.length === 1 ? (named[0]?.name ?? null) : null;
  return { ...(await showDraft(context, cancelled.value)), waiting: null, thread, done: null };
}

/** A yes is for what the person has seen: a Draft that changed since, or asks something else, is shown again instead. */
async function confirm(context: ChatContext, act: "confirm" | "doubt", open: DraftView): Promise<ChatTurn> {
  const { deps, records, message } = context;
  const kept = await records.card(message.tenant, open.draft.draft_id);
  const isAsShown = kept?.kind === "draft" && kept.stateKey === stateKeyOf(open);
  const command = commandOn(context, open.draft.revision_id);
  const step = act === "confirm" && isAsShown ? open.next.do : "show";
  const asked = step === "answer" ? choiceNamed("yes", questionsOf(open)) : undefined;
  if (asked !== undefined) {
    const answered = await deps.drafts.answer({ ...command, answers: asked });
    return answered.ok ? showSettled(context, answered.value) : problemTurn(context, answered.problem);
  }
  if (step !== "apply" && step !== "retry" && step !== "confirm") return showDraft(context, open);
  const decided = await (step === "confirm" ? deps.drafts.confirm(command) : deps.drafts.apply(command));
  return decided.ok ? showSettled(context, decided.value) : problemTurn(context, decided.problem);
}

function questionsOf({ next }: DraftView): readonly ClarificationQuestion[] {
  return next.do === "answer" ? next.questions : [];
}

/** Undo means the open Draft, or what was applied last; with both, the person is asked. */
async function handleUndo(context: ChatContext, open: DraftView | undefined): Promise<ChatTurn> {
  const { applied } = personOf(context);
  if (open?.next.do === "retry") return undo(context, open);
  const last = applied && (await context.deps.drafts.get({ tenant: context.message.tenant, of: applied }));
  const before = last && last.ok ? last.value : undefined;
  if (before === undefined && open !== undefined) return cancel(context, open);
  if (before === undefined) return noteTurn(context, textsOf(context).nothingToUndo);
  if (open === undefined) return undo(context, before);
  if (open.draft.plan.plan_id === undoIdOf(before)) return showDraft(context, open);
  return askWhich(context, open, before);
}

async function askWhich(context: ChatContext, open: DraftView, before: DraftView): Promise<ChatTurn> {
  const texts = textsOf(context);
  const turn = await noteTurn(context, texts.undoWhich(open.draft.plan.summary, before.draft.plan.summary), [
    [{ label: texts.buttons.cancelDraft, data: writeCallback({ verb: "draft.cancel", id: open.draft.revision_id }) }],
    [{ label: texts.buttons.undo, data: writeCallback({ verb: "draft.undo", id: before.draft.revision_id }) }],
  ]);
  return turn;
}

function undoIdOf({ draft }: DraftView): string {
  return `undo-${draft.draft_id}`;
}

/** A Draft that writes the previous values; what cannot be restored is named. */
export async function undo(context: ChatContext, view: DraftView): Promise<ChatTurn> {
  const texts = textsOf(context);
  const { draft } = view;
  const { actions, lost } = undoActions(view, texts.undone);
  if (actions.length === 0) return noteTurn(context, texts.cannotUndo(lost));
  const plan: ActionPlan = {
    ...draft.plan,
    plan_id: undoIdOf(view),
    summary: texts.undone(draft.plan.summary),
    actions,
    entities: [],
    needs_clarification: [],
    risks: lost.length > 0 ? [{ kind: "ambiguous", details: texts.cannotUndo(lost) }] : [],
  };
  const { tenant, actor } = context.message;
  return showCreated(context, await createOnce(context, { tenant, actor, plan, keepsSummary: true }));
}

/** The Draft that the person sees as open, also when it has expired meanwhile. */
export async function openView(context: ChatContext): Promise<DraftView | undefined> {
  const { open } = personOf(context);
  if (open === undefined) return undefined;
  const of = { draftId: open.draftId };
  const found = await context.deps.drafts.get({ tenant: context.message.tenant, of, locale: context.language });
  if (!found.ok) return undefined;
  const { status } = found.value.draft;
  return status === "DRAFT" || status === "EXPIRED" ? found.value : undefined;
}

type UndoActions = {
  actions: ToolAction[];
  /** What was done and cannot be restored. */
  lost: string[];
};

/** The writes that restore the values before an applied Draft, the last change first. */
function undoActions({ draft, changes }: DraftView, previewOf: (done: string) => string): UndoActions {
  const byId = new Map(changes.map((change) => [change.action_id, change]));
  const undone: UndoActions = { actions: [], lost: [] };
  for (const { action_id: id, action, outcome } of draft.actions.toReversed()) {
    const change = byId.get(id);
    if (outcome.status !== "SUCCEEDED" || change === undefined || isAlready(outcome.output)) continue;
    const args = change.before === null ? undefined : restored(action.args, change.before);
    if (args === undefined) undone.lost.push(action.preview);
    else
      undone.actions.push({
        ...action,
        args,
        idempotency_scope: `undo:${draft.draft_id}:${id}`,
        preview: previewOf(action.preview),
      });
  }
  return undone;
}

/** Nothing was written: the record had the value. */
function isAlready(output: unknown): boolean {
  return isJsonObject(output) && output["already"] === true;
}

/** The arguments with the changed fields as they were; undefined where one was empty, or none is known. */
function restored(args: JsonObject, before: JsonObject): JsonObject | undefined {
  const out: JsonObject = { ...args };
  let isChanged = false;
  for (const [key, value] of Object.entries(before)) {
    const now = out[key];
    if (now === undefined) continue;
    const inner = isJsonObject(now) && isJsonObject(value) ? restored(now, value) : value;
    if (inner === undefined || inner === null) return undefined;
    out[key] = inner;
    isChanged = true;
  }
  return isChanged ? out : undefined;
}
