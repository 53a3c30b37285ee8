import { type OpenRuns, openRuns } from "../runtime/runs.ts";
import { systemClock } from "../runtime/system-clock.ts";
import type { ExitCode, Invocation } from "./command.ts";
import { type CliToolbox, withToolbox } from "./local-toolbox.ts";
import { dataFolderOf } from "./working-folder.ts";

export type LocalRuns = OpenRuns & { toolbox: CliToolbox["registry"]["toolbox"]; tenant: string; caller: string };

/** The runs of the working folder, with the tools to carry them out. */
export async function withRuns(
  invocation: Invocation,
  work: (local: LocalRuns) => Promise<ExitCode>,
): Promise<ExitCode> {
  const say = (message: string, fields: object = {}): void =>
    invocation.io.err(`${message} ${JSON.stringify(fields)}\n`);
  const quiet = (): void => undefined;
  const log = { debug: quiet, info: quiet, warn: say, error: say };
  return withToolbox(invocation, async ({ verbs, registry, tenant }) => {
    const open = openRuns({ folder: dataFolderOf(invocation), verbs, log, clock: systemClock });
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
