import { plainScope } from "../contracts/actions/effect-keys.ts";
import { actionId } from "../contracts/actions/mapping.ts";
import { parseActionPlan } from "../contracts/actions/plan.ts";
import type { ActionPlan, Language, ToolAction } from "../contracts/actions/plan.ts";
import type { DraftRequestOutcome } from "../contracts/api/drafts.ts";
import { compact } from "../plan/compact.ts";
import { timestampOf } from "../contracts/timestamp.ts";
import { contentHash } from "../plan/hash.ts";
import type { Issue } from "../plan/issue.ts";
import { createIssue } from "../plan/create-issue.ts";
import type { Toolbox } from "../plan/tool-spec.ts";
import type { Tx } from "../ports/store.ts";
import type { ChangePreview } from "../ports/verbs.ts";
import { actionHash, manifestHash } from "./action-hash.ts";
import { derivePreview, deriveSummary, typeMismatches } from "./action-text.ts";
import { isAlreadyDone, previewChanges } from "./change-preview.ts";
import { toolboxOf } from "../runs/argument-issues.ts";
import { type DraftDeps, neverAborts } from "./draft-deps.ts";
import type { Actor, CreateRequest, DraftResult, RequestText } from "./drafts.ts";
import { flagRemovals } from "./gate/flag-removals.ts";
import { gate, type GateContext, type GateOutcome, isPureQuery, isWrite } from "./gate/gate.ts";
import { withListedValues } from "./gate/listed-values.ts";
import type { SettledInput } from "./gate/needs.ts";
import { askTranscript } from "./gate/transcript.ts";
import { maxRounds } from "./next-step.ts";
import { planText } from "./plan-text.ts";
import { runQuery } from "./query.ts";
import { saveDraft, viewOf } from "./save-draft.ts";
import { isDone, type OpenDraft, type Stage, type StoredAction } from "./stored-draft.ts";
import { refuse, type Refusal } from "./texts/refuse.ts";

/** Takes a plan, or text to plan, through the gate. */
export async function createDraft(deps: DraftDeps, request: CreateRequest): Promise<DraftResult<DraftRequestOutcome>> {
  const { tenant, actor: author, signal = neverAborts, inTransaction, approvers, expiryMs, keepsSummary } = request;
  const admission = {
    ...compact({ inTransaction, approvers, expiryMs, keepsSummary }),
    tenant,
    author,
    signal,
    settled: {},
  };
  if ("plan" in request) return buildOrRun(deps, admission, { plan: request.plan });
  const { text, voice, zone, locale, before, done, speaker, answers = {} } = request;
  const words = compact({ text, voice, zone, locale, before, done, speaker });
  return buildOrRun(deps, { ...admission, settled: { answers } }, { words });
}

type DraftRequest = {
  tenant: string;
  author: Actor;
  settled: SettledInput;
  signal: AbortSignal;
  /** Runs in the transaction that creates the Draft. */
  inTransaction?: (tx: Tx, draft: OpenDraft) => void;
} & DraftTerms;

/** Terms of a Draft that differ from the configured ones. */
type DraftTerms = { approvers?: readonly string[]; expiryMs?: number; keepsSummary?: boolean };

/** Text to plan, or a plan; a plan with its text was made by our planner. */
type DraftSource = { words: RequestText } | { plan: OpenDraft["plan"]; words?: RequestText | undefined };

export async function buildOrRun(
  deps: DraftDeps,
  admission: DraftRequest,
  from: DraftSource,
): Promise<DraftResult<DraftRequestOutcome>> {
  const { tenant, author, settled, signal, inTransaction, approvers, expiryMs, keepsSummary } = admission;
  const { words } = from;
  const planned =
    "plan" in from
      ? ({ ok: true, value: from.plan } as const)
      : await planText(deps, { tenant, words: from.words, settled, signal });
  if (!planned.ok) return planned;
  const draftId = deps.ids.next();
  const building = { tenant, draftId, plan: planned.value, settled, rounds: 1, signal, isPlanned: words !== undefined };
  const built = await build(deps, { ...building, ...compact({ keepsSummary }) });
  if (!built.ok) return built;
  const { plan } = built;
  if (built.kind === "nothing") return { ok: true, value: { kind: "nothing", plan } };
  if (built.kind === "run")
    return { ok: true, value: { kind: "answer", query: await runQuery(deps, { tenant, by: author, plan, signal }) } };
  const kept = { picks: [...(settled.picks ?? [])], answers: { ...settled.answers } };
  const draft = await openDraft(deps, {
    id: draftId,
    tenant,
    author,
    built,
    from: compact({ ...kept, words }),
    ...compact({ inTransaction, approvers, expiryMs }),
  });
  return { ok: true, value: { kind: "draft", draft: viewOf(deps, draft) } };
}

