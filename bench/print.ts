import { type Figure } from "./figure.ts";
import { machineLine } from "./machine.ts";
import type { Result } from "./results.ts";

/** A result for a person: each table with a line a name. */
export function printResult(name: string, { machine, figures, skipped, seconds, quick }: Result): void {
  console.log(`\n${name}${quick ? ", the quick form" : ""}: ${machineLine(machine)}, took ${Math.round(seconds)} s`);
  for (const [table, own] of Map.groupBy(figures, (figure) => figure.table)) {
    console.log(`\n${table}`);
    console.table(
      Object.fromEntries([...Map.groupBy(own, (one) => one.name)].map(([row, cells]) => [row, toRow(cells)])),
    );
  }
  for (const reason of skipped) console.log(`Skipped: ${reason}`);
}

function toRow(figures: readonly Figure[]): Record<string, string> {
  return Object.fromEntries(figures.map((figure) => [figure.what, sayFigure(figure)]));
}

/** `2.9 × (aim 5, met)`. */
export function sayFigure({ value, unit, aim, met, better }: Figure): string {
  const said = `${sayNumber(value)}${unit === "" ? "" : ` ${unit}`}`;
  if (aim === undefined) return said;
  return `${said} (aim ${better === "higher" ? "≥" : "≤"} ${sayNumber(aim)}, ${met === true ? "met" : "missed"})`;
}

/** Two or three digits, thousands with a comma. */
export function sayNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size === 0 ? 2 : 3;
  return Number(value.toFixed(digits)).toLocaleString("en-US", { maximumFractionDigits: digits });
}
