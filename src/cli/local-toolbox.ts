import { type LocalToolbox, openLocalToolbox } from "../runtime/local-toolbox.ts";
import { type ExitCode, type Invocation, text } from "./command.ts";
import { folderOf, withOpened } from "./working-folder.ts";

export type CliToolbox = LocalToolbox & { tenant: string };

/** The tools of the working folder. */
export async function withToolbox(
  invocation: Invocation,
  work: (toolbox: CliToolbox) => Promise<ExitCode>,
): Promise<ExitCode> {
  const quiet = (): void => undefined;
  const error = (message: string): void => invocation.io.err(`${message}\n`);
  const log = { debug: quiet, info: quiet, warn: quiet, error };
  const opened = await openLocalToolbox({ ...folderOf(invocation), log });
  const tenant = text(invocation, "tenant") ?? "local";
  return withOpened(invocation, opened, (toolbox) => work({ ...toolbox, tenant }));
}
