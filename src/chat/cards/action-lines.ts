import type { ActionOutcome } from "../../contracts/actions/draft.ts";
import type { DraftChange, DraftNext, DraftView } from "../../contracts/api/drafts.ts";
import type { JsonObject } from "../../plan/json.ts";
import { cut, type Rendering, textsOf, valueText } from "../rendering.ts";
import { rowsOf } from "./answer-card.ts";

/** Actions that are told one by one; the rest is counted. */
const maxActions = 20;
/** Rows that are told of what an action only read. */
const maxRows = 8;
/** Up to so many writes, every argument is told. */
const fewActions = 3;

const marks: Readonly<Record<ActionOutcome["status"], string>> = {
  PENDING: "",
  SUCCEEDED: "✅ ",
  FAILED: "❌ ",
  UNKNOWN: "❓ ",
};

/** What is done, in order, each with what it changes and what became of it. Nothing is told before it is clear what is meant. */
export function actionLines(view: DraftView, rendering: Rendering): string {
  const { draft, changes, next } = view;
  if (isAsking(next)) return "";
  const byId = new Map(changes.map((change) => [change.action_id, change]));
  const lines = draft.actions.slice(0, maxActions).flatMap(({ action_id: id, action, outcome }, at) => {
    const change = byId.get(id);
    const title = `${at + 1}. ${marks[outcome.status]}${cut(action.preview === "" ? action.tool_slug : action.preview, 200)}`;
    const detail = change === undefined ? [] : changeLines(change, changes.length <= fewActions, rendering);
    const failure = outcome.status === "FAILED" ? [`   ${outcome.message}`] : [];
    const isReused = outcome.status === "SUCCEEDED" && outcome.reused !== undefined;
    const reused = isReused ? [`   ${textsOf(rendering).reused(outcome.reused ?? "")}`] : [];
    const isAnswered = change === undefined && outcome.status === "SUCCEEDED";
    const found = isAnswered ? rowsOf(outcome.output, rendering).slice(0, maxRows) : [];
    return [title, ...detail, ...failure, ...reused, ...found];
  });
  const rest = draft.actions.length - maxActions;
  return [...lines, ...(rest > 0 ? [textsOf(rendering).moreActions(rest)] : [])].join("\n");
}

/** Whether it is not clear yet what is meant. */
export function isAsking(next: DraftNext): boolean {
  return next.do === "pick" || next.do === "answer" || next.do === "refine" || next.do === "menu";
}

/** `field: before → after`; without a record to compare with, what is written. */
function changeLines({ before, after }: DraftChange, isFew: boolean, rendering: Rendering): string[] {
  const text = (value: JsonObject[string]): string => cut(valueText(value, rendering), 120);
  if (before === null && !isFew) return [];
  return Object.entries(flat(after)).flatMap(([name, value]) => {
    if (before === null) return [`   ${name}: ${text(value)}`];
    const was = flat(before)[name] ?? null;
    return [`   ${name}: ${text(was)} → ${text(value)}`];
  });
}

/** Attributes of a record stand one level down; they are told by their own name. */
function flat(fields: JsonObject): JsonObject {
  const { values, ...rest } = fields;
  return typeof values === "object" && values !== null && !Array.isArray(values) ? { ...rest, ...values } : fields;
}
