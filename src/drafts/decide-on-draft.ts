import { timestampOf } from "../contracts/timestamp.ts";
import { DecisionAct } from "../contracts/actions/draft.ts";
import { compact } from "../plan/compact.ts";
import type { Language } from "../contracts/actions/plan.ts";
import { wholeHash } from "./action-hash.ts";
import type { DraftDeps } from "./draft-deps.ts";
import { findDraft, type VersionedDraft } from "./draft-records.ts";
import type { DraftCommand, DraftResult, ShownRevision } from "./drafts.ts";
import { type ActRefusal, type ActRuling, type DraftAct, lifecycle, stateOf } from "./lifecycle.ts";
import { refusePermission } from "./permissions.ts";
import { asOf, type OpenDraft, type StoredDraft } from "./stored-draft.ts";
import { details } from "./texts/details.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

/** A Draft in its current state, and its stored version. */
export type FoundDraft = { stored: VersionedDraft; draft: StoredDraft; locale: Language };
export type FoundOpenDraft = FoundDraft & { draft: OpenDraft };

type PermittedAct = { ruling: Exclude<ActRuling, ActRefusal> };

type Decision<F extends FoundDraft, T> = {
  act: DraftAct;
  /** The object of the act, for the text of a refusal: a candidate, a question. */
  subject?: string;
  /** Undefined after a conflict with another writer: the decision has to be made again. */
  decide: (found: F & PermittedAct) => Promise<DraftResult<T> | undefined>;
};

/** Conflicts with other writers before the person is told to try later. */
const maxAttempts = 100;

/** Decisions that a Draft keeps; older ones are forgotten. */
const maxHistory = 200;

/** Decides on the Draft that was shown in its current state; retries after a conflict with another writer. */
export async function decideOnDraft<T>(
  deps: DraftDeps,
  command: DraftCommand,
  decision: Decision<FoundDraft, T>,
): Promise<DraftResult<T>> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const found = await findShown(deps, command);
    if (!found.ok) return found;
    const permitted = refuseSuperseded(found.value, command.shown) ?? ruleOn(deps, { command, decision }, found.value);
    if ("problem" in permitted) return permitted;
    const draft = withDecision(deps, { command, decision }, found.value.draft);
    const result = await decision.decide({ ...found.value, ...permitted, ...(permitted.ruling === "do" && { draft }) });
    if (result !== undefined) return result;
  }
  const { locale = "en" } = command;
  return refuse("RATE_LIMITED", { locale, detail: details.crowded[locale]() });
}

/** The Draft with the decision that is about to be made; whoever saves it keeps it. */
function withDecision(
  { clock }: DraftDeps,
  { command: { actor: by, reason }, decision }: DecisionRequest,
  draft: StoredDraft,
): StoredDraft {
  const act = DecisionAct.options.find((one) => one === decision.act);
  if (act === undefined) return draft;
  const to = act === "assign" ? decision.subject : undefined;
  const kept = compact({ act, revision: draft.revision, by, to, at: clock.now(), reason });
  return { ...draft, history: [...draft.history, kept].slice(-maxHistory) };
}

/** The same, for acts that only an open Draft accepts. */
export function decideOnOpenDraft<T>(
  deps: DraftDeps,
  command: DraftCommand,
  { decide, ...decision }: Decision<FoundOpenDraft, T>,
): Promise<DraftResult<T>> {
  return decideOnDraft<T>(deps, command, {
    ...decision,
    decide: async (found) => {
      const { draft } = found;
      return draft.status === "DRAFT" ? decide({ ...found, draft }) : refuseClosed(found);
    },
  });
}

async function findShown(
  deps: DraftDeps,
  { tenant, shown, locale }: DraftCommand,
): Promise<{ ok: true; value: FoundDraft } | Refusal> {
  const of = "revisionId" in shown ? { revisionId: shown.revisionId } : { draftId: shown.draftId };
  const stored = await findDraft(deps.store, { tenant, of });
  if (stored === undefined) return refuse("NOT_FOUND", { locale, detail: details.noDraft[locale ?? "en"]() });
  const draft = asOf(stored.draft, deps.clock.now());
  return { ok: true, value: { stored, draft, locale: locale ?? draft.plan.language } };
}

/** A closed Draft is reported as closed first: its newest revision would not help either. */
function refuseSuperseded({ draft, locale }: FoundDraft, shown: ShownRevision): Refusal | undefined {
  const isCurrent =
    "revisionId" in shown
      ? shown.revisionId === draft.revisionId
      : shown.revision === draft.revision && shown.actionHash === wholeHash(draft.actions);
  if (isCurrent) return undefined;
  if (draft.status !== "DRAFT" && draft.status !== "EXPIRED") return refuseClosed({ draft, locale });
  return refuse("DRAFT_SUPERSEDED", { locale, detail: details.superseded[locale](draft.revision) });
}

type DecisionRequest = { command: DraftCommand; decision: { act: DraftAct; subject?: string } };

/** Closed Drafts are refused before permission is checked, everything else after it. */
function ruleOn(deps: DraftDeps, { command, decision }: DecisionRequest, found: FoundDraft): PermittedAct | Refusal {
  const { act, subject = "" } = decision;
  const ruling = lifecycle[act][stateOf(found.draft)];
  if (ruling === "closed" || ruling === "expired") return refuseClosed(found);
  if (ruling === "show") return { ruling };
  const refusal = refuseActor(deps, { act, by: command.actor.id }, found);
  if (refusal !== undefined) return refusal;
  return ruling === "do" || ruling === "stop_run" ? { ruling } : refuseState(ruling, subject, found);
}

function refuseActor(
  { rules }: DraftDeps,
  by: { act: DraftAct; by: string },
  { draft, locale }: FoundDraft,
): Refusal | undefined {
  const author = draft.author.name ?? draft.author.id;
  const reason = refusePermission(draft, by, rules);
  switch (reason) {
    case undefined:
      return undefined;
    case "not_yours":
      return refuse("FORBIDDEN", { locale, detail: details.notYours[locale](author) });
    case "not_your_own":
      return refuse("FORBIDDEN", { locale, detail: details.notYourOwn[locale]() });
    case "author_only":
      return refuse("FORBIDDEN", { locale, detail: details.authorOnly[locale](author) });
    default:
      return reason satisfies never;
  }
}

function refuseState(
  reason: Exclude<ActRefusal, "closed" | "expired">,
  subject: string,
  { locale }: FoundDraft,
): Refusal {
  switch (reason) {
    case "not_ready":
      return refuse("INVALID_INPUT", { locale, detail: details.notReady[locale]() });
    case "nothing_asked":
      return refuse("INVALID_INPUT", { locale, detail: details.noQuestion[locale](subject) });
    case "nothing_to_pick":
      return refuse("INVALID_INPUT", { locale, detail: details.noCandidate[locale](subject) });
    case "changed":
      return refuse("CONFLICT", { locale, detail: details.changedSince[locale]() });
    case "being_applied":
      return refuse("CONFLICT", { locale, detail: details.beingApplied[locale]() });
    default:
      return reason satisfies never;
  }
}

export function refuseClosed({ draft, locale }: Pick<FoundDraft, "draft" | "locale">): Refusal {
  if (draft.status === "DRAFT" || draft.status === "EXPIRED")
    return refuse("DRAFT_EXPIRED", { locale, detail: details.expired[locale](timestampOf(draft.expiresAt)) });
  const detail = details.closed[locale](draft.status, draft.by.name ?? draft.by.id);
  return refuse("DRAFT_CLOSED", { locale, detail });
}
