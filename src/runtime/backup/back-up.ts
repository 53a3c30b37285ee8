import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Archive, ArchiveCounts } from "../../ports/archive.ts";
import { archiveLines, type BackupOrigin } from "./archive-lines.ts";
import type { Trailer } from "./archive-file.ts";

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
