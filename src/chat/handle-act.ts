import type { ActionPlan, ToolAction } from "../contracts/actions/plan.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { isJsonObject, type JsonObject } from "../plan/json.ts";
import {
  commandOn,
  noteTurn,
  personOf,
  showDraft,
  type ChatContext,
  problemTurn,
  type ChatTurn,
} from "./chat-context.ts";
import type { ChatAct } from "./chat.ts";
import { showCreated, showSettled } from "./create-from-text.ts";
import { textsOf } from "./rendering.ts";

/** Yes, no and undo in words: a decision about the Draft that is open, or about the one applied last. */
export async function handleAct(context: ChatContext, act: Exclude<ChatAct, "ask">): Promise<ChatTurn | undefined> {
  if (act === "undo") return undo(context);
  const open = await openView(context);
  // Nothing is open to be cancelled: what was applied last is meant.
  if (open === undefined && act === "cancel" && personOf(context).applied !== undefined) return undo(context);
  if (open === undefined) return { ...(await noteTurn(context, textsOf(context).nothingOpen)), waiting: null };
  const command = commandOn(context, open.draft.revision_id);
  if (act === "cancel") {
    const cancelled = await context.deps.drafts.cancel(command);
    if (!cancelled.ok) return problemTurn(context, cancelled.problem);
    return { ...(await showDraft(context, cancelled.value)), waiting: null, thread: null };
  }
  switch (open.next.do) {
    case "apply":
    case "retry": {
      const applied = await context.deps.drafts.apply(command);
      return applied.ok ? showSettled(context, applied.value) : problemTurn(context, applied.problem);
    }
    case "confirm": {
      const confirmed = await context.deps.drafts.confirm(command);
      return confirmed.ok ? showSettled(context, confirmed.value) : problemTurn(context, confirmed.problem);
    }
    default:
      // Yes is no answer to what is asked: the question is shown again.
      return showDraft(context, open);
  }
}

async function openView(context: ChatContext): Promise<DraftView | undefined> {
  const { open } = personOf(context);
  if (open === undefined) return undefined;
  const found = await context.deps.drafts.get({
    tenant: context.said.tenant,
    of: { draftId: open.draftId },
    locale: context.language,
  });
  return found.ok && found.value.draft.status === "DRAFT" ? found.value : undefined;
}

/** A Draft that writes the values there were before; what cannot be restored is named. */
async function undo(context: ChatContext): Promise<ChatTurn> {
  const { applied } = personOf(context);
  const texts = textsOf(context);
  const found =
    applied === undefined
      ? undefined
      : await context.deps.drafts.get({ tenant: context.said.tenant, of: { draftId: applied.draftId } });
  if (found === undefined || !found.ok) return noteTurn(context, texts.nothingToUndo);
  const { draft, changes } = found.value;
  const byId = new Map(changes.map((change) => [change.action_id, change]));
  const actions: ToolAction[] = [];
  const lost: string[] = [];
  for (const { action_id: id, action, outcome } of draft.actions) {
    if (outcome.status !== "SUCCEEDED" || action.read_only) continue;
    const change = byId.get(id);
    const args = change === undefined || change.before === null ? undefined : restored(action.args, change.before);
    if (args === undefined) lost.push(action.preview);
    else
      actions.push({
        ...action,
        args,
        idempotency_scope: `undo:${draft.draft_id}:${id}`,
        preview: texts.undone(action.preview),
      });
  }
  if (actions.length === 0) return noteTurn(context, texts.cannotUndo(lost));
  const plan: ActionPlan = {
    ...draft.plan,
    plan_id: `undo-${draft.draft_id}`,
    summary: texts.undone(draft.plan.summary),
    actions,
    entities: [],
    needs_clarification: [],
    risks: lost.length > 0 ? [{ kind: "ambiguous", details: texts.cannotUndo(lost) }] : [],
  };
  const { tenant, actor } = context.said;
  return { ...(await showCreated(context, await context.deps.drafts.create({ tenant, actor, plan }))), applied: null };
}

/** The arguments with the fields that were changed as they were before; undefined where one was empty and cannot be written so. */
function restored(args: JsonObject, before: JsonObject): JsonObject | undefined {
  const out: JsonObject = { ...args };
  for (const [key, value] of Object.entries(before)) {
    const now = out[key];
    if (isJsonObject(now) && isJsonObject(value)) out[key] = { ...now, ...value };
    else if (key in out) {
      if (value === null) return undefined;
      out[key] = value;
    }
  }
  return out;
}
