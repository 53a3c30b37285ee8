import type { Labels, Metrics } from "../ports/metrics.ts";

/** Upper bounds in seconds, from a tenth of a millisecond to ten seconds. */
const bounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10] as const;

/** A label set nobody foresaw must not fill the memory: beyond this many series a metric takes no new one. */
const maxSeries = 1000;

type Histogram = { counts: number[]; sum: number; total: number };

/** Counters, histograms and gauges in Prometheus' text form. */
export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>();
  const histograms = new Map<string, Map<string, Histogram>>();
  const gauges = new Map<string, () => number>();
  return {
    count(name, labels = {}, by = 1) {
      const series = seriesOf(counters, name);
      const key = labelText(labels);
      if (series.has(key) || series.size < maxSeries) series.set(key, (series.get(key) ?? 0) + by);
    },
    observe(name, seconds, labels = {}) {
      const series = seriesOf(histograms, name);
      const key = labelText(labels);
      const found = series.get(key) ?? { counts: bounds.map(() => 0), sum: 0, total: 0 };
      if (!series.has(key) && series.size >= maxSeries) return;
      series.set(key, found);
      for (const [at, bound] of bounds.entries()) if (seconds <= bound) found.counts[at] = (found.counts[at] ?? 0) + 1;
      found.sum += seconds;
      found.total += 1;
    },
    gauge: (name, read) => void gauges.set(name, read),
    text() {
      const lines = [
        ...[...counters].flatMap(([name, series]) => [`# TYPE ${name} counter`, ...counterLines(name, series)]),
        ...[...histograms].flatMap(([name, series]) => [`# TYPE ${name} histogram`, ...histogramLines(name, series)]),
        ...[...gauges].flatMap(([name, read]) => [`# TYPE ${name} gauge`, `${name} ${read()}`]),
      ];
      return `${lines.join("\n")}\n`;
    },
  };
}

function seriesOf<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const found = all.get(name) ?? new Map<string, T>();
  all.set(name, found);
  return found;
}

function counterLines(name: string, series: ReadonlyMap<string, number>): string[] {
  return [...series].map(([labels, value]) => `${name}${wrap(labels)} ${value}`);
}

function histogramLines(name: string, series: ReadonlyMap<string, Histogram>): string[] {
  return [...series].flatMap(([labels, { counts, sum, total }]) => [
    ...bounds.map((bound, at) => `${name}_bucket${wrap(labels, `le="${bound}"`)} ${counts[at] ?? 0}`),
    `${name}_bucket${wrap(labels, 'le="+Inf"')} ${total}`,
    `${name}_sum${wrap(labels)} ${sum}`,
    `${name}_count${wrap(labels)} ${total}`,
  ]);
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(
      ([name, value]) => `${name}="${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`,
    )
    .join(",");
}

function wrap(...labels: string[]): string {
  const all = labels.filter((text) => text !== "").join(",");
  return all === "" ? "" : `{${all}}`;
}
