import { randomUUID } from "node:crypto";
import type { Clock } from "../ports/clock.ts";
import type { Ids } from "../ports/ids.ts";

/** UUIDv7: random, and sortable by creation time. */
export function createTimeIds(clock: Clock): Ids {
  return {
    next() {
      const time = clock.now().toString(16).padStart(12, "0");
      return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
    },
  };
}
