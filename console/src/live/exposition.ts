/** One sample of the Prometheus text format. */
export type Sample = { name: string; labels: Readonly<Record<string, string>>; value: number };

export function parseExposition(text: string): Sample[] {
  return text.split("\n").flatMap((line) => {
    const [, name, labels = "", value] = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? ([^ ]+)/.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
      ([, key = "", text_ = ""]) => [key, unescaped(text_)] as const,
    );
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(["\\n])/g, (_, letter: string) => (letter === "n" ? "\n" : letter));
}

export function sumOf(samples: readonly Sample[], name: string, label?: [string, string]): number {
  return samples
    .filter((one) => one.name === name && (label === undefined || one.labels[label[0]] === label[1]))
    .reduce((sum, { value }) => sum + value, 0);
}

/** Quantiles of one histogram. `isBeyond`: the value is above the largest bucket. */
export type Latency = { name: string; count: number; median: Quantile; p95: Quantile };
export type Quantile = { seconds: number; isBeyond: boolean };

/** The histograms of a metric by a label, most frequent first. */
export function latencies(samples: readonly Sample[], metric: string, label: string): Latency[] {
  const buckets = Map.groupBy(
    samples.filter(({ name }) => name === `${metric}_bucket`),
    ({ labels }) => labels[label] ?? "",
  );
  const all = [...buckets].map(([name, list]) => {
    const steps = list.map(({ labels, value }) => ({ le: limitOf(labels["le"]), count: value }));
    const sorted = steps.toSorted((a, b) => a.le - b.le);
    const count = sorted.at(-1)?.count ?? 0;
    return { name, count, median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
  });
  return all.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}

function limitOf(text: string | undefined): number {
  return text === "+Inf" ? Number.POSITIVE_INFINITY : Number(text);
}

/** Interpolates linearly within a bucket. */
function quantile(steps: readonly { le: number; count: number }[], part: number): Quantile {
  const wanted = (steps.at(-1)?.count ?? 0) * part;
  let [below, under] = [0, 0];
  for (const { le, count } of steps) {
    if (count >= wanted) {
      if (!Number.isFinite(le)) return { seconds: below, isBeyond: true };
      const share = count === under ? 1 : (wanted - under) / (count - under);
      return { seconds: below + (le - below) * share, isBeyond: false };
    }
    [below, under] = [le, count];
  }
  return { seconds: below, isBeyond: true };
}
