import { wordTable } from "../../../language/words/word-table.ts";

// Factor of a unit to the base unit of its dimension.
const dimensions = wordTable<readonly [string, number]>({
  meter: ["length", 1],
  kilometer: ["length", 1000],
  centimeter: ["length", 0.01],
  millimeter: ["length", 0.001],
  mile: ["length", 1609.344],
  foot: ["length", 0.3048],
  inch: ["length", 0.0254],
  yard: ["length", 0.9144],
  gram: ["mass", 1],
  kilogram: ["mass", 1000],
  milligram: ["mass", 0.001],
  pound: ["mass", 453.592_37],
  ounce: ["mass", 28.349_523_125],
  ton: ["mass", 1e6],
  liter: ["volume", 1],
  milliliter: ["volume", 0.001],
  second: ["time", 1],
  millisecond: ["time", 0.001],
  minute: ["time", 60],
  hour: ["time", 3600],
  day: ["time", 86_400],
  week: ["time", 604_800],
  month: ["months", 1],
  year: ["months", 12],
  hertz: ["frequency", 1],
  kilohertz: ["frequency", 1e3],
  megahertz: ["frequency", 1e6],
  gigahertz: ["frequency", 1e9],
  byte: ["size", 1],
  kilobyte: ["size", 1e3],
  megabyte: ["size", 1e6],
  gigabyte: ["size", 1e9],
  terabyte: ["size", 1e12],
  joule: ["energy", 1],
  kilojoule: ["energy", 1e3],
  watt: ["power", 1],
  kilowatt: ["power", 1e3],
  celsius: ["temperature", 1],
  fahrenheit: ["temperature", 1],
  kelvin: ["temperature", 1],
});

/** The value in another unit of the same dimension; undefined where the two cannot be compared. */
export function convertUnit(value: number, from: string, to: string): number | undefined {
  if (from === to) return value;
  const [source, target] = [dimensions[from], dimensions[to]];
  if (source === undefined || target === undefined || source[0] !== target[0] || source[0] === "temperature")
    return undefined;
  return Number(((value * source[1]) / target[1]).toPrecision(12));
}

/** Whether the two units measure different things. */
export function clash(from: string, to: string): boolean {
  const [source, target] = [dimensions[from], dimensions[to]];
  return source !== undefined && target !== undefined && source[0] !== target[0];
}

export function isTimeUnit(unit: string | undefined): boolean {
  const dimension = dimensions[unit ?? ""]?.[0];
  return dimension === "time" || dimension === "months";
}
