import { compact } from "../../plan/compact.ts";
import { type LocalToolbox, openLocalToolbox } from "../../runtime/toolbox/local-toolbox.ts";
import { cassetteOf } from "./cassette.ts";
import { type ExitCode, type Invocation, text } from "../command.ts";
import { refuseDocument } from "../input/document.ts";
import { folderOf, withOpened } from "./working-folder.ts";
import { silentLog } from "../../ports/log.ts";

export type CliToolbox = LocalToolbox & { tenant: string };

/** Opens the tools of the workspace. */
export async function withToolbox(
  invocation: Invocation,
  work: (toolbox: CliToolbox) => Promise<ExitCode>,
): Promise<ExitCode> {
  const error = (message: string): void => invocation.io.err(`${message}\n`);
  const log = { ...silentLog, error };
  const cassette = cassetteOf(invocation);
  if (!cassette.ok) return refuseDocument(invocation, "", cassette.issues);
  const { value: tape } = cassette;
  const asked = text(invocation, "tenant");
  const opened = await openLocalToolbox(compact({ ...folderOf(invocation), log, cassette: tape, tenant: asked }));
  const tenant = asked ?? "local";
  return withOpened(invocation, opened, (toolbox) => work({ ...toolbox, tenant }));
}
