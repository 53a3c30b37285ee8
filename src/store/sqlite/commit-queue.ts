import type { DatabaseSync } from "node:sqlite";
import { StoreError, type StoreErrorCode } from "../../ports/store-error.ts";
import { toStoreError } from "./sqlite-error.ts";

/** Group commit: work that arrives together shares one transaction and one fsync, each piece atomic. */
type CommitQueue = {
  /**
   * `work` is synchronous, touches only the database, and may run more than once: when one piece of a group fails, the
   * group is rolled back and every piece runs alone. Resolves once the work is on disk.
   */
  commit<T>(work: () => T): Promise<T>;
  /** Settles accepted work and rejects new work. */
  close(): Promise<void>;
};

/** `run` does the work and returns what reports its result, once it is on disk. */
type PendingWork = { run: () => () => void; reject: (error: StoreError) => void };

/** Maximum group size, so that a burst does not block the event loop. */
const maxGroup = 256;

type CommitQueueParts = { health: DatabaseHealth; settleWaitMs: number };

export function createCommitQueue(db: DatabaseSync, { health, settleWaitMs }: CommitQueueParts): CommitQueue {
  const transact = createTransaction(db);
  let waiting: PendingWork[] = [];
  let open = true;
  let busySince: number | undefined;
  let idle: (() => void) | undefined;

  const flush = (): void => {
    const group = waiting.splice(0, maxGroup);
    try {
      for (const report of transact(group)) report();
      busySince = undefined;
      health.written();
    } catch (error) {
      const problem = health.failed(toStoreError(error));
      if (problem.code === "busy" && canStillWait()) {
        waiting = group.concat(waiting);
        setTimeout(flush, 25);
        return;
      }
      busySince = undefined;
      if (group.length === 1 || problem.code === "busy") for (const piece of group) piece.reject(problem);
      else for (const piece of group) commitAlone(piece);
    }
    if (waiting.length > 0) setImmediate(flush);
    else idle?.();
  };

  const canStillWait = (): boolean => {
    busySince ??= performance.now();
    return performance.now() - busySince < settleWaitMs;
  };

  const commitAlone = (piece: PendingWork): void => {
    try {
      for (const report of transact([piece])) report();
      health.written();
    } catch (error) {
      piece.reject(health.failed(toStoreError(error)));
    }
  };

  return {
    commit: (work) =>
      new Promise((resolve, reject) => {
        if (!open) return reject(new StoreError("closed", "the database is closed"));
        const failure = health.failure();
        if (failure?.code === "corrupt") return reject(failure);
        const run = (): (() => void) => {
          const result = work();
          return () => resolve(result);
        };
        waiting.push({ run, reject });
        if (waiting.length === 1) setImmediate(flush);
      }),
    close: () => {
      open = false;
      return waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => (idle = resolve));
    },
  };
}

function createTransaction(db: DatabaseSync): (pieces: readonly PendingWork[]) => (() => void)[] {
  const begin = db.prepare("BEGIN IMMEDIATE");
  const end = db.prepare("COMMIT");
  return (pieces) => {
    begin.run();
    try {
      const reports = pieces.map((piece) => piece.run());
      end.run();
      return reports;
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  };
}

/** Remembers why the file cannot be written, until a write succeeds. Corruption is final: it needs a restored backup. */
export type DatabaseHealth = {
  /** Records a failure and returns it. */
  failed(error: StoreError): StoreError;
  written(): void;
  failure(): StoreError | undefined;
};

const lasting: ReadonlySet<StoreErrorCode> = new Set(["full", "io", "corrupt"]);

export function createDatabaseHealth(): DatabaseHealth {
  let failure: StoreError | undefined;
  return {
    failed(error) {
      if (lasting.has(error.code) && failure?.code !== "corrupt") failure = error;
      return error;
    },
    written() {
      if (failure?.code !== "corrupt") failure = undefined;
    },
    failure: () => failure,
  };
}
