import { exit, type ExitCode, type Io, UsageError } from "./command.ts";
import { commands } from "./commands/index.ts";
import { help } from "./help.ts";
import { parse } from "./parse.ts";

/** Runs one command line and says how it ended. Everything it touches comes in through `io`. */
export async function main(words: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const parsed = await parse(commands, words, io);
    if (parsed.kind === "run") return await parsed.handler(parsed.invocation);
    io.out(
      parsed.kind === "help"
        ? help(commands, parsed.path)
        : `${(await import("../runtime/version.ts")).packageVersion}\n`,
    );
    return exit.ok;
  } catch (error) {
    return report(error, io, asksForJson(words));
  }
}

/** Before `--`: what follows it is no option. */
function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end === -1 ? words : words.slice(0, end)).includes("--json");
}

function report(error: unknown, io: Io, json: boolean): ExitCode {
  if (io.signal.aborted) {
    io.err("planwright: stopped\n");
    return exit.failed;
  }
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError;
  io.err(`planwright: ${message}\n`);
  if (json) io.out(`${JSON.stringify({ issues: [{ code: isUsage ? "USAGE" : "INTERNAL", pointer: "", message }] })}\n`);
  return isUsage ? exit.usage : exit.failed;
}
