import { isListed } from "../../drafts/permissions.ts";
import type { z } from "zod";
import { PlanwrightError } from "../../contracts/errors.ts";
import {
  StandingApprovalInput,
  type StandingApproval,
  type StandingApprovalView,
  type RunSavedPlan,
  SavedPlan,
  type SavedPlanDiff,
  type SavedPlanInput,
  type SavedPlanList,
  type SavedPlanRow,
} from "../../contracts/api/plans.ts";
import { instantOf, timestampOf } from "../../contracts/timestamp.ts";
import { compact } from "../../plan/compact.ts";
import { canonicalText } from "../../plan/canonical.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import { diffJson } from "../../plan/diff.ts";
import { type Json, type JsonObject, toJson } from "../../plan/json.ts";
import { bindParameters, fillParameters, parameterFaults, parameterSchema } from "../../plan/parameters.ts";
import type { PlanParameter } from "../../plan/plan-parameter.ts";
import { Plan } from "../../plan/plan.ts";
import { shortText } from "../../plan/short-text.ts";
import { structureHash } from "../../plan/structure-hash.ts";
import type { Toolbox } from "../../plan/tool-spec.ts";
import { validatePlan } from "../../plan/validate/validate-plan.ts";
import type { EffectClass } from "../../plan/step.ts";
import { assertCursor } from "../../ports/assert-cursor.ts";
import type { Clock } from "../../ports/clock.ts";
import type { JobKey } from "../../ports/engine.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Run } from "../../ports/run.ts";
import { isConflict, isOverLimit } from "../../ports/store-error.ts";
import type { Store } from "../../ports/store.ts";
import type { Verbs } from "../../ports/verbs.ts";
import type { DraftRules } from "../../drafts/gate/rules.ts";
import { toolboxOf } from "../../runs/argument-issues.ts";
import type { ChildPlans } from "../../runs/plan-step.ts";
import type { Runs } from "../../runs/runs.ts";
import { coveredWrites, createStandingApprovals, outsideApproval, reserveUse } from "./standing-approvals.ts";
import { type PlannedWrite, plannedWrites, planVerbNames } from "./planned-writes.ts";
import { guessForm, readUnapproved } from "../planning/read-plan.ts";

/** Each plan has a record of its latest version, found by name, and one of every version. */
const kinds = { latest: "plans.latest", version: "plans.version" } as const;

type Caller = { tenant: string; by: string };
/** `isApproved`: the approval was asked for by a call that was shown to and approved by whoever must. */
type Approver = Caller & { isApproved?: true };

/** `repeat` is always on: a plan that runs again does its writes again. */
type SavedPlanRun = RunSavedPlan & {
  idempotencyKey?: string | undefined;
  /** The run of an agent that it belongs to, and its job, which the end of the run enqueues. */
  agentRunId?: string;
  endJob?: JobKey;
  /** The person who approved the run as it was shown: the writes whose values are known before it starts. */
  approvedBy?: string | undefined;
};

/** Saved plans: named, versioned, with typed parameters. Refusals are `PlanwrightError`. */
export interface SavedPlans {
  list(tenant: string, page: { limit: number; cursor?: string | undefined }): Promise<SavedPlanList>;
  get(tenant: string, name: string, version?: number): Promise<SavedPlan>;
  put(caller: Caller, name: string, input: SavedPlanInput): Promise<SavedPlan>;
  diff(tenant: string, name: string, versions: { from: number; to?: number | undefined }): Promise<SavedPlanDiff>;
  run(caller: Caller, name: string, request: SavedPlanRun): Promise<Run>;
  /** Refuses values that do not fit. */
  check(tenant: string, name: string, values: { version?: number | undefined; parameters: JsonObject }): Promise<void>;
  /** The writes of a run with these values. */
  writes(tenant: string, name: string, values: { version: number; parameters: JsonObject }): Promise<PlannedWrite[]>;
  /** The writes of a plan that would be saved. */
  writesOf(tenant: string, document: JsonObject): PlannedWrite[];
  approval(tenant: string, name: string): Promise<StandingApprovalView | undefined>;
  approve(
    caller: Approver,
    name: string,
    approval: z.input<typeof StandingApprovalInput>,
  ): Promise<StandingApprovalView>;
  revokeApproval(caller: Caller, name: string, reason: string): Promise<StandingApprovalView>;
}

