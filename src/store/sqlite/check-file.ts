import { once } from "node:events";
import { statSync } from "node:fs";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { StoreError } from "../../ports/store-error.ts";
import type { CheckAnswer } from "./check-thread.ts";
import { maxCheckedBytes } from "./quick-check.ts";

/** Looks for damage of a file in use, in a thread of its own. Undefined if none was found, or the file is too large. */
export async function checkFile(path: string, signal: AbortSignal): Promise<StoreError | undefined> {
  if (path === ":memory:" || statSync(path).size > maxCheckedBytes) return undefined;
  const file = new URL(`./check-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(file, { workerData: path });
  thread.unref();
  try {
    const { damage }: CheckAnswer = (await once(thread, "message", { signal }))[0]; // see check-thread.ts
    return damage === undefined ? undefined : new StoreError("corrupt", damage);
  } finally {
    await thread.terminate();
  }
}
