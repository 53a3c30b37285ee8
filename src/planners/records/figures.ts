import { isJsonObject } from "../../plan/json.ts";
import { argsOf, type Source, type Unread, valueAt } from "./find-rows.ts";
import type { World } from "./world.ts";

/** A measure of the pack by day, or the one of a group that stands out. */
export type Figure = ({ id: string } | { group: string; most: boolean }) & { days?: { from: string; to: string } };

type Days = { from: string; to: string };

/** The values of a measure day by day; none until they are looked up. */
export function figureOf(figure: Figure, days: Days, world: World): readonly number[] {
  const id = "id" in figure ? figure.id : topOf(figure, days, world);
  if (id === undefined) return [];
  const key = `${id} ${days.from} ${days.to}`;
  const known = world.figures.get(key);
  if (known === undefined) world.wantedFigures.set(key, { id, days });
  return known ?? [];
}

/** The measure that was meant; of a group, the one that stands out over the days. */
export function topOf(figure: Figure, days: Days, world: World): string | undefined {
  if ("id" in figure) return figure.id;
  const ids = Object.entries(world.pack.measures?.values ?? {}).flatMap(([id, { group }]) =>
    group === figure.group ? [id] : [],
  );
  const totals = ids.map((id) => ({ id, total: figureOf({ id }, days, world).reduce((all, one) => all + one, 0) }));
  const ordered = totals.toSorted((a, b) => (figure.most ? b.total - a.total : a.total - b.total));
  return ordered[0]?.id;
}

/** Looks up one measure. */
export async function findFigure({ pack, tools, lookups }: Source, id: string, days: Days): Promise<number[] | Unread> {
  const { measures } = pack;
  const measure = measures?.values[id];
  const bound = measure === undefined ? undefined : tools.get(measure.tool);
  if (measures === undefined || measure === undefined || bound === undefined)
    return { doubt: "unavailable", details: id };
  const values = new Map([
    ["from", days.from],
    ["to", days.to],
  ]);
  const answer = await lookups.read(bound.tool, argsOf(bound, { ...measures.range, ...measure.args }, values));
  if (!answer.ok) return { doubt: "unavailable", details: answer.message };
  const found = valueAt(answer.output, measures.items);
  return isJsonObject(found) ? Object.values(found).filter((value) => typeof value === "number") : [];
}
