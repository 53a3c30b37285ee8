import { z } from "zod";
import { type ArchiveCounts, archiveTableNames, archiveTables } from "../../ports/archive.ts";

/** Version of the line format. Files with a newer format are refused. */
export const archiveFormat = 1;

/** Version of the tables and columns. Increases with every change. */
export const archiveSchema = 1;

const Rows = z.int().nonnegative();

/** The first line. It lists the columns of each table, so that newer releases can read older files. */
export const Header = z.strictObject({
  planwright: z.literal("backup"),
  format: z.literal(archiveFormat),
  schema: z.int().positive(),
  release: z.string(),
  at: z.iso.datetime(),
  tables: z.record(z.string(), z.strictObject({ columns: z.array(z.string()), rows: Rows })),
});
export type Header = z.infer<typeof Header>;

/** The last line: row count and checksum of all lines before it. A file without it is truncated. */
export const Trailer = z.strictObject({
  end: z.strictObject({ rows: Rows, sha256: z.hex().length(64) }),
});
export type Trailer = z.infer<typeof Trailer>;

export function headerOf(counts: ArchiveCounts, { release, at }: { release: string; at: number }): Header {
  const tables = archiveTableNames.map((name) => [name, { columns: [...archiveTables[name]], rows: counts[name] }]);
  return {
    planwright: "backup",
    format: archiveFormat,
    schema: archiveSchema,
    release,
    at: new Date(at).toISOString(),
    tables: Object.fromEntries(tables),
  };
}

export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, rows) => sum + rows, 0);
}
