import { createHash } from "node:crypto";
import {
  archiveDefaults,
  archiveNumbers,
  type ArchiveRow,
  type ArchiveTable,
  archiveTables,
  type ArchiveValue,
} from "../../ports/archive.ts";
import { archiveFormat, archiveSchema, Header, sumOf, Trailer } from "./archive-file.ts";
import { BadArchive } from "./bad-archive.ts";
import { isKeyOf } from "../../plan/keys.ts";
import { createGunzip } from "node:zlib";
import { Readable } from "node:stream";

export type OpenArchive = {
  header: Header;
  /** Rows, one table at a time. Throws `BadArchive`, at the latest at the end, if the file was modified. */
  rows: AsyncIterable<readonly ArchiveRow[]>;
};

/** Rows per batch. */
const batch = 500;

/** Reads the header. Throws `BadArchive` for a file that is not a backup or comes from a newer release. */
export async function openArchive(bytes: AsyncIterable<Uint8Array>): Promise<OpenArchive> {
  const lines = readLines(bytes);
  const first = await lines.next();
  if (first.done === true) throw new BadArchive("ARCHIVE_CUT", "the file is empty");
  const header = headerIn(first.value);
  return { header, rows: rowsOf(lines, { header, first: first.value }) };
}

function headerIn(line: Buffer): Header {
  const given = parsed(line);
  if (!isRecord(given) || given["planwright"] !== "backup")
    throw new BadArchive(
      "ARCHIVE_UNKNOWN",
      "the file is not a Planwright backup",
      "Create one with planwright backup.",
    );
  const format = Number(given["format"]);
  const schema = Number(given["schema"]);
  if (format > archiveFormat || schema > archiveSchema)
    throw new BadArchive(
      "ARCHIVE_NEWER",
      `the backup was made by release ${String(given["release"])}; this release cannot read it`,
      "Restore it with that release or a newer one.",
    );
  const header = Header.safeParse(given);
  if (!header.success) throw new BadArchive("ARCHIVE_DAMAGED", "the first line of the backup was modified");
  return header.data;
}

type ReadHeader = { header: Header; first: Buffer };

async function* rowsOf(lines: AsyncIterable<Buffer>, { header, first }: ReadHeader): AsyncGenerator<ArchiveRow[]> {
  const sum = createHash("sha256").update(first).update("\n");
  const readers = readersOf(header);
  let rows: ArchiveRow[] = [];
  let count = 0;
  let trailer: Trailer | undefined;
  for await (const line of lines) {
    if (trailer !== undefined) throw new BadArchive("ARCHIVE_DAMAGED", "there is data after the end of the backup");
    const given = parsed(line);
    if (isRecord(given)) {
      trailer = Trailer.safeParse(given).data;
      if (trailer === undefined) throw damaged(count);
      continue;
    }
    sum.update(line).update("\n");
    const [table, ...values] = Array.isArray(given) ? given : [];
    const row = readers.get(table)?.(values);
    if (row === undefined) throw damaged(count);
    if (rows.length === batch || (rows[0] !== undefined && rows[0].table !== row.table)) {
      yield rows;
      rows = [];
    }
    rows.push(row);
    count += 1;
  }
  if (rows.length > 0) yield rows;
  checkEnd(trailer, { header, count, sha256: sum.digest("hex") });
}

function checkEnd(trailer: Trailer | undefined, read: { header: Header; count: number; sha256: string }): void {
  const { header, count, sha256 } = read;
  const promised = sumOf(Object.fromEntries(Object.entries(header.tables).map(([name, { rows }]) => [name, rows])));
  if (trailer === undefined)
    throw new BadArchive("ARCHIVE_CUT", `the file ends after ${count} of ${promised} rows: it is truncated`);
  if (trailer.end.sha256 !== sha256 || trailer.end.rows !== count || promised !== count)
    throw new BadArchive("ARCHIVE_DAMAGED", "the file was modified: its checksum does not match");
}

type RowReader = (values: readonly unknown[]) => ArchiveRow | undefined;

/** A reader for each table of the file. Columns that an older release lacks have their default. */
function readersOf({ tables }: Header): Map<unknown, RowReader> {
  return new Map(
    Object.entries(tables).map(([name, { columns }]) => {
      const table = knownTable(name, columns);
      const places = archiveTables[table].map((column) => columns.indexOf(column));
      const isValue = columns.map((column) => (archiveNumbers.has(column) ? isNumber : isText));
      const read: RowReader = (values) =>
        values.length === columns.length &&
        values.every((value, at): value is ArchiveValue => value === null || isValue[at]?.(value) === true)
          ? {
              table,
              values: places.map(
                (place, at) => values[place] ?? archiveDefaults[archiveTables[table][at] ?? ""] ?? null,
              ),
            }
          : undefined;
      return [name, read];
    }),
  );
}

function knownTable(name: string, columns: readonly string[]): ArchiveTable {
  const known: readonly string[] = isKeyOf(archiveTables, name) ? archiveTables[name] : [];
  if (!isKeyOf(archiveTables, name) || columns.some((column) => !known.includes(column)))
    throw new BadArchive("ARCHIVE_NEWER", `the backup has a version of ${name} that this release does not know`);
  return name;
}

const isNumber = (value: unknown): boolean => Number.isSafeInteger(value);
const isText = (value: unknown): boolean => typeof value === "string";

function damaged(count: number): BadArchive {
  return new BadArchive("ARCHIVE_DAMAGED", `line ${count + 2} of the backup was modified`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Upper bound: the largest stored value is far smaller. */
const maxLineBytes = 256 * 1024 * 1024;

/** Yields the lines of gzipped text. Throws `BadArchive` for invalid or truncated gzip data. */
async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const source = Readable.from(bytes);
  source.once("error", (error) => gunzip.destroy(error));
  let rest: Buffer[] = [];
  let size = 0;
  try {
    // gunzip yields buffers, but the stream type does not say so.
    for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
        const last = chunk.subarray(from, end);
        yield rest.length === 0 ? last : Buffer.concat([...rest, last]);
        rest = [];
        size = 0;
        from = end + 1;
      }
      if (from === chunk.length) continue;
      rest.push(chunk.subarray(from));
      size += chunk.length - from;
      if (size > maxLineBytes)
        throw new BadArchive("ARCHIVE_DAMAGED", "a line of the file is longer than the allowed maximum");
    }
  } catch (error) {
    throw toBadArchive(error) ?? error;
  } finally {
    source.destroy();
  }
  if (rest.length > 0) throw new BadArchive("ARCHIVE_CUT", "the file ends in the middle of a line: it is truncated");
}

function toBadArchive(error: unknown): BadArchive | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "Z_BUF_ERROR") return new BadArchive("ARCHIVE_CUT", "the file ends too early: it is truncated");
  if (code === "Z_DATA_ERROR")
    return new BadArchive("ARCHIVE_DAMAGED", "the file is not a Planwright backup, or it was modified");
  return undefined;
}
