import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Lock } from "../../ports/engine.ts";
import type { ClaimHolders } from "../../ports/store.ts";
import { createFileLock } from "./file-lock.ts";

type OwnClaimHolders = ClaimHolders & { close(): void };

/**
 * A process is named by a lock file of its own, which the operating system frees when the process ends, whatever container
 * it ran in. A file that can be locked belongs to a process that has ended, and so does a removed one, unless other
 * machines keep the files of their processes elsewhere.
 */
export function createClaimHolders(folder: string, { othersElsewhere = false } = {}): OwnClaimHolders {
  let own: { name: string; lock: Lock } | undefined;
  const pathOf = (name: string): string => join(folder, `${name}.lock`);
  const isGone = (holder: string): boolean => {
    if (holder === own?.name || !/^[0-9a-f-]{36}$/.test(holder)) return false;
    if (!existsSync(pathOf(holder))) return !othersElsewhere;
    const lock = createFileLock(pathOf(holder));
    if (!isAcquired(lock)) return false;
    rmSync(pathOf(holder), { force: true });
    lock.release();
    return true;
  };
  return {
    isGone,
    own() {
      if (own !== undefined) return own.name;
      const name = randomUUID();
      const lock = createFileLock(pathOf(name));
      if (!isAcquired(lock)) return undefined;
      own = { name, lock };
      for (const old of oldNames(folder)) isGone(old);
      return name;
    },
    close() {
      if (own === undefined) return;
      rmSync(pathOf(own.name), { force: true });
      own.lock.release();
      own = undefined;
    },
  };
}

/** Names of processes that may have been killed. The file of a young one may not be locked yet. */
function oldNames(folder: string): string[] {
  const before = Date.now() - dayMs;
  const isOld = (file: string): boolean =>
    (statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < before;
  const files = readdirSync(folder).filter((file) => file.endsWith(".lock") && isOld(file));
  return files.map((file) => file.slice(0, -".lock".length));
}

const dayMs = 86_400_000;

/** False also where the lock cannot be opened, such as on a full disk: then claims are free when they expire. */
function isAcquired(lock: Lock): boolean {
  try {
    return lock.tryAcquire();
  } catch {
    return false;
  }
}
