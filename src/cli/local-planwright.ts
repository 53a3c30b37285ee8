import { type OpenPlanwright, openPlanwright } from "../runtime/open-planwright.ts";
import { createLog } from "../runtime/log.ts";
import { exit, type ExitCode, flag, type Invocation, text } from "./command.ts";
import { issueLine } from "./document.ts";

/** Opens the whole of the working folder, lets the command work with it, and closes it whatever happens. */
export async function withPlanwright(
  invocation: Invocation,
  work: (planwright: OpenPlanwright) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { io } = invocation;
  const configFile = text(invocation, "config");
  const opened = await openPlanwright({
    folder: ".",
    ...(configFile !== undefined && { configFile }),
    dataFolder: dataFolderOf(invocation),
    env: io.env,
    log: createLog({ write: (line) => io.err(line), level: flag(invocation, "verbose") ? "debug" : "warn" }),
  });
  if (!opened.ok) {
    // The messages open with file, line and column.
    io.err(opened.issues.map((issue) => issueLine("", issue).replace(/^[^:]*: /, "")).join(""));
    return exit.contract;
  }
  const planwright = opened.value;
  for (const { place, message } of planwright.toolbox.problems) io.err(`warning: ${place}: ${message}\n`);
  try {
    return await work(planwright);
  } finally {
    await planwright.stop();
  }
}

export function dataFolderOf({ values, io }: Invocation): string {
  return typeof values["data"] === "string" ? values["data"] : (io.env["PLANWRIGHT_DATA"] ?? ".planwright");
}
