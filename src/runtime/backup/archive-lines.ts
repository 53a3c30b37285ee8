import { createHash } from "node:crypto";
import type { Snapshot } from "../../ports/archive.ts";
import { headerOf, sumOf, type Trailer } from "./archive-file.ts";
import { lineOf } from "./tally.ts";

export type BackupOrigin = { release: string; at: number };
/** Called with the number of processed rows. */
type OnRows = (rows: number) => void;

/** Yields a snapshot as backup text in chunks, and returns the row count and checksum. */
export async function* archiveLines(
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