type SavedPlanParts = {
  store: Store;
  verbs: Verbs;
  clock: Clock;
  ids: Ids;
  runs: Pick<Runs, "create">;
  /** Who may approve in advance. */
  rules?: Pick<DraftRules, "approvers" | "selfApproval" | "quorum">;
};

export function createSavedPlans(parts: SavedPlanParts): SavedPlans {
  const { store, clock } = parts;
  const get: SavedPlans["get"] = (tenant, name, version) => readSaved(store, { tenant, name, version });
  return {
    get,
    async list(tenant, { limit, cursor: before }) {
      await assertCursor(store, { tenant, kind: kinds.latest, id: before });
      const page = compact({ tenant, kind: kinds.latest, limit, before });
      const rows = await store.records(page);
      const plans = rows.map(({ body }) => toRow(SavedPlan.parse(body)));
      return { plans, next_cursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null };
    },
    async put({ tenant, by }, name, input) {
      const plan = valid(readSavedDocument(input, toolboxOf(parts, tenant)), "INVALID_PLAN");
      const record = await store.record({ tenant, kind: kinds.latest, id: name });
      const latest = record === undefined ? undefined : SavedPlan.parse(record.body);
      const { description, parameters } = input;
      const content = { description, parameters, plan: toJson(plan) };
      if (latest !== undefined && sameContent(latest, content)) return latest;
      const saved: SavedPlan = {
        name,
        version: (latest?.version ?? 0) + 1,
        owner: latest?.owner ?? by,
        ...content,
        structure_hash: structureHash(plan),
        saved_by: by,
        saved_at: timestampOf(clock.now()),
      };
      await writeSaved(store, { tenant, saved, was: record?.version ?? 0 });
      return saved;
    },
    async diff(tenant, name, { from, to }) {
      const [before, after] = [await get(tenant, name, from), await get(tenant, name, to)];
      return { name, from, to: after.version, differences: diffJson(contentOf(before), contentOf(after)) };
    },
    async run(caller, name, request) {
      return startRun(parts, caller, { saved: await get(caller.tenant, name, request.version), request });
    },
    async check(tenant, name, { version, parameters }) {
      bind(parts, tenant, { saved: await get(tenant, name, version), parameters });
    },
    async writes(tenant, name, { version, parameters }) {
      const { plan } = bind(parts, tenant, { saved: await get(tenant, name, version), parameters });
      return plannedWrites(plan, effectsOf(parts, tenant));
    },
    writesOf(tenant, document) {
      const input = { plan: document, description: "", parameters: {} };
      const plan = valid(readSavedDocument(input, toolboxOf(parts, tenant)), "INVALID_PLAN");
      return plannedWrites(plan, effectsOf(parts, tenant));
    },
    ...approvalsOf(parts, get),
  };
}

type SavedRun = { saved: SavedPlan; request: SavedPlanRun };

