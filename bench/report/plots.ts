import type { Figure } from "../figure.ts";
import type { Result, Results } from "../results.ts";
import { type Bar, barChart } from "./bar-chart.ts";
import { lineChart } from "./line-chart.ts";

/** A plot of a bench, as a file of docs/plots. */
export type Plot = { file: string; bench: string; alt: string; draw: (result: Result) => string };

export const plots: readonly Plot[] = [
  bars("plan", "Ratios to what Node itself does", {
    axis: "times as long",
    pick: ({ aim, unit }) => unit === "×" && aim !== undefined,
    label: ({ name, what }) => `${name} ${what.replace(" of the same text", "")}`,
  }),
  bars("planners", "A request, by the size of the manifest", {
    axis: "milliseconds, logarithmic",
    isLog: true,
    pick: ({ what }) => what.startsWith("p"),
    label: ({ name, what }) => `${name}, ${what.slice(0, 3)}`,
  }),
  bars("runs", "Durable runs against peers and the bare limit", {
    axis: "times as fast, logarithmic",
    isLog: true,
    pick: ({ table, unit, what }) => table === "Runs" && unit === "×" && !what.includes("as many commits"),
    label: ({ name, what }) =>
      `${name} ${what.replace(", a commit a step", "")}`.replace("50-step fan-out of", "fan-out,"),
    colour: ({ what }) => ["to LangGraph.js", "to Mastra"].indexOf(what) + 1,
  }),
  bars("react", "A ReAct loop of 8 turns against the AI SDK's", {
    axis: "times as long, logarithmic",
    isLog: true,
    pick: ({ what, value }) => what === "to AI SDK" && value > 0,
    label: ({ name }) => name,
    colour: ({ name }) => (name.startsWith("Planwright") ? 0 : 4),
  }),
  bars("server", "POST /plan against a bare route that echoes the body", {
    axis: "rate, as a part of the bare route's",
    pick: ({ unit }) => unit === "×",
  }),
  bars("agents", "A slot of an agent, and a scan of all schedules instead", {
    axis: "microseconds, logarithmic",
    isLog: true,
    pick: ({ table, what }) => table.endsWith("the disk") && (what.startsWith("a slot") || what.startsWith("a scan")),
    label: ({ name, what }) => `${name}, ${what.replace(", decided and run", "")}`,
    colour: ({ what }) => (what.startsWith("a slot") ? 0 : 4),
  }),
  { file: "scale.svg", bench: "scale", alt: "Runs a second with 1, 2 and 4 workers", draw: drawScale },
  bars("load", "Good answers a second at once, twice and four times the sustainable rate", {
    axis: "to the sustainable rate",
    pick: ({ what }) => what === "good answers, to 1×",
    label: ({ name }) => name,
  }),
  {
    file: "load-memory.svg",
    bench: "load",
    alt: "Memory of the server while load is held",
    draw: ({ series }) =>
      lineChart({
        title: "Memory of the server while load is held",
        x: "seconds",
        y: "resident megabytes",
        lines: series.filter(({ y }) => y === "MB"),
      }),
  },
];

/** Every plot whose bench has been measured. */
export function drawPlots({ benches }: Results): { path: string; text: string }[] {
  return plots.flatMap(({ file, bench, draw }) => {
    const result = benches[bench];
    return result === undefined || result.figures.length === 0
      ? []
      : [{ path: `docs/plots/${file}`, text: draw(result) }];
  });
}

type Bars = {
  axis: string;
  isLog?: boolean;
  pick: (figure: Figure) => boolean;
  label?: (figure: Figure) => string;
  colour?: (figure: Figure) => number;
};

function bars(bench: string, title: string, { axis, isLog = false, pick, label = nameAndWhat, colour }: Bars): Plot {
  const draw = ({ figures }: Result): string => {
    const shown = figures.filter(pick).map((figure): Bar => ({
      label: label(figure),
      value: figure.value,
      aim: figure.aim,
      colour: colour?.(figure) ?? 0,
    }));
    return barChart({ title, axis, bars: shown, isLog });
  };
  return { file: `${bench}.svg`, bench, alt: title, draw };
}

function nameAndWhat({ name, what }: Figure): string {
  return `${name}: ${what}`;
}

function drawScale({ figures }: Result): string {
  const shown = figures.filter(({ what }) => what === "runs a second");
  const lines = [...Map.groupBy(shown, ({ name }) => name.replace(/, \d+ workers?$/, ""))].map(([name, own]) => ({
    name,
    points: own.map((figure) => [workersOf(figure.name), figure.value] as const),
  }));
  const ideal = lines.map(({ name, points }, colour) => ({
    colour,
    name: `${name}, if it grew evenly`,
    points: points.map(([workers]) => [workers, workers * (points[0]?.[1] ?? 0)] as const),
    isDashed: true,
  }));
  const title = "Runs a second with 1, 2 and 4 workers on one Postgres, all on the same cores";
  return lineChart({ title, x: "worker processes", y: "runs a second", lines: [...lines, ...ideal] });
}

function workersOf(name: string): number {
  return Number(/(\d+) workers?$/.exec(name)?.[1] ?? 0);
}
