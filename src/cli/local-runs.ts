import { createToolbox, type Toolbox } from "../plan/tool-spec.ts";
import type { BackendPlace } from "../runtime/backend.ts";
import { type OpenRuns, openRuns } from "../runtime/runs.ts";
import { systemClock } from "../runtime/system-clock.ts";
import { toolSpecOf } from "../runtime/verbs.ts";
import type { ExitCode, Invocation } from "./command.ts";
import { withToolbox } from "./local-toolbox.ts";
import { inReplayFolder } from "./replay-folder.ts";
import { dataFolderOf } from "./working-folder.ts";

export type LocalRuns = OpenRuns & { toolbox: (tenant?: string) => Toolbox; tenant: string; caller: string };

/** The runs of the working folder, with the tools to carry them out. */
export async function withRuns(
  invocation: Invocation,
  work: (local: LocalRuns) => Promise<ExitCode>,
): Promise<ExitCode> {
  const say = (message: string, fields: object = {}): void =>
    invocation.io.err(`${message} ${JSON.stringify(fields)}\n`);
  const quiet = (): void => undefined;
  const log = { debug: quiet, info: quiet, warn: say, error: say };
  return withToolbox(invocation, ({ verbs, tenant }) =>
    inRunsFolder(invocation, async (place) => {
      const open = openRuns({ ...place, verbs, log, clock: systemClock });
      const toolbox = (whose?: string): Toolbox => createToolbox(verbs.list(whose).map(toolSpecOf));
      // Timers of the engine keep no process alive; a run that rests between two attempts must.
      const alive = setInterval(quiet, 2 ** 30);
      try {
        return await work({ ...open, toolbox, tenant, caller: "cli" });
      } finally {
        clearInterval(alive);
        await open.stop();
      }
    }),
  );
}

/** Where runs are kept: in the working folder, or for the time of a replay in one of its own. */
function inRunsFolder(invocation: Invocation, work: (place: BackendPlace) => Promise<ExitCode>): Promise<ExitCode> {
  return inReplayFolder(invocation, (folder) =>
    work(folder === undefined ? { folder: dataFolderOf(invocation), env: invocation.io.env } : { folder }),
  );
}
