import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import { onTestFinished } from "vitest";
import { type Backend, openBackend } from "../../src/runtime/storage/backend.ts";
import { backUp } from "../../src/runtime/backup/back-up.ts";
import { restore, type RestoreSummary } from "../../src/runtime/backup/restore.ts";
import type { CheckResult } from "../../src/plan/check-result.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { bilingualTerms as terms } from "../../src/runtime/knowledge/terms.ts";
import { type ArchiveHost, rowsIn } from "../../src/testing/archive-suite/index.ts";

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "planwright-backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type BackupStore = { backend: Backend; kept: Omit<ArchiveHost, "stop" | "tamper"> };

/** Opens the backend of a folder or a database URL. */
export function openPlace(folder = tempFolder(), url = ""): BackupStore {
  const backend = openBackend({ folder, env: { DATABASE_URL: url } });
  onTestFinished(() => backend.close());
  const knowledge = backend.knowledge({ terms, clock: systemClock });
  return { backend, kept: { ...backend, knowledge, archive: backend.archive({ terms }) } };
}

/** With a fixed time, so that equal data gives equal bytes. */
export async function backupOf({ kept }: BackupStore): Promise<Buffer> {
  const sink = new PassThrough();
  const [bytes] = await Promise.all([buffer(sink), backUp({ archive: kept.archive, release: "1.2.3", at: 0 }, sink)]);
  return bytes;
}

export function restoreInto(
  { kept }: BackupStore,
  bytes: Uint8Array,
  replace = false,
): Promise<CheckResult<RestoreSummary>> {
  return restore({ archive: kept.archive, replace }, pieces(bytes));
}

export async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

export async function rowCount({ kept }: BackupStore): Promise<number> {
  return (await rowsIn(kept.archive)).length;
}

/** The lines of a backup, to modify and pack again. */
export function linesOf(bytes: Uint8Array): string[] {
  return gunzipSync(bytes).toString().split("\n").slice(0, -1);
}

export function packed(lines: readonly string[]): Buffer {
  return gzipSync(lines.map((line) => `${line}\n`).join(""));
}
