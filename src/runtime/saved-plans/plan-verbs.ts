import { z } from "zod";
import { PlanName } from "../../contracts/api/plans.ts";
import { compact } from "../../plan/compact.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import { Timestamp } from "../../contracts/timestamp.ts";
import { JsonObject, toJson } from "../../plan/json.ts";
import type { Tool, ToolContext } from "../../tools/tool.ts";
import { defineTool } from "../../tools/define-tool.ts";
import { ToolError } from "../../tools/tool-error.ts";
import type { ChangePreview } from "../../ports/verbs.ts";
import type { PlanSchedules } from "./plan-schedules.ts";
import { type PlannedWrite, planVerbs } from "./planned-writes.ts";
import type { SavedPlans } from "./saved-plans.ts";

const RunPlanArgs = z.strictObject({ name: PlanName, version: z.int().positive(), parameters: JsonObject });

const SchedulePlanArgs = z.strictObject({
  name: PlanName,
  description: z.string(),
  cron: z.string(),
  timezone: z.string(),
  max_runs: z.int().positive(),
  until: Timestamp,
  plan: JsonObject,
});

type PlanVerbParts = { savedPlans: () => SavedPlans; planSchedules: () => PlanSchedules };

/** Verbs for what people ask about saved plans in words. Their Draft shows the writes; who approves it approves those. */
export function createPlanVerbs({ savedPlans, planSchedules }: PlanVerbParts): Tool[] {
  const shared = { effect: "additive", retryClass: "keyed", tenants: ["*"], isUnplanned: true } as const;
  return [
    defineTool({
      ...shared,
      name: planVerbs.run,
      description: "Run a saved plan with these values.",
      input: RunPlanArgs,
      output: z.strictObject({ run_id: z.string() }),
      run: ({ name, version, parameters }, context) =>
        refusing(async () => {
          const request = { version, parameters, idempotencyKey: context.effectKey, approvedBy: context.approvedBy };
          return { run_id: (await savedPlans().run(callerOf(context), name, request)).id };
        }),
      previewChange: async (args, { tenant = "" }) =>
        previewOf(args, () => savedPlans().writes(tenant, args.name, args)),
    }),
    defineTool({
      ...shared,
      name: planVerbs.schedule,
      description: "Save a plan and run it on a schedule.",
      input: SchedulePlanArgs,
      output: z.strictObject({ name: z.string(), version: z.int(), next_run: z.string().nullable() }),
      run: ({ name, description, plan, cron, timezone, max_runs, until }, context) =>
        refusing(async () => {
          const caller = callerOf(context);
          const { version } = await savedPlans().put(caller, name, { plan, description, parameters: {} });
          if (context.approvedBy !== undefined)
            await approve(
              savedPlans(),
              { ...caller, by: context.approvedBy, isApproved: true },
              { name, version, max_runs, until },
            );
          const schedule = { cron, timezone, overlap: "skip", catchup: "none", version, parameters: {} } as const;
          const { next_runs: next } = await planSchedules().put({ ...caller, name }, schedule);
          return { name, version, next_run: next[0] ?? null };
        }),
      previewChange: async ({ plan, ...args }, { tenant = "" }) =>
        previewOf(args, async () => savedPlans().writesOf(tenant, plan)),
    }),
  ];
}

/** The calls that an approval of such a call covers, or why there would be none. */
async function previewOf(args: JsonObject, writesOf: () => Promise<PlannedWrite[]>): Promise<ChangePreview> {
  try {
    return { before: {}, after: { ...args, [writesField]: toJson(await writesOf()) }, isWhole: false };
  } catch (error) {
    if (!(error instanceof PlanwrightError)) throw error;
    return { before: {}, after: args, isWhole: false, missing: reasonOf(error) };
  }
}

/** The part of the preview that lists the writes. */
export const writesField = "writes";

type ApprovalBounds = { name: string; version: number; max_runs: number; until: string };

/** A plan that only reads needs none. */
async function approve(
  plans: SavedPlans,
  by: Parameters<SavedPlans["approve"]>[0],
  { name, ...bounds }: ApprovalBounds,
) {
  try {
    await plans.approve(by, name, bounds);
  } catch (error) {
    if (!(error instanceof PlanwrightError && error.code === "INVALID_INPUT")) throw error;
  }
}

function callerOf({ tenant = "", principal, caller }: ToolContext): { tenant: string; by: string } {
  return { tenant, by: principal ?? caller };
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PlanwrightError)) throw error;
    throw new ToolError("tool_failed", reasonOf(error), compact({ cause: error }));
  }
}

function reasonOf({ issues, message }: PlanwrightError): string {
  return issues?.map((issue) => issue.message).join("; ") ?? message;
}
