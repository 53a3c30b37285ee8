import { compact } from "../../../plan/compact.ts";
import { loadConfiguredPacks } from "../../../runtime/config/configured-packs.ts";
import { createActionPlanner } from "../../../planners/actions/create-action-planner.ts";
import { exit, type Handler } from "../../command.ts";
import { refuseDocument } from "../../input/document.ts";
import { withToolbox } from "../../workspace/local-toolbox.ts";
import { settingOf } from "./planning-input.ts";
import { readGoal } from "./plan.ts";
import { silentLog } from "../../../ports/log.ts";

/** Prints the action plan, using the tools of the workspace for lookups. Exit 1 if input is missing. Writes nothing. */
export const planActions: Handler = (invocation) =>
  withToolbox(invocation, async ({ verbs, tenant, config, folder }) => {
    const { io } = invocation;
    const packs = loadConfiguredPacks({ config, folder });
    if (!packs.ok) return refuseDocument(invocation, "planwright.yaml", packs.issues);
    const { now, zone, locale } = settingOf(invocation);
    const planner = createActionPlanner({ packs: packs.value, verbs, log: silentLog });
    const asked = compact({ text: await readGoal(invocation), now, zone, tenant, locale });
    const plan = await planner.plan(asked, { signal: io.signal });
    io.out(`${JSON.stringify(plan, null, 2)}\n`);
    return plan.actions.length > 0 ? exit.ok : exit.failed;
  });
