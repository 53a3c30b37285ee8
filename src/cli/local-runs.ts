import { openLocalRuns } from "../runtime/local-runs.ts";
import type { OpenRuns } from "../runtime/runs.ts";
import { type ExitCode, flag, type Invocation } from "./command.ts";
import { type CliToolbox, dataFolder, withToolbox } from "./local-toolbox.ts";

export type LocalRuns = OpenRuns & { toolbox: CliToolbox["registry"]["toolbox"]; tenant: string; caller: string };

/** Opens the runs of the data folder, lets the command work with them, and closes them whatever happens. */
export async function withRuns(
  invocation: Invocation,
  work: (local: LocalRuns) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { io } = invocation;
  const say = (message: string, fields: object = {}): void => io.err(`${message} ${JSON.stringify(fields)}\n`);
  const quiet = (): void => undefined;
  const debug = flag(invocation, "verbose") ? say : quiet;
  return withToolbox(invocation, async ({ verbs, registry, tenant }) => {
    const log = { debug, info: debug, warn: say, error: say };
    const open = openLocalRuns({ folder: dataFolder(invocation), log, verbs });
    // Timers of the engine keep no process alive; a run that rests between two attempts must.
    const alive = setInterval(quiet, 2 ** 30);
    try {
      return await work({ ...open, toolbox: (whose) => registry.toolbox(whose), tenant, caller: "cli" });
    } finally {
      clearInterval(alive);
      await open.stop();
    }
  });
}
