import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../../runtime/telemetry/log.ts";
import { type OtlpExport, startOtlpExport } from "../../runtime/telemetry/otlp-export.ts";
import { MissingPackageError } from "../../ports/optional-package.ts";
import { type OpenPlanwright, openPlanwright } from "../../runtime/open-planwright.ts";
import { cassetteOf } from "./cassette.ts";
import { type ExitCode, flag, type Invocation, text } from "../command.ts";
import { refuseDocument } from "../input/document.ts";
import { folderOf, type OpenedWorkspace, withOpened } from "./working-folder.ts";

/** Opens the whole service of the workspace. */
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
    // A replay must not write to the configured database either.
    const place =
      dataFolder === undefined ? here : { ...here, dataFolder, env: { ...here.env, DATABASE_URL: undefined } };
    const telemetry = await startTelemetry(invocation);
    try {
      const opened = await openPlanwright({ ...place, ...tape, log });
      return await withOpened(invocation, opened.ok ? { ok: true, value: withProblems(opened.value) } : opened, work);
    } finally {
      await telemetry?.stop();
    }
  });
}

/** A missing package must not keep a server from starting: the variables are often set for a whole machine. */
function startTelemetry({ io }: Invocation): Promise<OtlpExport | undefined> {
  return startOtlpExport(io.env).catch((error: unknown) => {
    if (!(error instanceof MissingPackageError)) throw error;
    io.err(`note: no telemetry is exported: ${error.message}\n`);
    return undefined;
  });
}

function withProblems(planwright: OpenPlanwright): OpenPlanwright & OpenedWorkspace {
  return { ...planwright, problems: planwright.toolbox.problems };
}

/** Replayed calls did not happen, so their data goes to a temporary folder that is deleted afterwards. */
async function inReplayFolder(
  invocation: Invocation,
  work: (folder: string | undefined) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (text(invocation, "replay") === undefined) return work(undefined);
  const folder = mkdtempSync(join(tmpdir(), "planwright-replay-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
