import type { SqlDatabase } from "../sql.ts";
import type { PostgresDatabase } from "./database.ts";
import type { PostgresRow } from "./session.ts";

type Values = readonly (string | number | null)[];

type PendingRead = { values: Values; resolve: (rows: PostgresRow[]) => void; reject: (error: unknown) => void };

/** Reads of one statement. */
const maxBatch = 256;

/** Reads of one moment that differ only in their values share a statement; equal ones are made once. */
export function batchReads(read: PostgresDatabase["read"]): Pick<SqlDatabase, "read"> {
  const waiting = new Map<string, PendingRead[]>();
  const readBatch = async (sql: string, batch: readonly PendingRead[]): Promise<void> => {
    const byValues = new Map(batch.map(({ values }) => [JSON.stringify(values), values]));
    const found = await readAll(sql, [...byValues.values()]);
    const rowsOf = new Map([...byValues.keys()].map((key, at) => [key, found[at] ?? []]));
    for (const { values, resolve } of batch) resolve(rowsOf.get(JSON.stringify(values)) ?? []);
  };
  const readAll = async (sql: string, all: readonly Values[]): Promise<PostgresRow[][]> => {
    const [first = []] = all;
    if (all.length === 1) return [await read(sql, first)];
    const columns = first.map((_, column) => all.map((values) => values[column]));
    const rows = await read(forAll(sql, first), columns);
    const found = all.map((): PostgresRow[] => []);
    for (const row of rows) found[Number(row["place_of_read"]) - 1]?.push(row);
    return found;
  };
  const readWaiting = (): void => {
    for (const [sql, reads] of waiting)
      for (let at = 0; at < reads.length; at += maxBatch) {
        const batch = reads.slice(at, at + maxBatch);
        readBatch(sql, batch).catch((error: unknown) => {
          for (const { reject } of batch) reject(error);
        });
      }
    waiting.clear();
  };
  return {
    read(sql, values = []) {
      if (values.length === 0 || values.includes(null)) return read(sql, values);
      return new Promise((resolve, reject) => {
        if (waiting.size === 0) setImmediate(readWaiting);
        const reads = waiting.get(sql) ?? [];
        waiting.set(sql, reads);
        reads.push({ values, resolve, reject });
      });
    },
  };
}

function typesOf(values: Values): string[] {
  return values.map((value) => (typeof value === "number" ? "bigint" : "text"));
}

/** The statement for each row of values; the order of the rows within one stays. */
function forAll(sql: string, values: Values): string {
  const types = typesOf(values);
  const columns = types.map((_, at) => `value_${at + 1}`);
  const given = types.map((type, at) => `$${at + 1}::${type}[]`).join(", ");
  return `SELECT place_of_read, found.* FROM unnest(${given}) WITH ORDINALITY AS given (${columns.join(", ")}, place_of_read),
    LATERAL (${sql.replaceAll(/\$(\d+)/g, "given.value_$1")}) AS found`;
}
