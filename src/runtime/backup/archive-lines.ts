import { createHash } from "node:crypto";
import type { Snapshot } from "../../ports/archive.ts";
import { headerOf, sumOf, type Trailer } from "./archive-file.ts";
import { lineOf } from "./tally.ts";

export type Made = { release: string; at: number };
/** Called with how many rows are through. */
export type OnRows = (rows: number) => void;

/** A snapshot as the text of a backup, a piece at a time; the last thing it gives back is the sum of it all. */
export async function* archiveLines(
  snapshot: Snapshot,
  made: Made,
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
  if (rows !== sumOf(snapshot.counts)) throw new Error(`${rows} rows came of ${sumOf(snapshot.counts)}`);
  const end = { rows, sha256: sum.digest("hex") };
  yield `${JSON.stringify({ end } satisfies Trailer)}\n`;
  return end;
}
