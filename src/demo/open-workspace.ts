import { mapStrings } from "../plan/map-strings.ts";
import { openSharedFile, type SharedFile } from "./shared-file.ts";
import { Workspace } from "./workspace.ts";
import seed from "./workspace.json" with { type: "json" };

type WorkspaceParts = {
  /** The time of the first opening, to which the dates of the seed are relative. */
  now: number;
  /** In memory if it is absent. */
  file?: string;
};

/** The demo's workspace: writes persist across processes. */
export function openWorkspace({ now, file }: WorkspaceParts): SharedFile<Workspace> {
  return openSharedFile({ schema: Workspace, seed: () => seedWorkspace(now), file });
}

/** New ids start after those of the seed. */
const firstFreeNumber = 1000;

const dayMs = 86_400_000;

/**
 * A design studio with clients in two languages, as it stands on the day it is opened. "Ромашка" is one deal, "Альфа" two,
 * "Север" more than a page of a pick list holds.
 */
function seedWorkspace(now: number): Workspace {
  const midnight = Math.floor(now / dayMs) * dayMs;
  return Workspace.parse({ ...mapStrings(seed, (text) => dated(text, midnight)), last: firstFreeNumber });
}

/** Dates of the seed count from that day: `{day -2}` is two days before, `{time 5 11}` five days later at 11:00 UTC. */
function dated(text: string, midnight: number): string {
  const [, form, days, hour = "9"] = /^\{(day|time) (-?\d+)(?: (\d+))?\}$/.exec(text) ?? [];
  if (form === undefined) return text;
  const iso = new Date(midnight + Number(days) * dayMs + Number(hour) * 3_600_000).toISOString();
  return form === "day" ? iso.slice(0, 10) : iso;
}
