import { type Labels, type MetricName, metricTable, type Metrics, type ReadValue } from "../../ports/metrics.ts";

/** Upper bounds in seconds, from a tenth of a millisecond to a minute. */
export const bucketBounds = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60] as const;

/** Limits memory: a metric ignores new label sets beyond this many series. */
const maxSeries = 1000;

type Histogram = { counts: number[]; sum: number; total: number };
type Series<T> = Map<MetricName, Map<string, T>>;

/** Counters, histograms and gauges read on demand, in the Prometheus text format. */
export function createMetrics(): Metrics {
  const counters: Series<{ value: number }> = new Map();
  const histograms: Series<Histogram> = new Map();
  const reads = new Map<MetricName, ReadValue>();
  return {
    count(name, labels = {}, by = 1) {
      const series = seriesOf(ofName(counters, name), labels, () => ({ value: 0 }));
      if (series !== undefined) series.value += by;
    },
    observe(name, seconds, labels = {}) {
      const series = seriesOf(ofName(histograms, name), labels, emptyHistogram);
      if (series === undefined) return;
      // Count one bucket; `text` computes the cumulative counts.
      const at = bucketBounds.findIndex((bound) => seconds <= bound);
      if (at >= 0) series.counts[at] = (series.counts[at] ?? 0) + 1;
      series.sum += seconds;
      series.total += 1;
    },
    read: (name, value) => void reads.set(name, value),
    async text() {
      const lines = [
        ...[...counters].flatMap(([name, series]) => [...headOf(name), ...counterLines(name, series)]),
        ...[...histograms].flatMap(([name, series]) => [...headOf(name), ...histogramLines(name, series)]),
        ...(await Promise.all([...reads].map(readLines))).flat(),
      ];
      return `${lines.join("\n")}\n`;
    },
  };
}

function emptyHistogram(): Histogram {
  return { counts: bucketBounds.map(() => 0), sum: 0, total: 0 };
}

function ofName<T>(all: Series<T>, name: MetricName): Map<string, T> {
  const found = all.get(name) ?? new Map<string, T>();
  all.set(name, found);
  return found;
}

function seriesOf<T>(metric: Map<string, T>, labels: Labels, create: () => T): T | undefined {
  const key = labelText(labels);
  const found = metric.get(key);
  if (found !== undefined || metric.size >= maxSeries) return found;
  const created = create();
  metric.set(key, created);
  return created;
}

function headOf(name: MetricName): string[] {
  const { kind, help } = metricTable[name];
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`];
}

/** Omits a gauge that fails, so that the others are still reported. */
async function readLines([name, read]: [MetricName, ReadValue]): Promise<string[]> {
  try {
    const value = await read();
    if (typeof value === "number") return [...headOf(name), `${name} ${value}`];
    return value.length === 0
      ? []
      : [...headOf(name), ...value.map((one) => `${name}${wrap(labelText(one.labels))} ${one.value}`)];
  } catch {
    return [];
  }
}

function counterLines(name: string, series: ReadonlyMap<string, { value: number }>): string[] {
  return [...series].map(([labels, { value }]) => `${name}${wrap(labels)} ${value}`);
}

function histogramLines(name: string, series: ReadonlyMap<string, Histogram>): string[] {
  return [...series].flatMap(([labels, { counts, sum, total }]) => {
    let below = 0;
    const buckets = bucketBounds.map((bound, at) => {
      below += counts[at] ?? 0;
      return `${name}_bucket${wrap(labels, `le="${bound}"`)} ${below}`;
    });
    return [
      ...buckets,
      `${name}_bucket${wrap(labels, 'le="+Inf"')} ${total}`,
      `${name}_sum${wrap(labels)} ${sum}`,
      `${name}_count${wrap(labels)} ${total}`,
    ];
  });
}

function labelText(labels: Labels): string {
  let text = "";
  for (const name in labels) text += `${text === "" ? "" : ","}${name}="${escape(labels[name] ?? "")}"`;
  return text;
}

function escape(value: string): string {
  return /["\\\n]/.test(value) ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : value;
}

function wrap(...labels: string[]): string {
  const all = labels.filter((text) => text !== "").join(",");
  return all === "" ? "" : `{${all}}`;
}
