import { hash } from "node:crypto";
import type { ArchiveRow } from "../../ports/archive.ts";

/** An order-independent checksum of rows: two stores with the same tally hold the same rows. */
export type Tally = { add(rows: readonly ArchiveRow[]): void; counts(): Record<string, number>; sum(): string };

/** One line of an archive, without the newline. */
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
