import type { Notices } from "../../ports/notices.ts";
import type { Database } from "./database.ts";

/** SQLite reports that another process wrote, but not what: everything may have changed. */
export function createSqliteNotices(db: Pick<Database, "prepare">, pollMs = 500): Notices {
  return {
    send: () => undefined,
    watch(call) {
      const version = (): unknown => db.prepare("PRAGMA data_version").get()?.["data_version"];
      let seen = version();
      const poll = (): void => {
        const now = version();
        if (now === seen) return;
        seen = now;
        call();
      };
      const timer = setInterval(() => {
        try {
          poll();
        } catch {
          // retry on the next tick
        }
      }, pollMs).unref();
      return async () => clearInterval(timer);
    },
  };
}
