import type { Workspace } from "../workspace.ts";
import { createCalendar } from "./calendar.ts";
import { people } from "./people.ts";
import { seedCrm } from "./seed-crm.ts";
import { seedTracker } from "./seed-tracker.ts";

/** Ids given later start after those of the seed. */
const firstFreeNumber = 1000;

/** A design studio with clients in two languages, as it stands on the day it is opened. */
export function seedWorkspace(now: number): Workspace {
  const calendar = createCalendar(now);
  return { people: [...people], ...seedCrm(calendar), ...seedTracker(calendar), last: firstFreeNumber };
}
