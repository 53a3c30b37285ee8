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
import { z } from "zod";
import { Books } from "./records.ts";
import { seedBooks } from "./seed.ts";

/** The demo's outside world: books for each tenant, which start alike. */
export type DemoState = {
  books(tenant: string): Books;
  /** Makes what was changed in the books last, where they are kept in a file. */
  save(): void;
};

const File = z.record(z.string(), Books);

/**
 * In memory, or in a JSON file that is replaced whole on every write, so that a crash leaves the old or the new. Other
 * processes may use the file too: what they wrote is read before each call.
 */
export function openDemoState(file?: string): DemoState {
  let tenants = new Map<string, Books>();
  let version = "";
  const refresh = (): void => {
    const found = file === undefined ? "" : versionOf(file);
    if (file === undefined || found === version) return;
    version = found;
    tenants = new Map(Object.entries(read(file)));
  };
  refresh();
  return {
    books(tenant) {
      refresh();
      const found = tenants.get(tenant) ?? seedBooks();
      tenants.set(tenant, found);
      return found;
    },
    save() {
      if (file === undefined) return;
      replace(file, JSON.stringify(Object.fromEntries(tenants), null, 1));
      version = versionOf(file);
    },
  };
}

/** Changes with every write: the file is a new one each time. Empty where there is none. */
function versionOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? "" : `${found.ino}:${found.mtimeNs}:${found.size}`;
}

function read(file: string): Record<string, Books> {
  if (!existsSync(file)) return {};
  const parsed = File.safeParse(JSON.parse(readFileSync(file, "utf8")));
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
