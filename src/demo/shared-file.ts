import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import type { z } from "zod";

/** A value in memory, kept in a file or not. */
export type SharedFile<T> = {
  /** The current value, including what other processes wrote. */
  read(): T;
  /** Persists changes of the value. */
  save(): void;
};

type SharedFileParts<T> = { schema: z.ZodType<T>; seed: () => T; file?: string | undefined };

/**
 * In memory, or in a JSON file that is replaced whole on every write, so that a crash leaves the old or the new. Other
 * processes may use the file too: what they wrote is read before each call.
 */
export function openSharedFile<T>({ schema, seed, file }: SharedFileParts<T>): SharedFile<T> {
  let value: T | undefined;
  let version = "";
  const refresh = (): T => {
    const found = file === undefined ? "" : versionOf(file);
    if (value !== undefined && found === version) return value;
    version = found;
    value = file !== undefined && existsSync(file) ? parse(schema, file) : seed();
    return value;
  };
  refresh();
  return {
    read: refresh,
    save() {
      if (file === undefined || value === undefined) return;
      replace(file, JSON.stringify(value, null, 1));
      version = versionOf(file);
    },
  };
}

/** Changes with every write: the file is a new one each time. Empty where there is none. */
function versionOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? "" : `${found.ino}:${found.mtimeNs}:${found.size}`;
}

function parse<T>(schema: z.ZodType<T>, file: string): T {
  const parsed = schema.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (parsed.success) return parsed.data;
  throw new Error(`${file} is not a demo state of this version. Delete it to start afresh.`);
}

function replace(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  const handle = openSync(fresh, "w");
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
}
