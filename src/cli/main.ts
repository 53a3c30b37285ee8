import { exit, type ExitCode, type Io, UsageError } from "./command.ts";
import { commands } from "./commands/index.ts";
import { help } from "./help.ts";
import { parse } from "./parse.ts";

/** Runs one command line and says how it ended. Everything it touches comes in through `io`. */
export async function main(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const parsed = await parse(commands, words, io);
    if (parsed.kind === "run") return await parsed.handler(parsed.invocation);
    io.out(help(commands, parsed.path));
    return exit.ok;
  } catch (error) {
    return report(error, io);
  }
}

function report(error: unknown, io: Io): ExitCode {
  const message = error instanceof Error ? error.message : String(error);
  io.err(`planwright: ${message}\n`);
  return error instanceof UsageError ? exit.usage : exit.failed;
}
