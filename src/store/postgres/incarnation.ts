import type { Connections } from "./connections.ts";
import { toStoreError } from "./postgres-error.ts";

/**
 * Which life of the server it is. A transaction's id means something in one life only: after a crash, and after a standby
 * has taken over, ids that were lost on the way are given anew, to others. A restart is told by the time of the start, a
 * takeover by the timeline, and a recovery without a restart by the statistics, which it throws away.
 */
export const incarnation = `concat_ws(' ', pg_postmaster_start_time(), left(pg_walfile_name(pg_current_wal_lsn()), 8),
  (SELECT stats_reset FROM pg_stat_bgwriter))`;

/** A standby does not say, takes no writes, and may be the next primary. */
export type IncarnationSupport = "tells" | "refuses" | "standby";

/**
 * Whether the server says which life it is in: Aurora does not unless its log is logical. Asked once of a server that takes
 * writes.
 */
export function createIncarnationCheck(connections: Connections): () => Promise<IncarnationSupport> {
  let asked: Promise<IncarnationSupport> | undefined;
  return async () => {
    const telling = await (asked ??= ask(connections).catch((error: unknown) => {
      asked = undefined;
      throw error;
    }));
    if (telling === "standby") asked = undefined;
    return telling;
  };
}

async function ask(connections: Connections): Promise<IncarnationSupport> {
  try {
    const sql = `SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE ${incarnation} END AS life`;
    const { rows } = await connections.use((client) => client.query<{ life: string | null }>(sql));
    return rows[0]?.life === null ? "standby" : "tells";
  } catch (error) {
    // A server that cannot be reached has not refused.
    if (toStoreError(error).code !== "broken") throw error;
    return "refuses";
  }
}
