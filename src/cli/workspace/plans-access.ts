import type { Client } from "../../client/index.ts";
import type {
  RunSavedPlan,
  SavedPlan,
  SavedPlanDiff,
  SavedPlanInput,
  SavedPlanList,
} from "../../contracts/api/plans.ts";
import type { OpenPlanwright } from "../../runtime/open-planwright.ts";
import { exit, type ExitCode, type Invocation, text } from "../command.ts";
import { follow } from "../commands/runs/run.ts";
import { print } from "../remote/call-route.ts";
import { withAccess } from "./local-planwright.ts";

/** Saved plans for the commands, local or remote. */
export type PlansAccess = {
  list(limit: number): Promise<SavedPlanList>;
  get(name: string, version?: number): Promise<SavedPlan>;
  put(name: string, input: SavedPlanInput): Promise<SavedPlan>;
  diff(name: string, from: number, to?: number): Promise<SavedPlanDiff>;
  /** Starts the plan, follows it in this process, and prints it. */
  run(name: string, request: RunSavedPlan): Promise<ExitCode>;
};

export function withPlans(invocation: Invocation, work: (plans: PlansAccess) => Promise<ExitCode>): Promise<ExitCode> {
  const access = {
    local: (planwright: OpenPlanwright) => localAccess(invocation, planwright),
    remote: (client: Client) => remoteAccess(invocation, client),
  };
  return withAccess(invocation, access, work);
}

function localAccess(invocation: Invocation, planwright: OpenPlanwright): PlansAccess {
  const { savedPlans, runs, start } = planwright;
  const tenant = text(invocation, "tenant") ?? "local";
  const caller = { tenant, by: "cli" };
  return {
    list: (limit) => savedPlans.list(tenant, { limit }),
    get: (name, version) => savedPlans.get(tenant, name, version),
    put: (name, input) => savedPlans.put(caller, name, input),
    diff: (name, from, to) => savedPlans.diff(tenant, name, { from, to }),
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
    put: (name, body) => client.putPlan({ params: { name }, body }),
    diff: (name, from, to) => client.diffPlan({ params: { name }, query: { from, ...(to !== undefined && { to }) } }),
    async run(name, body) {
      const run = await client.runPlan({ params: { name }, body });
      print(invocation, run, `run ${run.run_id}\n`);
      return exit.ok;
    },
  };
}
