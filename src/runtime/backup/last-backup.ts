import { z } from "zod";
import type { Store } from "../../ports/store.ts";

const of = { tenant: "", kind: "backup.last", id: "last" };

/** Remembers the time of a backup, for `doctor`. A role that may only read can make backups too. */
export async function rememberBackup(store: Store, at: number): Promise<void> {
  try {
    const last = await store.record(of);
    await store.write((tx) => tx.putRecord({ ...of, body: at }, last?.version ?? 0));
  } catch {
    // The backup is complete, and another one may have been faster.
  }
}

export async function lastBackup(store: Store): Promise<number | undefined> {
  return z
    .number()
    .optional()
    .parse((await store.record(of))?.body);
}
