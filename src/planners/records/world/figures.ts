import { isJsonObject } from "../../../plan/json.ts";
import { argsOf, type Source, type UnreadDoubt, valueAt } from "./find-rows.ts";
import type { World } from "./world.ts";

export type Days = { from: string; to: string };

/** A measure of the pack over some days. */
export type Figure = { measure: string; days: Days };

/** A measure by its name, or the one of a group that stands out. */
export type MeasureChoice = { measure: string } | { group: string; most: boolean };

/** The values of a measure day by day; none until they are looked up. */
export function figureOf(measured: MeasureChoice, days: Days, world: World): readonly number[] {
  const measure = measureOf(measured, days, world);
  if (measure === undefined) return [];
  const key = `${measure} ${days.from} ${days.to}`;
  const known = world.figures.get(key);
  if (known === undefined) world.wanted.set(key, { measure, days });
  return known ?? [];
}

export function totalOf(measured: MeasureChoice, days: Days, world: World): number {
  return figureOf(measured, days, world).reduce((total, one) => total + one, 0);
}

/** The measure that was meant; of a group, the one that stands out over the days. */
export function measureOf(measured: MeasureChoice, days: Days, world: World): string | undefined {
  if ("measure" in measured) return measured.measure;
  const totals = Object.entries(world.pack.measures?.values ?? {}).flatMap(([measure, { group }]) =>
    group === measured.group ? [{ measure, total: totalOf({ measure }, days, world) }] : [],
  );
  return totals.toSorted((a, b) => (measured.most ? b.total - a.total : a.total - b.total))[0]?.measure;
}

/** Looks up one measure. */
export async function findFigure(
  { pack, tools, lookups }: Source,
  { measure, days }: Figure,
): Promise<number[] | UnreadDoubt> {
  const { measures } = pack;
  const { tool, args } = measures?.values[measure] ?? { tool: "", args: {} };
  const bound = tools.get(tool);
  if (measures === undefined || bound === undefined) return { doubt: "unavailable", details: measure };
  const values = new Map(Object.entries(days));
  const answer = await lookups.read(bound.tool, argsOf(bound, { ...measures.range, ...args }, values));
  if (!answer.ok) return { doubt: "unavailable", details: answer.message };
  const found = valueAt(answer.output, measures.items);
  return isJsonObject(found) ? Object.values(found).filter((value) => typeof value === "number") : [];
}
