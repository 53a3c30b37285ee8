import { z } from "zod";

/** ISO 8601 date and time. Without a zone it is UTC, as `datetime.utcnow()` prints it. */
export const Timestamp = z.iso.datetime({ offset: true, local: true });
export type Timestamp = z.infer<typeof Timestamp>;

/** Milliseconds since the epoch. `Date.parse` alone would read a timestamp without an offset as local time. */
export function instantOf(timestamp: Timestamp): number {
  return Date.parse(/(?:Z|[+-]\d{2}:\d{2})$/.test(timestamp) ? timestamp : `${timestamp}Z`);
}

export function timestampOf(instant: number): Timestamp {
  return new Date(instant).toISOString();
}
