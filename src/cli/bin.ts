#!/usr/bin/env node
import { readFile, writeFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import type { Io } from "./command.ts";
import { main } from "./main.ts";

process.exitCode = await main(process.argv.slice(2), processIo());

function processIo(): Io {
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  // A reader that went away (`planwright … | head`) is no failure of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  return {
    out: (line) => process.stdout.write(line),
    err: (line) => process.stderr.write(line),
    read: async (path) => {
      if (path === "-") return readAll(process.stdin);
      return path.endsWith(".gz") ? gunzipSync(await readFile(path)).toString("utf8") : readFile(path, "utf8");
    },
    write: (path, text) => writeFile(path, text),
    env: process.env,
    signal: stop.signal,
  };
}
