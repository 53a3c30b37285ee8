import type { Log } from "../ports/log.ts";
import { createDefaultVerbs, type DefaultVerbs } from "./default-verbs.ts";
import { type OpenRuns, openRuns } from "./runs.ts";
import { systemClock } from "./system-clock.ts";

/** Runs of the working folder, with the verbs that need no configuration. */
export function openLocalRuns(parts: { folder: string; log: Log }): OpenRuns & DefaultVerbs {
  const verbs = createDefaultVerbs({ ...parts, clock: systemClock });
  const open = openRuns({ ...parts, clock: systemClock, verbs: verbs.verbs });
  return { ...open, ...verbs };
}
