import { StandingApproval, type StandingApprovalInput, type StandingApprovalView } from "../../contracts/api/plans.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { instantOf, timestampOf } from "../../contracts/timestamp.ts";
import { canonicalText } from "../../plan/canonical.ts";
import { type Json, type JsonObject, toJson } from "../../plan/json.ts";
import type { Plan } from "../../plan/plan.ts";
import { resolve } from "../../plan/resolve.ts";
import type { EffectClass } from "../../plan/step.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type { Origin } from "../../ports/run.ts";
import type { Store } from "../../ports/store.ts";

const kind = "plans.approval";
const counterOf = (approvalId: string): string => `plans.approval:${approvalId}`;

type ApprovalParts = { store: Store; clock: Clock; ids: Ids };
type PlanRef = { tenant: string; name: string };

/** Standing approvals of a plan version: a person approves its writes once, for runs within bounds. */
type StandingApprovals = {
  find(of: PlanRef): Promise<StandingApprovalView | undefined>;
  put(
    of: PlanRef & { by: string },
    approval: Omit<StandingApproval, "approval_id" | "by" | "at" | "revoked">,
  ): Promise<StandingApprovalView>;
  revoke(of: PlanRef & { by: string }, reason: string): Promise<StandingApprovalView>;
};

export function createStandingApprovals({ store, clock, ids }: ApprovalParts): StandingApprovals {
  const withUse = async (tenant: string, approval: StandingApproval): Promise<StandingApprovalView> => ({
    ...approval,
    runs: await store.counter(tenant, counterOf(approval.approval_id)),
  });
  const write = async ({ tenant, name }: PlanRef, approval: StandingApproval): Promise<StandingApprovalView> => {
    const was = (await store.record({ tenant, kind, id: name }))?.version ?? 0;
    await store.write((tx) => tx.putRecord({ tenant, kind, id: name, body: toJson(approval) }, was));
    return withUse(tenant, approval);
  };
  return {
    async find({ tenant, name }) {
      const found = await readApproval(store, { tenant, name });
      return found === undefined ? undefined : withUse(tenant, found);
    },
    put: ({ by, ...of }, approval) =>
      write(of, { ...approval, approval_id: ids.next(), by, at: timestampOf(clock.now()), revoked: null }),
    async revoke({ by, ...of }, reason) {
      const found = await readApproval(store, of);
      if (found === undefined || found.revoked !== null)
        throw new PlanwrightError("NOT_FOUND", { message: `There is no approval to revoke for the plan ${of.name}.` });
      return write(of, { ...found, revoked: { by, at: timestampOf(clock.now()), reason } });
    },
  };
}

async function readApproval(store: Store, { tenant, name }: PlanRef): Promise<StandingApproval | undefined> {
  const record = await store.record({ tenant, kind, id: name });
  return record === undefined ? undefined : StandingApproval.parse(record.body);
}

/** The writes of a plan, with its parameters filled in, that an approval may cover. Values of results are not known when a person approves. */
export function coveredWrites(
  plan: Plan,
  effectOf: (tool: string) => EffectClass | undefined,
  { results = false }: Pick<StandingApprovalInput, "results">,
): StandingApproval["writes"] {
  return plan.steps.flatMap((step) => {
    if (step.kind !== "tool" || effectOf(step.tool) === "read") return [];
    const isKnown = step.forEach === undefined && resolve(step.args, plan.spelling, () => undefined).ok;
    return results || isKnown ? [{ step_id: step.id, tool: step.tool }] : [];
  });
}

/** Why the approval does not cover a run with these values; undefined where it does. The count is checked when it starts. */
export function outsideApproval(
  approval: StandingApproval,
  { version, parameters, now }: { version: number; parameters: JsonObject; now: number },
): string | undefined {
  if (approval.revoked !== null) return `${approval.revoked.by} revoked the approval`;
  if (approval.version !== version) return `version ${approval.version} is approved, not ${version}`;
  if (now >= instantOf(approval.until)) return `the approval ended on ${approval.until}`;
  const names = new Set([...Object.keys(parameters), ...Object.keys(approval.parameters)]);
  const other = [...names].find(
    (name) => !approval.vary.includes(name) && !same(parameters[name], approval.parameters[name]),
  );
  return other === undefined ? undefined : `the value of ${other} is not the approved one`;
}

/** Counts the run of a plan against its approval, in the transaction that creates the run. */
export function reserveUse({ approval_id: id, max_runs: limit }: StandingApproval, tenant: string) {
  return { tenant, key: counterOf(id), add: 1, limit };
}

type StandingRuling = { by: string; rule: string; reason: string };

/** The approval that covers this call of a run, or why none does. */
export async function standingRuling(
  { store, clock }: Pick<ApprovalParts, "store" | "clock">,
  call: { tenant: string; tool: string; origin: Extract<Origin, { kind: "plan" }>; step: string | undefined },
): Promise<StandingRuling | undefined> {
  const { origin, tenant, tool, step } = call;
  if (origin.approvalId === undefined || step === undefined) return undefined;
  const approval = await readApproval(store, { tenant, name: origin.name });
  if (approval?.approval_id !== origin.approvalId) return undefined;
  if (outsideApproval(approval, { ...origin, now: clock.now() }) !== undefined) return undefined;
  if (!approval.writes.some((write) => write.step_id === step && write.tool === tool)) return undefined;
  return { by: approval.by, ...explainStandingApproval(origin.name, approval) };
}

export function explainStandingApproval(
  name: string,
  { version, by, at, until }: StandingApproval,
): Omit<StandingRuling, "by"> {
  const rule = `standing approval of ${name} v${version}`;
  return { rule, reason: `${by} approved the writes of ${name} v${version} on ${at}, until ${until}` };
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : canonicalText(a) === canonicalText(b);
}
