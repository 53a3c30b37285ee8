import type { ToolAction } from "../contracts/actions/plan.ts";
import type { DraftView } from "../contracts/api/drafts.ts";
import { isJsonObject, type JsonObject } from "../plan/json.ts";

type UndoActions = {
  actions: ToolAction[];
  /** What was done and cannot be restored. */
  lost: string[];
};

/** The writes that restore the values before an applied Draft, the last change first. */
export function undoActions({ draft, changes }: DraftView, previewOf: (done: string) => string): UndoActions {
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