async function startRun(parts: SavedPlanParts, { tenant, by }: Caller, { saved, request }: SavedRun): Promise<Run> {
  const { idempotencyKey, run_at: at, priority, agentRunId, endJob, approvedBy } = request;
  const { plan, values: parameters } = bind(parts, tenant, { saved, parameters: request.parameters });
  const { name, version } = saved;
  const kept = await createStandingApprovals(parts).find({ tenant, name });
  const now = at === undefined ? parts.clock.now() : instantOf(at);
  const isCovered = kept !== undefined && outsideApproval(kept, { version, parameters, now }) === undefined;
  // A step that runs another plan shows nothing of its writes: it asks for itself.
  const shown = writesOf(parts, { tenant, plan }).flatMap((one) => (planVerbNames.has(one.tool) ? [] : [one.step_id]));
  const create = (approval?: StandingApproval): Promise<CheckResult<Run>> =>
    parts.runs.create({
      tenant,
      caller: by,
      plan,
      repeat: true,
      origin: {
        kind: "plan",
        name,
        version,
        parameters,
        ...compact({ approvalId: approval?.approval_id, endJob }),
        ...(approvedBy !== undefined && { approved: { by: approvedBy, steps: shown } }),
      },
      ...compact({ idempotencyKey, agentRunId, priority, runAt: at === undefined ? undefined : now }),
      ...(approval !== undefined && { inTransaction: (tx) => tx.count(reserveUse(approval, tenant)) }),
    });
  try {
    return valid(await create(isCovered ? kept : undefined), "INVALID_PLAN");
  } catch (error) {
    // The approval is used up: the run asks.
    if (!isOverLimit(error)) throw error;
    return valid(await create(), "INVALID_PLAN");
  }
}

function approvalsOf(
  parts: SavedPlanParts,
  get: SavedPlans["get"],
): Pick<SavedPlans, "approval" | "approve" | "revokeApproval"> {
  const approvals = createStandingApprovals(parts);
  return {
    approval: (tenant, name) => approvals.find({ tenant, name }),
    revokeApproval: ({ tenant, by }, name, reason) => approvals.revoke({ tenant, name, by }, reason),
    async approve({ tenant, by, isApproved = false }, name, given) {
      const approval = StandingApprovalInput.parse(given);
      const saved = await get(tenant, name, approval.version);
      const { approvers, selfApproval = true, quorum = 1 } = parts.rules ?? {};
      const mayApprove = saved.saved_by === by ? selfApproval : approvers === undefined || isListed(approvers, by);
      if (!isApproved && (!mayApprove || quorum > 1))
        throw new PlanwrightError("FORBIDDEN", {
          message: `You may not approve this plan${quorum > 1 ? " alone" : ""}. See drafts.approvers and drafts.quorum.`,
        });
      const { plan, values } = bind(parts, tenant, { saved, parameters: approval.parameters, vary: approval.vary });
      const writes = writesOf(parts, { tenant, plan, ...approval });
      if (writes.length === 0)
        throw new PlanwrightError("INVALID_INPUT", { message: `${name} v${saved.version} has no write to approve.` });
      return approvals.put({ tenant, name, by }, { ...approval, parameters: values, writes });
    },
  };
}

function writesOf(
  parts: SavedPlanParts,
  of: { tenant: string; plan: Plan; results?: boolean },
): StandingApproval["writes"] {
  return coveredWrites(of.plan, effectsOf(parts, of.tenant), compact({ results: of.results }));
}

function effectsOf({ verbs }: SavedPlanParts, tenant: string): (tool: string) => EffectClass | undefined {
  return (tool) => verbs.describe(tool, tenant)?.effect;
}

type BindRequest = { saved: SavedPlan; parameters: JsonObject; vary?: readonly string[] };

/** The plan with its values, and the values with their defaults. Parameters that vary need none. */
function bind({ verbs }: SavedPlanParts, tenant: string, { saved, parameters, vary = [] }: BindRequest) {
  const open = Object.entries(saved.parameters).map(([name, parameter]) => {
    const isOpen = vary.includes(name) && parameters[name] === undefined;
    return [name, isOpen ? { ...parameter, default: parameter.default ?? sampleOf(parameter) } : parameter] as const;
  });
  const relaxed = { ...saved, parameters: Object.fromEntries(open) };
  const unknown = vary.find((name) => saved.parameters[name] === undefined);
  if (unknown !== undefined)
    throw new PlanwrightError("INVALID_INPUT", { message: `There is no parameter ${unknown}.` });
  const { spelling } = Plan.parse(saved.plan);
  const values = valid(fillParameters(relaxed.parameters, parameters, spelling), "INVALID_INPUT");
  return { plan: valid(bindSaved(relaxed, parameters, toolboxOf({ verbs }, tenant)), "INVALID_INPUT"), values };
}

