import type { ActionOutcome, DraftAction } from "../../contracts/actions/draft.ts";
import type { DraftChange, DraftNext, DraftView } from "../../contracts/api/drafts.ts";
import type { JsonObject } from "../../plan/json.ts";
import { inLine, fieldLabel, fieldText, type Rendering, textsOf } from "../rendering.ts";
import { rowsOf } from "./answer-card.ts";
import { callsIn, callText, flat, toolWords } from "./call-text.ts";
import { toldProblem } from "./problem-text.ts";

/** Maximum number of actions listed one by one; the rest is counted. */
const maxActions = 20;
/** Maximum number of rows listed for an action that only read. */
const maxRows = 8;
/** Up to this number of writes, each field has its own line. */
const fewActions = 3;

const marks: Readonly<Record<ActionOutcome["status"], string>> = {
  PENDING: "",
  SUCCEEDED: "✅ ",
  FAILED: "❌ ",
  UNKNOWN: "❓ ",
};

/** The actions in order, each with its changes and its outcome. Empty until the request is clear. */
export function actionLines(view: DraftView, rendering: Rendering): string {
  const { draft, changes, next } = view;
  if (isAsking(next)) return "";
  const byId = new Map(changes.map((change) => [change.action_id, change]));
  const isOnly = draft.actions.length === 1;
  const lines = draft.actions.slice(0, maxActions).flatMap((one, at) => {
    const { action_id: id, outcome } = one;
    const change = byId.get(id);
    const fields = change === undefined ? [] : fieldLines(one, change, rendering);
    const title = `${isOnly ? "" : `${at + 1}. `}${marks[outcome.status]}${inLine(actionTitle(one, view, rendering), 200)}`;
    const isFew = changes.length <= fewActions;
    const head =
      isFew || change === undefined || !isUpdate(change) || fields.length === 0
        ? [title]
        : [`${title}; ${fields.join("; ")}`];
    const detail = isFew ? fields.map((line) => `   ${line}`) : [];
    return [...head, ...detail, ...outcomeLines(outcome, change, rendering)];
  });
  const rest = draft.actions.length - maxActions;
  return [...lines, ...(rest > 0 ? [textsOf(rendering).moreActions(rest)] : [])].join("\n");
}

function outcomeLines(outcome: ActionOutcome, change: DraftChange | undefined, rendering: Rendering): string[] {
  if (outcome.status === "FAILED") return [`   ${toldProblem(outcome, rendering)}`];
  if (outcome.status !== "SUCCEEDED") return [];
  if (outcome.reused !== undefined) return [`   ${textsOf(rendering).reused}`];
  return change === undefined ? rowsOf(outcome.output, rendering).slice(0, maxRows) : [];
}

/** Whether it is not clear yet what is meant. */
export function isAsking(next: DraftNext): boolean {
  return next.do === "pick" || next.do === "answer" || next.do === "refine" || next.do === "menu";
}

/** What an action does to which record. A text derived from the arguments would name the tool, which people do not know. */
function actionTitle({ action }: DraftAction, { draft }: DraftView, rendering: Rendering): string {
  const { language, names } = rendering;
  const { tool_slug: tool, args, preview } = action;
  const words = rendering.actionOf(action, language);
  const isDerived = preview === "" || preview.startsWith(tool);
  if (words === undefined) return isDerived ? fieldLabel(toolWords(tool), rendering) : preview;
  const id = words.recordId ?? "";
  const candidate = draft.plan.entities.flatMap(({ candidates }) => candidates).find((one) => one.id === id);
  if (words.does === "operate" && !isDerived) return preview;
  const named = id === "" ? flat(args)[words.nameField] : (candidate?.name ?? names.get(id));
  if (named === undefined && !isDerived) return preview;
  const own = named ?? id;
  const does = words.does === "operate" ? words.noun : `${textsOf(rendering).does[words.does]}: ${words.noun}`;
  return typeof own === "string" && own !== "" ? `${does} «${own}»` : does;
}

/** Whether there is a record to compare with. */
function isUpdate({ before }: DraftChange): boolean {
  return before !== null && Object.keys(before).length > 0;
}

/** `Label: before → after`; without a value to compare with, what is written. Arguments that the preview leaves out are written too. */
function fieldLines({ action }: DraftAction, change: DraftChange, rendering: Rendering): string[] {
  const after = flat(change.after);
  const before = isUpdate(change) ? change.before : null;
  const { language } = rendering;
  const words = rendering.actionOf(action, language);
  const isDerived = action.preview.startsWith(action.tool_slug);
  const silent = words?.does === "operate" && isDerived ? [] : (words?.fixed ?? []);
  const text = (name: string, value: JsonObject[string]): string => inLine(fieldText(name, value, rendering), 200);
  return Object.entries({ ...flat(action.args), ...after }).flatMap(([name, value]) => {
    if (name === words?.calls) return callsIn(value).map((call) => `• ${inLine(callText(call, rendering), 300)}`);
    if (silent.includes(name) || (before === null && name === words?.nameField)) return [];
    const label = fieldLabel(name, rendering);
    if (before !== null && Object.hasOwn(after, name))
      return [`${label}: ${text(name, flat(before)[name] ?? null)} → ${text(name, value)}`];
    return value === rendering.fieldOf(name, language)?.default ? [] : [`${label}: ${text(name, value)}`];
  });
}
