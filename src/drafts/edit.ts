import type { DraftEdit, DraftView } from "../contracts/api/drafts.ts";
import { compact } from "../contracts/compact.ts";
import { decideOnOpenDraft, type FoundOpenDraft } from "./decide-on-draft.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import type { DraftCommand, DraftResult } from "./drafts.ts";
import { planText } from "./plan-text.ts";
import { revise } from "./revise.ts";
import { isDone } from "./stored-draft.ts";
import { details } from "./texts/details.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

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
  const { zone, locale, speaker } = open.draft.words ?? {};
  // "Make it Monday" is read against the request that it changes.
  const before = open.draft.words === undefined ? undefined : open.draft.plan.inputs.raw_text;
  const words = { text, ...compact({ zone, locale, speaker, before }) };
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
  const stray = [...actions.map(({ action_id: id }) => id), ...remove].find((id) => !open.has(id));
  if (stray !== undefined) return bad(details.noAction[locale](stray));
  return remove.length > 0 && new Set(remove).size >= open.size ? bad(details.nothingLeft[locale]()) : undefined;
}
