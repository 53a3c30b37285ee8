import { compact } from "../../contracts/compact.ts";
import type { Client } from "../../client/index.ts";
import type {
  KeepApproval,
  KeptApprovalView,
  PlanSchedule,
  PlanScheduleInput,
  RunSavedPlan,
  SavedPlan,
  SavedPlanDiff,
  SavedPlanInput,
  SavedPlanList,
  SavedPlanView,
} from "../../contracts/api/plans.ts";
import type { PlanPreview } from "../../contracts/api/run.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { JsonObject } from "../../plan/json.ts";
import { Plan } from "../../plan/plan.ts";
import type { OpenPlanwright } from "../../runtime/open-planwright.ts";
import { viewPlan } from "../../runtime/saved-plans/view-plan.ts";
import { type ExitCode, type Invocation, print, text } from "../command.ts";
import { follow } from "../commands/runs/run.ts";
import { withAccess } from "./local-planwright.ts";

/** Saved plans for the commands, local or remote. */
type PlansAccess = {
  list(limit: number): Promise<SavedPlanList>;
  get(name: string, version?: number): Promise<SavedPlanView>;
  put(name: string, input: SavedPlanInput): Promise<SavedPlan>;
  diff(name: string, from: number, to?: number): Promise<SavedPlanDiff>;
  schedule(name: string, schedule: PlanScheduleInput): Promise<PlanSchedule>;
  unschedule(name: string): Promise<PlanSchedule>;
  approve(name: string, approval: KeepApproval): Promise<KeptApprovalView>;
  revoke(name: string, reason: string): Promise<KeptApprovalView>;
  /** Starts the plan, follows it in this process, and prints it. */
  run(name: string, request: RunSavedPlan): Promise<ExitCode>;
  /** What the plan would do now. */
  preview(name: string, request: RunSavedPlan): Promise<PlanPreview>;
};

export function withPlans(invocation: Invocation, work: (plans: PlansAccess) => Promise<ExitCode>): Promise<ExitCode> {
  const access = {
    local: (planwright: OpenPlanwright) => localAccess(invocation, planwright),
    remote: (client: Client) => remoteAccess(invocation, client),
    list: "plans list",
  };
  return withAccess(invocation, access, work);
}

function localAccess(invocation: Invocation, planwright: OpenPlanwright): PlansAccess {
  const { savedPlans, planSchedules, runs, start } = planwright;
  const tenant = text(invocation, "tenant") ?? "local";
  const caller = { tenant, by: "cli" };
  return {
    list: (limit) => savedPlans.list(tenant, { limit }),
    get: (name, version) => viewPlan(planwright, { tenant, name }, version),
    schedule: (name, schedule) => planSchedules.put({ ...caller, name }, schedule),
    unschedule: (name) => planSchedules.remove({ tenant, name }),
    approve: (name, approval) => savedPlans.approve(caller, name, approval),
    revoke: (name, reason) => savedPlans.revokeApproval(caller, name, reason),
    put: (name, input) => savedPlans.put(caller, name, input),
    diff: (name, from, to) => savedPlans.diff(tenant, name, { from, to }),
    async preview(name, request) {
      const previewed = await runs.preview({
        tenant,
        caller: caller.by,
        plan: Plan.parse(planThatRuns(name, request)),
        signal: invocation.io.signal,
      });
      if (previewed.ok) return previewed.value;
      throw new PlanwrightError("INVALID_PLAN", { issues: previewed.issues });
    },
    async run(name, request) {
      const { id } = await savedPlans.run(caller, name, request);
      return follow(invocation, { tenant, caller: caller.by, runs, start: () => start() }, id);
    },
  };
}

function remoteAccess(invocation: Invocation, client: Client): PlansAccess {
  return {
    list: (limit) => client.listPlans({ query: { limit } }),
    get: (name, version) => client.getPlan({ params: { name }, query: version === undefined ? {} : { version } }),
    schedule: (name, body) => client.schedulePlan({ params: { name }, body }),
    unschedule: (name) => client.unschedulePlan({ params: { name } }),
    approve: (name, body) => client.keepApproval({ params: { name }, body }),
    revoke: (name, reason) => client.revokeApproval({ params: { name }, body: { reason } }),
    put: (name, body) => client.putPlan({ params: { name }, body }),
    diff: (name, from, to) => client.diffPlan({ params: { name }, query: compact({ from, to }) }),
    preview: (name, request) => client.previewRun({ body: planThatRuns(name, request) }),
    async run(name, body) {
      const run = await client.runPlan({ params: { name }, body });
      return print(invocation, run, `run ${run.run_id}\n`);
    },
  };
}

/** A plan whose only step runs the saved plan: its dry run shows the steps of that. */
function planThatRuns(name: string, { version, parameters }: RunSavedPlan): JsonObject {
  const step = { id: "plan", kind: "plan", plan: name, parameters, ...compact({ version }) };
  return { steps: [step] };
}
