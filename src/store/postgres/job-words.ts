import type { JobKey, LeasedJob } from "../../ports/engine.ts";

export type JobWord = JobKey & { version: number; dueAt: number };

/** A job as processes tell one another of it. */
export function toWord({ queue, key, version, dueAt }: LeasedJob): string {
  return JSON.stringify([queue, key, version, dueAt]);
}

export function fromWord(word: string): JobWord {
  const [queue, key, version, dueAt]: unknown[] = JSON.parse(word) as unknown[]; // made by `toWord`
  return { queue: String(queue), key: String(key), version: Number(version), dueAt: Number(dueAt) };
}
