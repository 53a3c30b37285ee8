import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Archive, Filling } from "../../ports/archive.ts";
import type { Issue } from "../../plan/issue.ts";
import { isConflict } from "../../ports/store-error.ts";
import { type Header, sumOf } from "./archive-file.ts";
import { BadArchive } from "./bad-archive.ts";
import { type OpenArchive, openArchive } from "./read-archive.ts";
import { createTally, type Tally } from "./tally.ts";

export type Restored = { header: Header; tables: Record<string, number>; removed: number };

export type RestoreParts = {
  archive: Archive;
  /** Where something stands already, it is removed first; otherwise it is a reason to refuse. */
  replace: boolean;
  onRows?: (rows: number, of: number) => void;
  /** What was begun is undone when it fires. */
  signal?: AbortSignal;
};

/** Reads a backup to its end and tells what is in it, or what is wrong with it. */
export function checkArchive(bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<CheckResult<Restored>> {
  return issuesOf(async () => {
    const opened = await openArchive(bytes);
    const tally = createTally();
    for await (const rows of opened.rows) {
      signal?.throwIfAborted();
      tally.add(rows);
    }
    return { header: opened.header, tables: tally.counts(), removed: 0 };
  });
}

/** All of a backup, or nothing: one transaction, which ends well only when the store holds exactly what the file says. */
export function restore(parts: RestoreParts, bytes: AsyncIterable<Uint8Array>): Promise<CheckResult<Restored>> {
  return issuesOf(async () => {
    const opened = await openArchive(bytes);
    return parts.archive.fill((filling) => fill(parts, filling, opened));
  });
}

async function fill(
  { replace, onRows, signal }: RestoreParts,
  filling: Filling,
  opened: OpenArchive,
): Promise<Restored> {
  const { header, rows } = opened;
  const standing = sumOf(filling.counts);
  if (filling.isInUse)
    throw new BadArchive("STORE_IN_USE", "a process is at work on what would be restored", "Stop the service first.");
  if (standing > 0 && !replace)
    throw new BadArchive(
      "STORE_NOT_EMPTY",
      `a backup is restored into an empty store, and this one has ${standing} rows`,
      "Name another, or give --replace --yes: what stands there is then removed.",
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

/** Reads back what was written, before it counts. */
async function verify(filling: Filling, tally: Tally): Promise<void> {
  const found = createTally();
  for await (const rows of (await filling.snapshot()).rows()) found.add(rows);
  if (found.sum() !== tally.sum())
    throw new Error("what was restored is not what the backup says; nothing was changed");
}

const twice: Issue = { code: "ARCHIVE_DAMAGED", pointer: "", message: "a row of the backup stands there twice" };

async function issuesOf(work: () => Promise<Restored>): Promise<CheckResult<Restored>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof BadArchive) return refused(error.issue);
    if (isConflict(error)) return refused(twice);
    throw error;
  }
}
