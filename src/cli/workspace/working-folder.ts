import { compact } from "../../plan/compact.ts";
import type { CheckResult } from "../../plan/check-result.ts";
import { type Backend, openBackend } from "../../runtime/storage/backend.ts";
import { type ExitCode, type Invocation, text } from "../command.ts";
import { refuseDocument } from "../input/document.ts";

export function dataFolderOf(invocation: Invocation): string {
  return text(invocation, "data") ?? invocation.io.env["PLANWRIGHT_DATA"] ?? ".planwright";
}

/** The folders and environment of the command. */
export function folderOf(invocation: Invocation) {
  const configFile = text(invocation, "config");
  const dataFolder = dataFolderOf(invocation);
  return compact({ folder: ".", configFile, dataFolder, env: invocation.io.env });
}

/** Opens the data of the workspace, without the service, and closes it. */
export async function withBackend<T>(invocation: Invocation, work: (backend: Backend) => Promise<T>): Promise<T> {
  const backend = openBackend({ folder: dataFolderOf(invocation), env: invocation.io.env });
  return work(backend).finally(() => backend.close());
}

export type OpenedWorkspace = { problems: readonly { source: string; message: string }[]; stop(): Promise<void> };

/** Runs the command with the opened workspace and always closes it, or prints what is wrong with it. */
export async function withOpened<T extends OpenedWorkspace>(
  invocation: Invocation,
  opened: CheckResult<T>,
  work: (value: T) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!opened.ok) return refuseDocument(invocation, "", opened.issues);
  for (const { source, message } of opened.value.problems) invocation.io.err(`warning: ${source}: ${message}\n`);
  try {
    return await work(opened.value);
  } finally {
    await opened.value.stop();
  }
}