type NewDraft = {
  id: string;
  tenant: string;
  author: Actor;
  built: BuiltDraft;
  /** The text it was planned from, and the picks and answers so far. */
  from: Pick<OpenDraft, "words" | "picks" | "answers">;
  /** Runs in the same transaction. */
  inTransaction?: (tx: Tx, draft: OpenDraft) => void;
} & DraftTerms;

/** Stores a new Draft and schedules its timer. */
async function openDraft(
  deps: DraftDeps,
  { id, tenant, author, built, from, inTransaction, expiryMs, ...terms }: NewDraft,
): Promise<OpenDraft> {
  const { clock, ids, rules, store } = deps;
  const now = clock.now();
  const { plan, actions, manifestHash, stage } = built;
  const approvers = terms.approvers ?? rules.approvers;
  const draft: OpenDraft = {
    id,
    revision: 1,
    revisionId: ids.next(),
    author,
    ...(approvers !== undefined && { approvers: [...approvers] }),
    ...compact({ assignee: rules.assignee, expiryMs }),
    plan,
    actions,
    manifestHash,
    ...from,
    rounds: 1,
    createdAt: now,
    expiresAt: now + (expiryMs ?? rules.expiryMs),
    isReminded: false,
    runs: [],
    history: [],
    status: "DRAFT",
    stage,
  };
  await store.write((tx) => {
    saveDraft(deps, tx, { tenant, draft, was: undefined });
    inTransaction?.(tx, draft);
  });
  return draft;
}

export type BuildInput = {
  tenant: string;
  draftId: string;
  plan: ActionPlan;
  settled: SettledInput;
  rounds: number;
  signal: AbortSignal;
  /** The actions of the previous revision: ids and finished outcomes carry over. */
  previousActions?: readonly PreviousAction[];
  /** Whether our planner made the plan. Texts of any other plan are claims and are derived from the arguments instead. */
  isPlanned: boolean;
  /** Keeps the plan's summary, for plans that we made ourselves. */
  keepsSummary?: boolean;
};

type PreviousAction = Pick<StoredAction, "id" | "outcome"> & {
  /** The arguments were edited: text and key are derived from them. */
  isEdited?: true;
};

/** A plan that passed the gate, with everything its Draft stores: run it now, wait for approval, or nothing to do. */
type BuiltDraft = {
  ok: true;
  kind: "run" | "nothing" | "draft";
  plan: ActionPlan;
  actions: StoredAction[];
  manifestHash: string;
  stage: Stage;
};

/** Passes a plan through the gate and reads what its writes would change. Writes nothing. */
export async function build(deps: DraftDeps, input: BuildInput): Promise<BuiltDraft | Refusal> {
  const { tenant, settled } = input;
  const parsed = parseActionPlan(input.plan);
  const locale = input.plan.language as Language | undefined; // a planner's word, until it is parsed
  if (!parsed.ok) return refuse("INVALID_INPUT", { locale, issues: parsed.issues });
  const listing = { verbs: deps.verbs, tenant, signal: input.signal, requestId: `draft:${input.draftId}` };
  const business = await withListedValues(deps.rules.business, parsed.value, listing);
  if (business === undefined) return refuse("DEPENDENCY_DOWN", { locale });
  const context: GateContext = { toolbox: toolboxOf(deps, tenant), rules: { ...deps.rules, business }, settled };
  const spoken = askTranscript(parsed.value, isPureQuery(parsed.value, context));
  const plan = flagRemovals(spoken, context.toolbox);
  const outcome = gate(plan, context);
  if (outcome.kind === "refused") return refuse(outcome.code, { locale, issues: outcome.issues });
  const stage = stageOf(outcome, input.rounds);
  const previews = stage.kind === "ready" ? await previewWrites(deps, { ...input, plan }, context) : [];
  const unfit = previewIssues(previews);
  if (unfit.length > 0) return refuse("INVALID_INPUT", { locale, issues: unfit });
  const shown = withDerivedTexts(plan, { input, previews, context });
  const manifest = manifestHash(shown.actions, context.toolbox);
  const actions = shown.actions.map((action, at): StoredAction => {
    const was = input.previousActions?.[at] ?? { id: actionId(at), outcome: { status: "PENDING" } };
    return toStoredAction(deps, action, {
      was,
      manifest,
      preview: previews[at],
      writes: isWrite(action.tool_slug, context),
      costMicroCents: deps.verbs.describe(action.tool_slug, tenant)?.costMicroCents,
    });
  });
  const kind = stage.kind === "ready" && actions.every(isDone) ? "nothing" : outcome.kind;
  return { ok: true, kind, plan: shown, actions, manifestHash: manifest, stage };
}

