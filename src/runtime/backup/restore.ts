import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Archive, RestoreTransaction } from "../../ports/archive.ts";
import type { Issue } from "../../plan/issue.ts";
import { isConflict } from "../../ports/store-error.ts";
import { type Header, sumOf } from "./archive-file.ts";
import { BadArchive } from "./bad-archive.ts";
import { type OpenArchive, openArchive } from "./read-archive.ts";
import { createTally, type Tally } from "./tally.ts";

export type RestoreSummary = { header: Header; tables: Record<string, number>; removed: number };

type RestoreParts = {
  archive: Archive;
  /** Removes existing data first. Without it, a store that is not empty is refused. */
  replace: boolean;
  onRows?: (rows: number, of: number) => void;
  /** Rolls back when it fires. */
  signal?: AbortSignal;
};

/** Reads a whole backup and returns its contents, or what is wrong with it. */
export function checkArchive(
  bytes: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<CheckResult<RestoreSummary>> {
  return toChecked(async () => {
    const opened = await openArchive(bytes);
    const tally = createTally();
    for await (const rows of opened.rows) {
      signal?.throwIfAborted();
      tally.add(rows);
    }
    return { header: opened.header, tables: tally.counts(), removed: 0 };
  });
}

/** Restores all or nothing in one transaction, and verifies that the store then equals the file. */
export function restore(parts: RestoreParts, bytes: AsyncIterable<Uint8Array>): Promise<CheckResult<RestoreSummary>> {
  return toChecked(async () => {
    const opened = await openArchive(bytes);
    return parts.archive.restore((filling) => fill(parts, filling, opened));
  });
}

async function fill(
  { replace, onRows, signal }: RestoreParts,
  filling: RestoreTransaction,
  opened: OpenArchive,
): Promise<RestoreSummary> {
  const { header, rows } = opened;
  const standing = sumOf(filling.counts);
  if (filling.isInUse)
    throw new BadArchive("STORE_IN_USE", "a running process uses the target store", "Stop the service first.");
  if (standing > 0 && !replace)
    throw new BadArchive(
      "STORE_NOT_EMPTY",
      `the target store must be empty, and it has ${standing} rows`,
      "Choose another target, or use --replace --yes to remove its data first.",
    );
  if (standing > 0) await filling.clear();
  const all = sumOf(Object.fromEntries(Object.entries(header.tables).map(([name, table]) => [name, table.rows])));
  const tally = createTally();
  let done = 0;
  for await (const batch of rows) {
    signal?.throwIfAborted();
    await filling.add(batch);
    tally.add(batch);
    onRows?.((done += batch.length), all);
  }
  await verify(filling, tally);
  return { header, tables: tally.counts(), removed: standing };
}

/** Reads the written rows back before the commit. */
async function verify(filling: RestoreTransaction, tally: Tally): Promise<void> {
  const found = createTally();
  for await (const rows of (await filling.snapshot()).rows()) found.add(rows);
  if (found.sum() !== tally.sum()) throw new Error("the restored rows differ from the backup; nothing was changed");
}

const duplicateRow: Issue = { code: "ARCHIVE_DAMAGED", pointer: "", message: "the backup contains the same row twice" };

const brokenRow: Issue = { code: "ARCHIVE_DAMAGED", pointer: "", message: "a row of the backup holds damaged JSON" };

/** The run index reads the JSON of a row while it is written, before the checksum of the file is known. */
function isMalformedJson(error: unknown): boolean {
  return error instanceof Error && /malformed JSON|invalid input syntax for type json/.test(error.message);
}

async function toChecked(work: () => Promise<RestoreSummary>): Promise<CheckResult<RestoreSummary>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof BadArchive) return refused(error.issue);
    if (isConflict(error)) return refused(duplicateRow);
    if (isMalformedJson(error)) return refused(brokenRow);
    throw error;
  }
}
