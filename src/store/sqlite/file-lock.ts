import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Lock } from "../../ports/engine.ts";

/**
 * A lock file held as an open SQLite transaction: the operating system releases it when the process ends for any reason,
 * so nothing has to expire. Not for network file systems.
 */
export function createFileLock(path: string): Lock {
  let held: DatabaseSync | undefined;
  return {
    tryAcquire() {
      if (held !== undefined) return true;
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      // Closing a file frees what other connections of the process have locked in it.
      if (!existsSync(path)) closeSync(openSync(path, "a", 0o600));
      const db = new DatabaseSync(path, { timeout: 0 });
      try {
        db.exec("BEGIN EXCLUSIVE");
        held = db;
        return true;
      } catch {
        db.close();
        return false;
      }
    },
    release() {
      held?.close();
      held = undefined;
    },
  };
}
