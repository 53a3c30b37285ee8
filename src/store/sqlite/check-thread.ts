import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { quickCheck } from "./quick-check.ts";
import { toStoreError } from "./sqlite-error.ts";

/** What the thread posts. */
export type CheckAnswer = { damage?: string };

// Reads the whole file beside the process that works on it. A reader of a write-ahead log holds up no writer.
const path: string = workerData; // set by check-file.ts
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(check());

function check(): CheckAnswer {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    try {
      quickCheck(db, path);
    } finally {
      db.close();
    }
  } catch (error) {
    const { code, message } = toStoreError(error);
    // A file that is busy or gone is noticed by whoever works on it.
    if (code === "corrupt") return { damage: message };
  }
  return {};
}
