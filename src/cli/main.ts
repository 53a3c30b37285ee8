import { resolve } from "node:path";
import { exit, type ExitCode, type Invocation, type Io } from "./command.ts";
import { commands } from "./commands/index.ts";
import { explain } from "./explain-error.ts";
import { help } from "./help.ts";
import { parse, type Parsed } from "./parse.ts";
import { withProgress } from "./progress.ts";
import { withSecretFiles } from "./secret-files.ts";
import { dataFolderOf } from "./working-folder.ts";

/** Runs one command line and says how it ended. Everything it touches comes in through `io`. */
export async function main(words: readonly string[], io: Io): Promise<ExitCode> {
  let invocation: Invocation = { args: [], values: {}, io };
  try {
    const parsed = await parse(commands, words, { ...io, env: withSecretFiles(io.env) });
    if (parsed.kind === "run") {
      ({ invocation } = parsed);
      return await watched(parsed);
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

/** Whoever waits at a terminal sees that it goes on, unless the command waits for what they type. */
function watched({ command, handler, invocation }: Extract<Parsed, { kind: "run" }>): Promise<ExitCode> {
  const { io, args, values } = invocation;
  const isTyped = [...args, ...Object.values(values)].includes("-");
  if (io.line === undefined || command.staysOn === true || isTyped) return handler(invocation);
  return withProgress(io, command.name, () => handler(invocation));
}

/** Before `--`: what follows it is no option. */
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
  const { code, message, ends } = explain(error, { dataFolder, hasDatabase: (io.env["DATABASE_URL"] ?? "") !== "" });
  io.err(`planwright: ${message}\n`);
  if (json) io.out(`${JSON.stringify({ issues: [{ code, pointer: "", message }] })}\n`);
  return ends;
}
