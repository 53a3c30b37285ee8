import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Archive, ArchiveCounts, Snapshot } from "../../ports/archive.ts";
import { headerOf, sumOf, type Trailer } from "./archive-file.ts";
import { createHash } from "node:crypto";
import { lineOf } from "./tally.ts";

type BackupSummary = Trailer["end"] & { tables: ArchiveCounts };

type BackUpParts = BackupOrigin & {
  archive: Archive;
  onRows?: (rows: number, of: number) => void;
  signal?: AbortSignal;
};

/** Writes a consistent snapshot of all data while other processes keep working. Always ends the sink. */
export function backUp({ archive, onRows, signal, ...made }: BackUpParts, sink: Writable): Promise<BackupSummary> {
  return archive.read(async (snapshot) => {
    const { counts } = snapshot;
    const all = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
    let end: Trailer["end"] | undefined;
    const lines = archiveLines(snapshot, made, (rows) => onRows?.(rows, all));
    const text = async function* (): AsyncGenerator<string> {
      end = yield* lines;
    };
    await pipeline(Readable.from(text()), createGzip(), sink, signal === undefined ? {} : { signal });
    if (end === undefined) throw new Error("the backup ended without a trailer");
    return { ...end, tables: counts };
  });
}

type BackupOrigin = { release: string; at: number };
/** Called with the number of processed rows. */
type OnRows = (rows: number) => void;

/** Yields a snapshot as backup text in chunks, and returns the row count and checksum. */
async function* archiveLines(
  snapshot: Snapshot,
  made: BackupOrigin,
  onRows: OnRows,
): AsyncGenerator<string, Trailer["end"]> {
  const sum = createHash("sha256");
  const header = `${JSON.stringify(headerOf(snapshot.counts, made))}\n`;
  sum.update(header);
  yield header;
  let rows = 0;
  for await (const batch of snapshot.rows()) {
    const text = batch.map((row) => `${lineOf(row)}\n`).join("");
    sum.update(text);
    rows += batch.length;
    onRows(rows);
    yield text;
  }
  if (rows !== sumOf(snapshot.counts)) throw new Error(`got ${rows} of ${sumOf(snapshot.counts)} rows`);
  const end = { rows, sha256: sum.digest("hex") };
  yield `${JSON.stringify({ end } satisfies Trailer)}\n`;
  return end;
}
