/**
 * Which life of the server it is. A transaction's id means something in one life only: after a crash, and after a standby
 * has taken over, ids that were lost on the way are given anew, to others. A restart is told by the time of the start, a
 * takeover by the timeline, and a recovery without a restart by the statistics, which it throws away.
 */
export const life = `concat_ws(' ', pg_postmaster_start_time(), left(pg_walfile_name(pg_current_wal_lsn()), 8),
  (SELECT stats_reset FROM pg_stat_bgwriter))`;
