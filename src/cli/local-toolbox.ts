import { type LocalToolbox, openLocalToolbox } from "../runtime/local-toolbox.ts";
import { exit, type ExitCode, flag, type Invocation, text } from "./command.ts";
import { issueLine } from "./document.ts";

export function dataFolder(invocation: Invocation): string {
  return text(invocation, "data") ?? invocation.io.env["PLANWRIGHT_DATA"] ?? ".planwright";
}

export type CliToolbox = LocalToolbox & { tenant: string };

/** Opens the toolbox of the working folder, lets the command work with it, and closes it whatever happens. */
export async function withToolbox(
  invocation: Invocation,
  work: (toolbox: CliToolbox) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { io } = invocation;
  const configFile = text(invocation, "config");
  const quiet = (): void => undefined;
  const opened = await openLocalToolbox({
    folder: ".",
    ...(configFile === undefined ? {} : { configFile }),
    dataFolder: dataFolder(invocation),
    env: io.env,
    log: { debug: quiet, info: quiet, warn: quiet, error: (message) => io.err(`${message}\n`) },
  });
  if (!opened.ok) {
    // The messages open with file, line and column.
    io.err(opened.issues.map((issue) => issueLine("", issue).replace(/^[^:]*: /, "")).join(""));
    if (flag(invocation, "json")) io.out(`${JSON.stringify({ issues: opened.issues })}\n`);
    return exit.contract;
  }
  const toolbox = opened.value;
  for (const { place, message } of toolbox.problems) io.err(`warning: ${place}: ${message}\n`);
  try {
    return await work({ ...toolbox, tenant: text(invocation, "tenant") ?? "local" });
  } finally {
    await toolbox.stop();
  }
}