/** Rule 5 on the record as read: it exists, and new values have the types of the old ones. */
function previewIssues(previews: readonly (ChangePreview | undefined)[]): Issue[] {
  return previews.flatMap((preview, at) => {
    if (preview === undefined) return [];
    const pointer = `/actions/${at}/args`;
    if (preview.missing !== undefined) return [createIssue("INVALID_ARGUMENTS", pointer, { message: preview.missing })];
    return typeMismatches(preview).map(({ path, message }) =>
      createIssue("INVALID_ARGUMENTS", `${pointer}/${path.replaceAll(".", "/")}`, { message }),
    );
  });
}

type TextContext = { input: BuildInput; previews: readonly (ChangePreview | undefined)[]; context: GateContext };

/** The plan with texts and keys that are true of its arguments, wherever it is not our planner's own. */
function withDerivedTexts(plan: ActionPlan, { input, previews, context }: TextContext): ActionPlan {
  const { isPlanned, keepsSummary = false, previousActions, draftId } = input;
  const actions = plan.actions.map((action, at) => {
    const isEdited = previousActions?.[at]?.isEdited === true;
    if (!isWrite(action.tool_slug, context)) return action;
    const isOwnKey = isEdited || action.idempotency_scope === plainScope(action);
    const scoped = isOwnKey ? { ...action, idempotency_scope: ownScope(action, draftId) } : action;
    return isPlanned && !isEdited ? scoped : { ...scoped, preview: derivePreview(action, previews[at]) };
  });
  const isDerived = actions.some(({ preview }, at) => preview !== plan.actions[at]?.preview);
  if (!isDerived) return { ...plan, actions };
  return { ...plan, actions, ...(!keepsSummary && { summary: deriveSummary(actions.map(({ preview }) => preview)) }) };
}

/** The key of a write within one Draft. */
function ownScope({ toolkit, tool_slug: tool, args }: ToolAction, draftId: string): string {
  return `${toolkit}:${tool.toLowerCase()}:${draftId}:${contentHash(args)}`;
}

/** The hashes of the actions with the tools as they are now. */
export function hashesNow(actions: readonly ToolAction[], toolbox: Toolbox): string[] {
  const manifest = manifestHash(actions, toolbox);
  return actions.map((action) => actionHash(action, manifest));
}

/** Previews only the actions that may write. */
async function previewWrites(
  deps: DraftDeps,
  input: BuildInput,
  context: GateContext,
): Promise<(ChangePreview | undefined)[]> {
  const { plan, tenant, signal, previousActions: were } = input;
  const places = plan.actions.flatMap(({ tool_slug: tool }, at) =>
    isWrite(tool, context) && were?.[at]?.outcome.status !== "SUCCEEDED" ? [at] : [],
  );
  const looked = await previewChanges(
    places.flatMap((at) => plan.actions[at] ?? []),
    { verbs: deps.verbs, tenant, signal },
  );
  const previews: (ChangePreview | undefined)[] = plan.actions.map(() => undefined);
  for (const [index, at] of places.entries()) previews[at] = looked[index];
  return previews;
}

type ActionFacts = {
  was: PreviousAction;
  manifest: string;
  preview: ChangePreview | undefined;
  writes: boolean;
  costMicroCents: number | undefined;
};

function toStoredAction(
  { clock }: DraftDeps,
  action: ToolAction,
  { was, manifest, preview, writes, costMicroCents }: ActionFacts,
): StoredAction {
  const already = { status: "SUCCEEDED", at: timestampOf(clock.now()), output: { already: true } } as const;
  const isUnknown = was.outcome.status === "UNKNOWN";
  const fresh = isAlreadyDone(preview) ? already : isUnknown ? was.outcome : ({ status: "PENDING" } as const);
  return {
    id: was.id,
    action,
    hash: actionHash(action, manifest),
    writes,
    ...compact({ costMicroCents }),
    preview: preview === undefined ? null : { before: preview.before, after: preview.after },
    outcome: was.outcome.status === "SUCCEEDED" ? was.outcome : fresh,
  };
}

function stageOf(outcome: GateOutcome, rounds: number): Stage {
  const first = outcome.kind === "draft" ? outcome.first : "apply";
  switch (first) {
    case "answer":
      return { kind: rounds > maxRounds ? "menu" : "asking" };
    case "pick":
      return { kind: "picking" };
    case "refine":
      return { kind: "refining" };
    case "apply":
      return { kind: "ready", approvals: [], confirming: [] };
    default:
      return first satisfies never;
  }
}
