import { countOf } from "../../output/count-of.ts";
import { ReplayMode, type ReplayReport } from "../../../contracts/determinism/replay.ts";
import type { RegisteredPlanner } from "../../../planners/registry.ts";
import { createPlanning, withPlannerNote } from "../../../runtime/planning/planning.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { readPlanningResources } from "../planning/planning-resources.ts";
import { exit, type Handler, type Invocation, print, text, UsageError } from "../../command.ts";
import { withRuns } from "../../workspace/local-runs.ts";
import { printIssues } from "./runs.ts";

/** Exit 0 if the replay matches the record, 4 if it differs. */
export const replay: Handler = async (invocation) => {
  const mode = ReplayMode.safeParse(text(invocation, "mode") ?? "dry_run");
  if (!mode.success) throw new UsageError(`--mode must be one of ${ReplayMode.options.join(", ")}`);
  return withRuns(invocation, async (local) => {
    const { tenant, caller, runs } = local;
    const [runId = ""] = invocation.args;
    if (mode.data === "full_replay") await local.start();
    const report = await runs.replay({ tenant, runId, mode: mode.data, caller, signal: invocation.io.signal });
    if (!report.ok) return printIssues(invocation, report.issues);
    const value = withPlannerNote(report.value, await installedPlanners(invocation));
    print(invocation, value, reportText(value));
    return value.matches ? exit.ok : exit.replayMismatch;
  });
};

async function installedPlanners(invocation: Invocation): Promise<readonly RegisteredPlanner[]> {
  const resources = await readPlanningResources(invocation, undefined);
  return createPlanning({ clock: systemClock, packs: "issues" in resources ? [] : resources.packs }).list();
}

export function reportText(report: ReplayReport): string {
  const note = report.note === undefined ? "" : `${report.note}\n`;
  const what = `${note}${report.mode} of ${report.run_id}: ${countOf(report.steps_compared, "step")}`;
  if (report.matches) return `${what}, all as recorded\n`;
  const { step_id: step, aspect, recorded, replayed } = report.first_divergence;
  const more = report.divergences.length - 1;
  return [
    `${what}, first divergence at ${step}: ${aspect}\n`,
    `  recorded ${JSON.stringify(recorded)}\n  replayed ${JSON.stringify(replayed)}\n`,
    ...(more > 0 ? [`  and ${more} more (--json shows all)\n`] : []),
  ].join("");
}
