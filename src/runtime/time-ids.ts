import { randomUUID } from "node:crypto";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";

/** UUIDv7: random, and sortable by creation time. */
export function createTimeIds(clock: Clock): Ids {
  let lastAt: number | undefined;
  let prefix = "";
  return {
    next() {
      const now = clock.now();
      if (now !== lastAt) {
        const time = now.toString(16).padStart(12, "0");
        prefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
        lastAt = now;
      }
      return prefix + randomUUID().slice(15);
    },
  };
}
