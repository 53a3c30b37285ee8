import { openSharedFile, type SharedFile } from "./shared-file.ts";
import { Workspace } from "./workspace.ts";
import { createCalendar } from "./seed/calendar.ts";
import { people } from "./seed/people.ts";
import { seedCrm } from "./seed/seed-crm.ts";
import { seedTracker } from "./seed/seed-tracker.ts";

type WorkspaceParts = {
  /** When it is opened for the first time: what is overdue is overdue from there. */
  now: number;
  /** In memory where it is not given. */
  file?: string;
};

/** The demo's workspace: writes persist across processes. */
export function openWorkspace({ now, file }: WorkspaceParts): SharedFile<Workspace> {
  return openSharedFile({ schema: Workspace, seed: () => seedWorkspace(now), file });
}

/** Ids given later start after those of the seed. */
const firstFreeNumber = 1000;

/** A design studio with clients in two languages, as it stands on the day it is opened. */
function seedWorkspace(now: number): Workspace {
  const calendar = createCalendar(now);
  return { people: [...people], ...seedCrm(calendar), ...seedTracker(calendar), last: firstFreeNumber };
}
