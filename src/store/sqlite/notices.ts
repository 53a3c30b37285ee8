import type { Notices } from "../../ports/notices.ts";
import type { Database } from "./database.ts";

/** The file itself says that another process has written to it, and not what: each time, everything may have changed. */
export function createSqliteNotices(db: Pick<Database, "prepare">, lookMs = 500): Notices {
  return {
    send: () => undefined,
    watch(call) {
      const version = (): unknown => db.prepare("PRAGMA data_version").get()?.["data_version"];
      let seen = version();
      const look = (): void => {
        const now = version();
        if (now === seen) return;
        seen = now;
        call();
      };
      const timer = setInterval(() => {
        try {
          look();
        } catch {
          // A file that cannot be read just now is looked at again.
        }
      }, lookMs).unref();
      return async () => clearInterval(timer);
    },
  };
}
