import { sayNumber } from "../print.ts";
import { linear, logarithmic } from "./scale-of.ts";
import { line, near, svg, text, width } from "./svg.ts";

export type Bar = { label: string; value: number; aim?: number | undefined; colour: number };
export type BarChart = { title: string; axis: string; bars: readonly Bar[]; isLog?: boolean };

const right = width - 70;
const rowHeight = 24;
/** Approximate width of a character. */
const letter = 6.4;
const top = 42;

/** Horizontal bars with values; a vertical mark is an aim. */
export function barChart({ title, axis, bars, isLog = false }: BarChart): string {
  const left = 24 + Math.max(...bars.map(({ label }) => label.length)) * letter;
  const bottom = top + bars.length * rowHeight + 6;
  const values = bars.flatMap(({ value, aim }) => (aim === undefined ? [value] : [value, aim]));
  const ends = { from: left, to: right };
  const scale = isLog ? logarithmic(values, ends) : linear(Math.max(...values), ends);
  const grid = scale.ticks.flatMap((tick) => {
    const x = scale.at(tick);
    const label = text(sayNumber(tick), { x, y: bottom + 16, className: "soft", anchor: "middle" });
    return [line({ x1: x, y1: top, x2: x, y2: bottom, className: "grid" }), label];
  });
  const rows = bars.flatMap(({ label, value, aim, colour }, at) => {
    const y = top + at * rowHeight + 4;
    const end = scale.at(value);
    const beyond = aim === undefined ? end : Math.max(end, scale.at(aim));
    const mark = { y1: y - 2, y2: y + rowHeight - 6, className: "aim" };
    return [
      text(label, { x: left - 8, y: y + 12, anchor: "end" }),
      `<rect class="fill-${colour}" x="${near(left)}" y="${y}" width="${near(Math.max(1, end - left))}" height="${rowHeight - 8}" rx="2"/>`,
      ...(aim === undefined ? [] : [line({ x1: scale.at(aim), x2: scale.at(aim), ...mark })]),
      text(sayNumber(value), { x: beyond + 6, y: y + 12 }),
    ];
  });
  const legend = bars.some(({ aim }) => aim !== undefined) ? `${axis}; the upright mark is the aim` : axis;
  return svg(title, bottom + 46, [
    ...grid,
    line({ x1: left, y1: top, x2: left, y2: bottom, className: "axis" }),
    ...rows,
    text(legend, { x: (left + right) / 2, y: bottom + 36, className: "soft", anchor: "middle" }),
  ]);
}
