import type { LessonRow, TaughtDiff, TaughtVersions } from "../../contracts/api/lessons.ts";
import { PlanwrightError } from "../../contracts/errors.ts";
import type { Version } from "./lesson-records.ts";
import type { LessonShelves, LessonSet } from "./lesson-shelf.ts";
import type { Owner } from "./lessons.ts";
import { toRow } from "./views.ts";

type Range = { from: number; to?: number | undefined };

export async function listVersions(shelves: LessonShelves, tenant: string, limit: number): Promise<TaughtVersions> {
  const rows = await shelves.versions(tenant, limit);
  return { versions: rows.map(({ version, at, by, change }) => ({ version, at, by, change })) };
}

export async function diffVersions(shelves: LessonShelves, tenant: string, range: Range): Promise<TaughtDiff> {
  return diffOf(await shelves.get(tenant), await shelves.versions(tenant, mostVersions), range);
}

/** Returns to the lessons of a version, as a new version. */
export async function revertTo(
  shelves: LessonShelves,
  { tenant, by }: Owner,
  version: number,
): Promise<{ diff: TaughtDiff; shelf: LessonSet }> {
  const history = await shelves.versions(tenant, mostVersions);
  let diff: TaughtDiff = { from: version, to: version, added: [], removed: [] };
  const shelf = await shelves.change(tenant, async (now) => {
    diff = diffOf(now, history, { from: now.version, to: version });
    const add = diff.added.flatMap(({ id }) => now.lessons.get(id)?.entry ?? []);
    const revoke = diff.removed.map(({ id }) => id);
    const change = `reverted to version ${version}`;
    return add.length + revoke.length === 0 ? undefined : { by, change, add, revoke };
  });
  return { diff, shelf };
}

/** How many versions are listed; older ones cannot be compared. */
const mostVersions = 10_000;

/** Active lessons of a version: the changes up to it, one after the other. */
function activeAt(history: readonly Version[], version: number): Set<string> {
  const active = new Set<string>();
  for (const { version: number, added, removed } of history.toSorted((a, b) => a.version - b.version)) {
    if (number > version) break;
    for (const id of removed) active.delete(id);
    for (const id of added) active.add(id);
  }
  return active;
}

function diffOf(
  shelf: LessonSet,
  history: readonly Version[],
  range: { from: number; to?: number | undefined },
): TaughtDiff {
  const { from, to = shelf.version } = range;
  const last = Math.max(0, ...history.map(({ version }) => version));
  for (const number of [from, to])
    if (number > last)
      throw new PlanwrightError("NOT_FOUND", { message: `There is no version ${number}; the last is ${last}.` });
  const [before, after] = [activeAt(history, from), activeAt(history, to)];
  const rows = (ids: Iterable<string>, status: "active" | "revoked"): LessonRow[] =>
    [...ids].flatMap((id) => {
      const found = shelf.lessons.get(id);
      return found === undefined ? [] : [toRow(found.entry, status)];
    });
  return {
    from,
    to,
    added: rows(after.difference(before), "active"),
    removed: rows(before.difference(after), "revoked"),
  };
}
