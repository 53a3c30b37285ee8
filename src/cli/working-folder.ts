import type { Checked } from "../plan/checked.ts";
import { exit, type ExitCode, flag, type Invocation, text } from "./command.ts";

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
  opened: Checked<T>,
  work: (value: T) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { io } = invocation;
  if (!opened.ok) {
    // The messages open with file, line and column.
    for (const { message, code, hint } of opened.issues)
      io.err(`${message} [${code}]\n${hint === undefined ? "" : `  ${hint}\n`}`);
    if (flag(invocation, "json")) io.out(`${JSON.stringify({ issues: opened.issues })}\n`);
    return exit.contract;
  }
  for (const { place, message } of opened.value.problems) io.err(`warning: ${place}: ${message}\n`);
  try {
    return await work(opened.value);
  } finally {
    await opened.value.stop();
  }
}
