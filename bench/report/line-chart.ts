import { sayNumber } from "../print.ts";
import { linear } from "./scale-of.ts";
import { line, near, svg, text, width } from "./svg.ts";

/** `colour` defaults to the index of the line. */
export type Line = {
  name: string;
  points: readonly (readonly [x: number, y: number])[];
  colour?: number;
  isDashed?: boolean;
};
export type LineChart = { title: string; x: string; y: string; lines: readonly Line[] };

const frame = { left: 76, right: width - 20, top: 42, bottom: 280 };

/** Lines over one axis from zero, each with its name in the legend below. */
export function lineChart({ title, x, y, lines }: LineChart): string {
  const { left, right, top, bottom } = frame;
  const points = lines.flatMap((one) => one.points);
  const across = linear(Math.max(...points.map(([at]) => at)), { from: left, to: right });
  const up = linear(Math.max(...points.map(([, value]) => value)), { from: bottom, to: top });
  const grid = [
    ...up.ticks.flatMap((tick) => [
      line({ x1: left, y1: up.at(tick), x2: right, y2: up.at(tick), className: "grid" }),
      text(sayNumber(tick), { x: left - 8, y: up.at(tick) + 4, className: "soft", anchor: "end" }),
    ]),
    ...across.ticks.map((tick) =>
      text(sayNumber(tick), { x: across.at(tick), y: bottom + 18, className: "soft", anchor: "middle" }),
    ),
  ];
  const lookOf = ({ colour, isDashed = false }: Line, at: number): string =>
    `line line-${colour ?? at}${isDashed ? " dashed" : ""}`;
  const drawn = lines.flatMap((one, at) => {
    const places = one.points.map(([px, py]) => [near(across.at(px)), near(up.at(py))] as const);
    const path = places.map((place) => place.join(",")).join(" ");
    // Few points are drawn one by one.
    const dots = one.points.length > 8 || one.isDashed === true ? [] : places;
    return [
      `<polyline class="${lookOf(one, at)}" points="${path}"/>`,
      ...dots.map(([cx, cy]) => `<circle class="fill-${one.colour ?? at}" cx="${cx}" cy="${cy}" r="4"/>`),
    ];
  });
  const legend = lines.flatMap((one, at) => {
    const x1 = left + (at % 3) * 225;
    const y1 = bottom + 64 + Math.floor(at / 3) * 20;
    return [
      line({ x1, y1, x2: x1 + 24, y2: y1, className: lookOf(one, at) }),
      text(one.name, { x: x1 + 30, y: y1 + 4 }),
    ];
  });
  return svg(title, bottom + 86 + Math.floor((lines.length - 1) / 3) * 20, [
    ...grid,
    line({ x1: left, y1: bottom, x2: right, y2: bottom, className: "axis" }),
    line({ x1: left, y1: top, x2: left, y2: bottom, className: "axis" }),
    ...drawn,
    text(x, { x: (left + right) / 2, y: bottom + 38, className: "soft", anchor: "middle" }),
    text(y, { x: 18, y: (top + bottom) / 2, className: "soft", anchor: "middle", turned: true }),
    ...legend,
  ]);
}
