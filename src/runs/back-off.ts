import { deriveUnit } from "../plan/derive.ts";

const firstMs = 500;
const longestMs = 60_000;

/**
 * Backoff after this attempt: exponential, capped, with jitter derived from the run's id, so runs spread out and a
 * replay waits the same.
 */
export function backOffMs(runId: string, unit: string, attempt: number): number {
  const full = Math.min(longestMs, firstMs * 2 ** (attempt - 1));
  return Math.round(full / 2 + (full / 2) * deriveUnit(runId, unit, attempt));
}
