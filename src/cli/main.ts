import { resolve } from "node:path";
import { exit, type ExitCode, type Invocation, type Io } from "./command.ts";
import { commands } from "./commands/index.ts";
import { explainError } from "./output/explain-error.ts";
import { help } from "./help.ts";
import { parse, type ParsedCommand } from "./parse.ts";
import { withProgress } from "./output/progress.ts";
import { withSecretFiles } from "./input/secret-files.ts";
import { dataFolderOf } from "./workspace/working-folder.ts";

/** Runs one command line and returns its exit code. All input and output goes through `io`. */
export async function main(words: readonly string[], io: Io): Promise<ExitCode> {
  let invocation: Invocation = { args: [], values: {}, io };
  try {
    const parsed = await parse(commands, words, { ...io, env: withSecretFiles(io.env) });
    if (parsed.kind === "run") {
      ({ invocation } = parsed);
      return await runWithProgress(parsed);
    }
    io.out(
      parsed.kind === "help"
        ? help(commands, parsed.path)
        : `${(await import("../runtime/version.ts")).packageVersion}\n`,
    );
    return exit.ok;
  } catch (error) {
    return report(error, invocation, asksForJson(words));
  }
}

/** Shows progress on a terminal, unless the command reads standard input. */
function runWithProgress({ command, handler, invocation }: Extract<ParsedCommand, { kind: "run" }>): Promise<ExitCode> {
  const { io, args, values } = invocation;
  const isTyped = [...args, ...Object.values(values)].includes("-");
  if (io.showLine === undefined || command.isLongRunning === true || isTyped) return handler(invocation);
  return withProgress(io, command.name, () => handler(invocation));
}

/** Options end at `--`. */
function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return (end === -1 ? words : words.slice(0, end)).includes("--json");
}

function report(error: unknown, invocation: Invocation, json: boolean): ExitCode {
  const { io } = invocation;
  if (io.signal.aborted) {
    io.err("planwright: stopped\n");
    return exit.failed;
  }
  const dataFolder = resolve(dataFolderOf(invocation));
  const {
    code,
    message,
    exitCode: ends,
  } = explainError(error, { dataFolder, hasDatabase: (io.env["DATABASE_URL"] ?? "") !== "" });
  io.err(`planwright: ${message}\n`);
  if (json) io.out(`${JSON.stringify({ issues: [{ code, pointer: "", message }] })}\n`);
  return ends;
}
