import type { DraftView } from "../contracts/api/drafts.ts";
import { putApproval } from "./approval.ts";
import { decideOnOpen, type Open } from "./decide-on.ts";
import { type Room, toolboxOf } from "./draft-parts.ts";
import { tryWrite } from "./draft-records.ts";
import type { Act, Answer } from "./drafts.ts";
import { needsConfirmation } from "./gate/gate.ts";
import { keepDraft, viewOf } from "./open-draft.ts";
import { type Deciding, start } from "./start.ts";
import { type Approval, isDone, type OpenDraft, type Stage } from "./stored-draft.ts";
import { mayApply } from "./who-may.ts";
import { details } from "./words/details.ts";
import { refuse, type Refusal } from "./words/refuse.ts";

type Ready = Extract<Stage, { kind: "ready" }>;
type Word = "apply" | "confirm";

/** One person's word, and the start of the run once enough have said it. */
export function applyDraft(room: Room, act: Act, word: Word): Promise<Answer<DraftView>> {
  return decideOnOpen(room, act, async (open) => {
    const { draft } = open;
    if (draft.stage.kind === "applying") return { ok: true, value: viewOf(room, draft) };
    const refusal = mayNot(room, act, open);
    if (refusal !== undefined) return refusal;
    if (draft.stage.kind !== "ready") return notReady(open);
    return approve(room, { ...act, word }, { ...open, stage: draft.stage });
  });
}

function mayNot({ rules }: Room, { actor }: Act, { draft, locale }: Open): Refusal | undefined {
  if (mayApply(draft, actor.id, rules)) return undefined;
  const isOwn = draft.author.id === actor.id;
  const detail = isOwn ? details.notYourOwn[locale]() : details.notYours[locale](draft.author.name ?? draft.author.id);
  return refuse("FORBIDDEN", { locale, detail });
}

function notReady({ locale }: Open): Refusal {
  return refuse("INVALID_INPUT", { locale, detail: details.notReady[locale]() });
}

async function approve(
  room: Room,
  { tenant, actor, word }: Act & { word: Word },
  open: Open & { stage: Ready },
): Promise<Answer<DraftView> | undefined> {
  const { draft, stage, locale } = open;
  if (stage.approvals.some(({ by }) => by.id === actor.id)) return { ok: true, value: viewOf(room, draft) };
  const isConfirming = stage.confirming.includes(actor.id);
  if (needsSecondWord(room, tenant, draft) && word === "apply") {
    if (isConfirming) return { ok: true, value: viewOf(room, draft) };
    return save(room, { tenant, open }, { ...stage, confirming: [...stage.confirming, actor.id] });
  }
  if (word === "confirm" && !isConfirming)
    return refuse("INVALID_INPUT", { locale, detail: details.applyFirst[locale]() });
  const approval: Approval = { by: actor, at: room.clock.now() };
  const approvals = [...stage.approvals, approval];
  const confirming = stage.confirming.filter((id) => id !== actor.id);
  if (approvals.length >= room.rules.quorum) return start(room, { tenant, open }, approvals);
  return save(room, { tenant, open, approval }, { ...stage, approvals, confirming });
}

function needsSecondWord(room: Room, tenant: string, draft: OpenDraft): boolean {
  const actions = draft.actions.filter((kept) => !isDone(kept)).map(({ action }) => action);
  const parts = { toolbox: toolboxOf(room, tenant), rules: room.rules };
  return needsConfirmation({ actions, risks: draft.plan.risks }, parts);
}

async function save(
  room: Room,
  { tenant, open, approval }: Deciding & { approval?: Approval },
  stage: Stage,
): Promise<Answer<DraftView> | undefined> {
  const draft: OpenDraft = { ...open.draft, stage };
  const isWritten = await tryWrite(room.store, (tx) => {
    keepDraft(room, tx, { tenant, draft, was: open.kept });
    if (approval !== undefined) putApproval(tx, { tenant, draft }, approval);
  });
  if (!isWritten) return undefined;
  return { ok: true, value: viewOf(room, draft) };
}
