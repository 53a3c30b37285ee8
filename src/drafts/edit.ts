import type { DraftEdit, DraftView } from "../contracts/api/drafts.ts";
import { decideOnOpen, type Open } from "./decide-on.ts";
import { type Room, unending } from "./draft-parts.ts";
import type { Act, Answer } from "./drafts.ts";
import { planWords } from "./plan-words.ts";
import { mayNotRevise, revise } from "./revise.ts";
import { isDone } from "./stored-draft.ts";
import { details } from "./words/details.ts";
import { refuse, type Refusal } from "./words/refuse.ts";

/** Other words, other arguments, or fewer actions. What is done already cannot be changed any more. */
export function editDraft(room: Room, { edit, ...act }: Act & { edit: DraftEdit }): Promise<Answer<DraftView>> {
  return decideOnOpen(room, act, async (open) => {
    const refusal = mayNotRevise(act, open) ?? badEdit(open, edit);
    if (refusal !== undefined) return refusal;
    if (edit.text !== undefined) return sayAnew(room, { act, open }, edit.text);
    const { draft } = open;
    const args = new Map(edit.actions.map((action) => [action.action_id, action.args]));
    const kept = draft.actions
      .filter(({ id }) => !edit.remove.includes(id))
      .map((one) => ({ ...one, action: { ...one.action, args: args.get(one.id) ?? one.action.args } }));
    const plan = { ...draft.plan, actions: kept.map(({ action }) => action) };
    return revise(room, { act, open }, { plan, were: kept });
  });
}

async function sayAnew(
  room: Room,
  { act, open }: { act: Act; open: Open },
  text: string,
): Promise<Answer<DraftView> | undefined> {
  const { zone, locale } = open.draft.words ?? {};
  const words = { text, ...(zone !== undefined && { zone }), ...(locale !== undefined && { locale }) };
  const planned = await planWords(room, { tenant: act.tenant, words, settled: {}, signal: unending });
  if (!planned.ok) return planned;
  return revise(room, { act, open }, { plan: planned.value, words, picks: [], answers: {}, rounds: 1 });
}

function badEdit({ draft, locale }: Open, { actions, remove, text }: DraftEdit): Refusal | undefined {
  const bad = (detail: string): Refusal => refuse("INVALID_INPUT", { locale, detail });
  if (text !== undefined) return draft.runs.length > 0 ? bad(details.partlyApplied[locale]()) : undefined;
  const open = new Set(draft.actions.filter((kept) => !isDone(kept)).map(({ id }) => id));
  const stray = [...actions.map(({ action_id: id }) => id), ...remove].find((id) => !open.has(id));
  if (stray !== undefined) return bad(details.noAction[locale](stray));
  return remove.length > 0 && new Set(remove).size >= open.size ? bad(details.nothingLeft[locale]()) : undefined;
}
