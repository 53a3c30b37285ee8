import { z } from "zod";
import { type ArchiveCounts, archiveTableNames, archiveTables } from "../../ports/archive.ts";

/** How lines are written. A file of a newer form is refused. */
export const archiveFormat = 1;

/** Which tables and columns there are. Grows with every change of them. */
export const archiveSchema = 1;

const Rows = z.int().nonnegative();

/** The first line. It says what each table's rows consist of, so that an older file is read by a newer release. */
export const Header = z.strictObject({
  planwright: z.literal("backup"),
  format: z.literal(archiveFormat),
  schema: z.int().positive(),
  release: z.string(),
  at: z.iso.datetime(),
  tables: z.record(z.string(), z.strictObject({ columns: z.array(z.string()), rows: Rows })),
});
export type Header = z.infer<typeof Header>;

/** The last line: what the lines before it, the first one too, must add up to. Without it a file is cut. */
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
