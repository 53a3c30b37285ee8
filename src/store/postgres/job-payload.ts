import type { JobKey, LeasedJob } from "../../ports/engine.ts";

type JobPayload = JobKey & { version: number; dueAt: number };

/** A job as sent in notifications. */
export function toJobPayload({ queue, key, version, dueAt }: LeasedJob): string {
  return JSON.stringify([queue, key, version, dueAt]);
}

export function fromJobPayload(word: string): JobPayload {
  const [queue, key, version, dueAt]: unknown[] = JSON.parse(word);
  return { queue: String(queue), key: String(key), version: Number(version), dueAt: Number(dueAt) };
}
