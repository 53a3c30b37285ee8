import type { JobKey } from "../ports/engine.ts";

/** Identifies a job in maps and sets. */
export function jobId({ queue, key }: JobKey): string {
  return JSON.stringify([queue, key]);
}
