import type { Log } from "../ports/log.ts";
import type { Verbs } from "../ports/verbs.ts";
import { type OpenRuns, openRuns } from "./runs.ts";
import { systemClock } from "./system-clock.ts";

/** Runs of a data folder, by the machine's clock. */
export function openLocalRuns(parts: { folder: string; log: Log; verbs: Verbs }): OpenRuns {
  return openRuns({ ...parts, clock: systemClock });
}
