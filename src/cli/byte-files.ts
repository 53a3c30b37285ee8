import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { UsageError } from "./command.ts";
import { whyUnread } from "./document.ts";

/** The bytes of a file, or of standard input for `-`, a piece at a time. */
export async function bytesOf(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (path === "-") return process.stdin;
  const stream = createReadStream(path);
  await new Promise((resolve, reject) => {
    stream.once("open", resolve);
    stream.once("error", (error) => reject(new UsageError(`cannot read ${path}: ${whyUnread(path, error)}`)));
  });
  return stream;
}

/**
 * Lets `work` write a new file that only its owner may read, or standard output for `-`. The file has its name once it is
 * whole and on the disk; a file of that name is not overwritten.
 */
export async function writeWhole<T>(path: string, work: (sink: Writable) => Promise<T>): Promise<T> {
  if (path === "-") return work(standardOutput());
  if (existsSync(path)) throw new UsageError(`${path} is there already: name another file`);
  const part = `${path}.part`;
  try {
    // What an earlier process has left, and nothing that somebody else has laid there.
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

/** A name outlives a power cut once its folder is on the disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}

/** Standard output is not ours to end. */
function standardOutput(): Writable {
  return new Writable({
    write: (chunk: Buffer, _, done) => void process.stdout.write(chunk, (error) => done(error ?? null)),
  });
}
