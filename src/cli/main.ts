import { exit, type ExitCode, type Io, UsageError } from "./command.ts";
import { commands } from "./commands/index.ts";
import { help } from "./help.ts";
import { parse } from "./parse.ts";
import { isStoreAway } from "../runtime/is-store-away.ts";

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
  const { code, ends } = kindOf(error);
  io.err(`planwright: ${message}${ends === exit.dependency ? ". See planwright doctor." : ""}\n`);
  if (json) io.out(`${JSON.stringify({ issues: [{ code, pointer: "", message }] })}\n`);
  return ends;
}

function kindOf(error: unknown): { code: string; ends: ExitCode } {
  if (error instanceof UsageError) return { code: "USAGE", ends: exit.usage };
  if (isStoreAway(error)) return { code: "DEPENDENCY_DOWN", ends: exit.dependency };
  return { code: "INTERNAL", ends: exit.failed };
}
