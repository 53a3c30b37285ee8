import { readFile, writeFile } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import { buffer as readAll } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { exit, type Io } from "./command.ts";
import { main } from "./main.ts";
import { stopSignal } from "./stop-signal.ts";
import { createTerminal } from "./terminal.ts";

/** Runs the process's own command line on its own streams. */
export async function runProcess(process: NodeJS.Process): Promise<void> {
  let isOutputLost = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // A reader that went away (`planwright … | head`) is no failure of ours.
    if (error.code === "EPIPE" || isOutputLost) return;
    isOutputLost = true;
    process.stderr.write(`planwright: the output cannot be written: ${error.message}\n`);
    process.exitCode = exit.failed;
  });
  // A service goes on when nobody reads its log any more.
  process.stderr.on("error", () => undefined);
  sayWarnings(process);
  // npm runs a script at the root of its package; whoever typed `npm run planwright` stands in a folder of their own.
  const { npm_lifecycle_event: script, INIT_CWD: typedIn } = process.env;
  if (script === "planwright" && typedIn !== undefined) process.chdir(typedIn);
  const code = await main(process.argv.slice(2), processIo(process));
  process.exitCode = isOutputLost ? exit.failed : code;
}

/** As Node says them, but for one: Node 22 calls the SQLite it has experimental, at every start. */
function sayWarnings(process: NodeJS.Process): void {
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
    ...createTerminal(stdout, stderr),
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
