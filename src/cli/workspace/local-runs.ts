import { createChildPlans } from "../../runtime/saved-plans/saved-plans.ts";
import { createToolbox, type Toolbox } from "../../plan/tool-spec.ts";
import type { BackendLocation } from "../../runtime/storage/backend.ts";
import { type OpenRuns, openRuns } from "../../runtime/runs.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { toolSpecOf } from "../../tools/tool-spec-of.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { withToolbox } from "./local-toolbox.ts";
import { inReplayFolder } from "./replay-folder.ts";
import { dataFolderOf } from "./working-folder.ts";
import { silentLog } from "../../ports/log.ts";

export type LocalRuns = OpenRuns & { toolbox: (tenant?: string) => Toolbox; tenant: string; caller: string };

/** Opens the runs of the workspace and the tools they need. */
export async function withRuns(
  invocation: Invocation,
  work: (local: LocalRuns) => Promise<ExitCode>,
): Promise<ExitCode> {
  const say = (message: string, fields: object = {}): void =>
    invocation.io.err(`${message} ${JSON.stringify(fields)}\n`);
  const log = { ...silentLog, warn: say, error: say };
  return withToolbox(invocation, ({ verbs, tenant }) =>
    inRunsFolder(invocation, async (place) => {
      const childPlans = createChildPlans({ store: () => open.store, verbs });
      const open: OpenRuns = openRuns({ ...place, verbs, log, clock: systemClock, childPlans });
      const toolbox = (whose?: string): Toolbox => createToolbox(verbs.list(whose).map(toolSpecOf));
      try {
        return await work({ ...open, toolbox, tenant, caller: "cli" });
      } finally {
        await open.stop();
      }
    }),
  );
}

/** Runs are stored in the workspace, or in a temporary folder during a replay. */
function inRunsFolder(invocation: Invocation, work: (place: BackendLocation) => Promise<ExitCode>): Promise<ExitCode> {
  return inReplayFolder(invocation, (folder) =>
    work(folder === undefined ? { folder: dataFolderOf(invocation), env: invocation.io.env } : { folder }),
  );
}
