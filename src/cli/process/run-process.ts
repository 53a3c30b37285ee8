import { readFile, writeFile } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import { buffer as readAll } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { exit, type Io } from "../command.ts";
import { main } from "../main.ts";
import { stopSignal } from "./stop-signal.ts";
import { createTerminal } from "../output/terminal.ts";

/** Runs the command line of the process. */
export async function runProcess(process: NodeJS.Process): Promise<void> {
  let isOutputLost = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A closed pipe (`planwright … | head`) is not an error.
    if (error.code === "EPIPE" || isOutputLost) return;
    isOutputLost = true;
    process.stderr.write(`planwright: cannot write output: ${error.message}\n`);
    process.exitCode = exit.failed;
  });
  // A service continues if its log pipe closes.
  process.stderr.on("error", () => undefined);
  printWarnings(process);
  // npm runs scripts in the package root; `npm run planwright` must work in the folder of the user.
  const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
  if (script === "planwright" && typedIn !== undefined) process.chdir(typedIn);
  // Timers of the clock do not keep the process alive; a command that waits for one must not end early.
  const keepAlive = setInterval(() => undefined, 2 ** 30);
  const code = await main(process.argv.slice(2), processIo(process)).finally(() => clearInterval(keepAlive));
  process.exitCode = isOutputLost ? exit.failed : code;
}

/** Prints Node warnings, except that SQLite is experimental in Node 22. */
function printWarnings(process: NodeJS.Process): void {
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => {
    if (name === "ExperimentalWarning" && message.startsWith("SQLite")) return;
    process.stderr.write(`(node:${process.pid}) ${name}: ${message}\n`);
  });
}

function processIo(process: NodeJS.Process): Io {
  const { stdin, stdout, stderr, env } = process;
  const signal = stopSignal(process);
  return {
    ...createTerminal(stdout, stderr, env),
    read: async (path) => {
      if (path === "-") {
        if (stdin.readableEnded) throw new Error("standard input can be read once");
        return readAll(addAbortSignal(signal, stdin));
      }
      const bytes = await readFile(path);
      return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
    },
    write: (path, text) => writeFile(path, text),
    env,
    signal,
  };
}
