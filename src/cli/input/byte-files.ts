import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { UsageError } from "../command.ts";
import { readFailureText } from "./document.ts";

/** Streams the bytes of a file, or of standard input for `-`. */
export async function readByteStream(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (path === "-") return process.stdin;
  const stream = createReadStream(path);
  await new Promise((resolve, reject) => {
    stream.once("open", resolve);
    stream.once("error", (error) => reject(new UsageError(`cannot read ${path}: ${readFailureText(path, error)}`)));
  });
  return stream;
}

/**
 * Lets `work` write a new file with mode 0600, or standard output for `-`. The file gets its name after it is complete
 * and synced. Never overwrites a file.
 */
export async function writeAtomically<T>(path: string, work: (sink: Writable) => Promise<T>): Promise<T> {
  if (path === "-") return work(standardOutput());
  if (existsSync(path)) throw new UsageError(`${path} already exists: choose another file`);
  const part = `${path}.part`;
  try {
    // Remove a partial file of an earlier process; `wx` refuses anything else.
    await rm(part, { force: true });
    const sink = createWriteStream(part, { mode: 0o600, flags: "wx", flush: true });
    const done = await work(sink);
    await finished(sink, { readable: false }).catch(() => undefined);
    await rename(part, path);
    await syncFolder(path);
    return done;
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof Error && "syscall" in error && error.syscall === "open")
      throw new UsageError(`cannot write ${path}: ${error.message}`);
    throw error;
  }
}

/** Syncs the folder, so that the rename survives a power failure. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}

/** Never ends standard output. */
function standardOutput(): Writable {
  return new Writable({
    write: (chunk: Buffer, _, done) => void process.stdout.write(chunk, (error) => done(error ?? null)),
  });
}