function sampleOf({ type, choices }: PlanParameter): string | number | boolean {
  if (choices?.[0] !== undefined) return choices[0];
  return { string: "any", integer: 1, number: 1, boolean: true, date: "2026-01-01" }[type];
}

/** Saved plans for the steps of other plans. */
export function createChildPlans({ store, verbs }: { store: () => Store; verbs: Verbs }): ChildPlans {
  return async ({ tenant, name, version, parameters }) =>
    bindSaved(await readSaved(store(), { tenant, name, version }), parameters, toolboxOf({ verbs }, tenant));
}

/** The plan of this version with its parameters filled in, validated against the current tools. */
function bindSaved(saved: SavedPlan, given: JsonObject, toolbox: Toolbox): CheckResult<Plan> {
  const plan = Plan.parse(saved.plan);
  const values = fillParameters(saved.parameters, given, plan.spelling);
  if (!values.ok) return values;
  const named = Object.entries(values.value).map(([name, value]) => `${name}=${shortText(value ?? null)}`);
  const text = [`${saved.name} v${saved.version}`, ...named].join(" ");
  const bound = bindParameters(plan, values.value);
  if (!bound.ok) return bound;
  return validatePlan({ ...bound.value, request: { ...plan.request, text } }, toolbox);
}

/** Only the project's own form has parameters; a plan of another contract is saved without. Its writes ask when it runs. */
function readSavedDocument({ plan, parameters }: SavedPlanInput, toolbox: Toolbox): CheckResult<Plan> {
  const form = guessForm(plan);
  if (form !== "plan") return readUnapproved(plan, form, toolbox);
  const checked = validatePlan(plan, toolbox, { parameters: parameterSchema(parameters) });
  const faults = parameterFaults(parameters, checked.ok ? checked.value.spelling : "braces");
  return faults.length === 0 ? checked : refused(...faults, ...(checked.ok ? [] : checked.issues));
}

async function readSaved(
  store: Store,
  { tenant, name, version }: { tenant: string; name: string; version: number | undefined },
): Promise<SavedPlan> {
  const key =
    version === undefined ? { kind: kinds.latest, id: name } : { kind: kinds.version, id: versionId(name, version) };
  const record = await store.record({ tenant, ...key });
  const what = version === undefined ? `plan ${name}` : `version ${version} of the plan ${name}`;
  if (record === undefined) throw new PlanwrightError("NOT_FOUND", { message: `There is no ${what}.` });
  return SavedPlan.parse(record.body);
}

async function writeSaved(
  store: Store,
  { tenant, saved, was }: { tenant: string; saved: SavedPlan; was: number },
): Promise<void> {
  const { name, version } = saved;
  const body = toJson(saved);
  try {
    await store.write((tx) => {
      tx.putRecord({ tenant, kind: kinds.latest, id: name, body }, was);
      tx.putRecord({ tenant, kind: kinds.version, id: versionId(name, version), group: name, body }, 0);
    });
  } catch (error) {
    if (!isConflict(error)) throw error;
    throw new PlanwrightError("CONFLICT", { message: `Somebody else saved ${name} at the same time.` });
  }
}

function versionId(name: string, version: number): string {
  return `${name}@${String(version).padStart(6, "0")}`;
}

function contentOf({ description, parameters, plan }: Pick<SavedPlan, "description" | "parameters" | "plan">): Json {
  return toJson({ description, parameters, plan });
}

function sameContent(a: SavedPlan, b: Parameters<typeof contentOf>[0]): boolean {
  return canonicalText(contentOf(a)) === canonicalText(contentOf(b));
}

function toRow({ plan, ...row }: SavedPlan): SavedPlanRow {
  return { ...row, steps: Array.isArray(plan["steps"]) ? plan["steps"].length : 0 };
}

function valid<T>(checked: CheckResult<T>, code: "INVALID_PLAN" | "INVALID_INPUT"): T {
  if (checked.ok) return checked.value;
  throw new PlanwrightError(code, { issues: checked.issues });
}
