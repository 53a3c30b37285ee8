import { openSharedFile, type SharedFile } from "./shared-file.ts";
import { seedWorkspace } from "./seed/seed-workspace.ts";
import { Workspace } from "./workspace.ts";

type WorkspaceParts = {
  /** When it is opened for the first time: what is overdue is overdue from there. */
  now: number;
  /** In memory where it is not given. */
  file?: string;
};

/** The demo's workspace: writes persist across processes. */
export function openWorkspace({ now, file }: WorkspaceParts): SharedFile<Workspace> {
  return openSharedFile({ schema: Workspace, seed: () => seedWorkspace(now), file });
}
