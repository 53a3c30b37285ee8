import { createLog } from "../runtime/log.ts";
import { type OpenPlanwright, openPlanwright } from "../runtime/open-planwright.ts";
import { type ExitCode, flag, type Invocation } from "./command.ts";
import { folderOf, type Opened, withOpened } from "./working-folder.ts";

/** The whole of the working folder. */
export async function withPlanwright(
  invocation: Invocation,
  work: (planwright: OpenPlanwright) => Promise<ExitCode>,
): Promise<ExitCode> {
  const level = flag(invocation, "verbose") ? "debug" : "warn";
  const log = createLog({ write: (line) => invocation.io.err(line), level });
  const opened = await openPlanwright({ ...folderOf(invocation), log });
  return withOpened(invocation, opened.ok ? { ok: true, value: withProblems(opened.value) } : opened, work);
}

function withProblems(planwright: OpenPlanwright): OpenPlanwright & Opened {
  return { ...planwright, problems: planwright.toolbox.problems };
}
