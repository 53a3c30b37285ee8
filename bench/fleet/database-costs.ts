import { globSync, readFileSync } from "node:fs";
import type { Client } from "pg";

/** Counters of the server since its start; processor time of all its processes. */
export type Counts = {
  transactions: number;
  rowsWritten: number;
  rowsRead: number;
  walBytes: number;
  syncs: number;
  cpuMs: number;
};

export async function readCounts(client: Client): Promise<Counts> {
  const { rows } = await client.query<Record<string, string>>(`
    SELECT xact_commit + xact_rollback AS transactions, tup_inserted + tup_updated + tup_deleted AS rows_written,
      tup_fetched AS rows_read, pg_current_wal_lsn() - '0/0'::pg_lsn AS wal_bytes, wal_sync AS syncs,
      split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid
    FROM pg_stat_database, pg_stat_wal WHERE datname = current_database()`);
  const [row = {}] = rows;
  return {
    transactions: Number(row["transactions"]),
    rowsWritten: Number(row["rows_written"]),
    rowsRead: Number(row["rows_read"]),
    walBytes: Number(row["wal_bytes"]),
    syncs: Number(row["syncs"]),
    cpuMs: cpuMsOfChildren(Number(row["pid"])),
  };
}

export function since(before: Counts, after: Counts): Counts {
  const of = (name: keyof Counts): number => after[name] - before[name];
  return {
    transactions: of("transactions"),
    rowsWritten: of("rowsWritten"),
    rowsRead: of("rowsRead"),
    walBytes: of("walBytes"),
    syncs: of("syncs"),
    cpuMs: of("cpuMs"),
  };
}

/** The kernel counts in hundredths of a second; NaN where it is not available. */
export function cpuMsOf(pid: number | undefined): number {
  return statOf(`/proc/${pid}/stat`)?.cpuMs ?? Number.NaN;
}

/** Includes processes that have ended: each connection has its own process. */
function cpuMsOfChildren(parent: number): number {
  const ended = statOf(`/proc/${parent}/stat`)?.endedChildrenCpuMs ?? Number.NaN;
  return globSync("/proc/[0-9]*/stat")
    .flatMap((file) => statOf(file) ?? [])
    .filter((one) => one.parent === parent)
    .reduce((sum, { cpuMs }) => sum + cpuMs, ended);
}

function statOf(file: string): { parent: number; cpuMs: number; endedChildrenCpuMs: number } | undefined {
  try {
    const fields = readFileSync(file, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    const ms = (at: number): number => (Number(fields[at]) + Number(fields[at + 1])) * 10;
    return { parent: Number(fields[1]), cpuMs: ms(11), endedChildrenCpuMs: ms(13) };
  } catch {
    return undefined;
  }
}
