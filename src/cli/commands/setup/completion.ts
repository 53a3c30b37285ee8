import { type IdKind, knownIds } from "../../../runtime/storage/known-ids.ts";
import { exit, type Handler, type Invocation, text } from "../../command.ts";
import { completionScript, shells } from "../../completion/completion-script.ts";
import { idKinds } from "../../completion/completion-points.ts";
import { folderOf } from "../../workspace/working-folder.ts";
import { commands } from "../index.ts";

export const completion: Handler = async (invocation) => {
  const { io, args } = invocation;
  const kind = idKinds.find((one) => one === text(invocation, "ids"));
  const shell = shells.find((name) => name === args[0]) ?? shells[0];
  io.out(kind === undefined ? completionScript(shell, commands) : await idLines(invocation, kind));
  return exit.ok;
};

/** Completion never prints errors. */
async function idLines(invocation: Invocation, kind: IdKind): Promise<string> {
  const { folder: workspace, dataFolder: folder, env } = folderOf(invocation);
  const ids = await knownIds(kind, { workspace, folder, env }).catch(() => []);
  return ids.map((id) => `${id}\n`).join("");
}
