#!/usr/bin/env node
import { readFile, writeFile } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import { buffer as readAll } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { exit, type Io } from "./command.ts";
import { main } from "./main.ts";

let isOutputLost = false;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that went away (`planwright … | head`) is no failure of ours.
  if (error.code === "EPIPE" || isOutputLost) return;
  isOutputLost = true;
  process.stderr.write(`planwright: the output cannot be written: ${error.message}\n`);
  process.exitCode = exit.failed;
});

const code = await main(process.argv.slice(2), processIo());
process.exitCode = isOutputLost ? exit.failed : code;

function processIo(): Io {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  return {
    out: (line) => process.stdout.write(line),
    err: (line) => process.stderr.write(line),
    read: async (path) => {
      if (path === "-") {
        if (process.stdin.readableEnded) throw new Error("standard input can be read once");
        return readAll(addAbortSignal(stop.signal, process.stdin));
      }
      const bytes = await readFile(path);
      return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
    },
    write: (path, text) => writeFile(path, text),
    env: process.env,
    signal: stop.signal,
  };
}
