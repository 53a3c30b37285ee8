import { hash } from "node:crypto";
import type { ArchiveRow } from "../../ports/archive.ts";

/** What rows add up to, in whatever order they come: two stores with the same tally hold the same. */
export type Tally = { add(rows: readonly ArchiveRow[]): void; counts(): Record<string, number>; sum(): string };

/** A line of an archive, without its end. */
export function lineOf({ table, values }: ArchiveRow): string {
  return JSON.stringify([table, ...values]);
}

export function createTally(): Tally {
  const counts: Record<string, number> = {};
  let sum = 0n;
  return {
    add(rows) {
      for (const row of rows) {
        counts[row.table] = (counts[row.table] ?? 0) + 1;
        sum =
          (sum + BigInt(`0x${hash("sha256", lineOf(row)).slice(0, 32)}`)) & 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffffn;
      }
    },
    counts: () => counts,
    sum: () => sum.toString(16),
  };
}
