import { createLog } from "../runtime/log.ts";
import { type OpenPlanwright, openPlanwright } from "../runtime/open-planwright.ts";
import { cassetteOf } from "./cassette.ts";
import { type ExitCode, flag, type Invocation } from "./command.ts";
import { refuseDocument } from "./document.ts";
import { inReplayFolder } from "./replay-folder.ts";
import { folderOf, type Opened, withOpened } from "./working-folder.ts";

/** The whole of the working folder. */
export async function withPlanwright(
  invocation: Invocation,
  work: (planwright: OpenPlanwright) => Promise<ExitCode>,
): Promise<ExitCode> {
  const level = flag(invocation, "verbose") ? "debug" : "warn";
  const log = createLog({ write: (line) => invocation.io.err(line), level });
  const cassette = cassetteOf(invocation);
  if (!cassette.ok) return refuseDocument(invocation, "", cassette.issues);
  const tape = cassette.value === undefined ? {} : { cassette: cassette.value };
  return inReplayFolder(invocation, async (dataFolder) => {
    const here = folderOf(invocation);
    // Nor in the database that the process was given.
    const place =
      dataFolder === undefined ? here : { ...here, dataFolder, env: { ...here.env, DATABASE_URL: undefined } };
    const opened = await openPlanwright({ ...place, ...tape, log });
    return withOpened(invocation, opened.ok ? { ok: true, value: withProblems(opened.value) } : opened, work);
  });
}

function withProblems(planwright: OpenPlanwright): OpenPlanwright & Opened {
  return { ...planwright, problems: planwright.toolbox.problems };
}
