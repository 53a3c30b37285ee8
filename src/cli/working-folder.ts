import type { CheckResult } from "../plan/check-result.ts";
import { type ExitCode, type Invocation, text } from "./command.ts";
import { refuseDocument } from "./document.ts";

export function dataFolderOf(invocation: Invocation): string {
  return text(invocation, "data") ?? invocation.io.env["PLANWRIGHT_DATA"] ?? ".planwright";
}

/** Where the command works, in the words of everything that opens a folder. */
export function folderOf(invocation: Invocation) {
  const configFile = text(invocation, "config");
  const dataFolder = dataFolderOf(invocation);
  return { folder: ".", ...(configFile !== undefined && { configFile }), dataFolder, env: invocation.io.env };
}

export type Opened = { problems: readonly { place: string; message: string }[]; stop(): Promise<void> };

/** Lets the command work with what was opened, and closes it whatever happens; or says what is wrong with the folder. */
export async function withOpened<T extends Opened>(
  invocation: Invocation,
  opened: CheckResult<T>,
  work: (value: T) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!opened.ok) return refuseDocument(invocation, "", opened.issues);
  for (const { place, message } of opened.value.problems) invocation.io.err(`warning: ${place}: ${message}\n`);
  try {
    return await work(opened.value);
  } finally {
    await opened.value.stop();
  }
}
