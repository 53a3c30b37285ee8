import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ExitCode, type Invocation, text } from "../command.ts";

/** Replayed calls did not happen, so their data goes to a temporary folder that is deleted afterwards. */
export async function inReplayFolder(
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
