import type { JobKey, LeasedJob } from "../../ports/engine.ts";

type JobPayload = JobKey & Pick<LeasedJob, "version" | "dueAt" | "priority">;

/** A job as sent in notifications. */
export function toJobPayload({ queue, key, version, dueAt, priority = 0 }: LeasedJob): string {
  return JSON.stringify([queue, key, version, dueAt, priority]);
}

export function fromJobPayload(word: string): JobPayload {
  const [queue, key, version, dueAt, priority = 0]: unknown[] = JSON.parse(word);
  const order = { dueAt: Number(dueAt), priority: Number(priority) };
  return { queue: String(queue), key: String(key), version: Number(version), ...order };
}
