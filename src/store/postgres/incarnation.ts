import type { Connections } from "./connections.ts";
import { toStoreError } from "./postgres-error.ts";

/**
 * Identifies an incarnation of the server. Transaction ids are valid only within one: after a crash or failover, lost
 * ids are assigned again. A restart changes the start time, a failover the timeline, and a recovery without restart
 * resets the statistics.
 */
export const incarnation = `concat_ws(' ', pg_postmaster_start_time(), left(pg_walfile_name(pg_current_wal_lsn()), 8),
  (SELECT stats_reset FROM pg_stat_bgwriter))`;

/** A standby does not report it, takes no writes, and may become the primary. */
export type IncarnationSupport = "reported" | "refused" | "standby";

/**
 * Whether the server reports its incarnation: Aurora does not unless logical replication is on. Checked once per
 * writable server.
 */
export function createIncarnationCheck(connections: Connections): () => Promise<IncarnationSupport> {
  let checked: Promise<IncarnationSupport> | undefined;
  return async () => {
    const support = await (checked ??= check(connections).catch((error: unknown) => {
      checked = undefined;
      throw error;
    }));
    if (support === "standby") checked = undefined;
    return support;
  };
}

async function check(connections: Connections): Promise<IncarnationSupport> {
  try {
    const sql = `SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE ${incarnation} END AS incarnation`;
    const { rows } = await connections.use((client) => client.query<{ incarnation: string | null }>(sql));
    return rows[0]?.incarnation === null ? "standby" : "reported";
  } catch (error) {
    // an unreachable server has not refused
    if (toStoreError(error).code !== "broken") throw error;
    return "refused";
  }
}
