export type Sample = { name: string; labels: Record<string, string>; value: number };
export type MetricFamily = { help: string; type: string; samples: Sample[] };
export type ParsedMetrics = { families: Map<string, MetricFamily> };

/** Strict parser of the Prometheus text format 0.0.4: each family once, with HELP, TYPE and samples together. */
export function parseExposition(text: string): ParsedMetrics {
  if (!text.endsWith("\n")) throw new Error("the last line has no end");
  const families = new Map<string, MetricFamily>();
  const seen = new Set<string>();
  let current: [string, MetricFamily] | undefined;
  for (const line of text.slice(0, -1).split("\n")) {
    const head = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line);
    if (head !== null) {
      current = takeHead(families, current, head);
      continue;
    }
    const sample = parseSample(line);
    if (current === undefined || !belongs(sample.name, current)) throw new Error(`out of place: ${line}`);
    const series = `${sample.name}${JSON.stringify(sample.labels)}`;
    if (seen.has(series)) throw new Error(`twice: ${line}`);
    seen.add(series);
    current[1].samples.push(sample);
  }
  return { families };
}

function takeHead(
  families: ParsedMetrics["families"],
  current: [string, MetricFamily] | undefined,
  head: RegExpExecArray,
): [string, MetricFamily] {
  const [, word, name = "", rest = ""] = head;
  if (word === "HELP") {
    if (families.has(name)) throw new Error(`${name} is there twice`);
    const family = { help: rest, type: "", samples: [] };
    families.set(name, family);
    return [name, family];
  }
  if (current?.[0] !== name) throw new Error(`the type of ${name} stands alone`);
  current[1].type = rest;
  return current;
}

function belongs(sample: string, [name, { type }]: [string, MetricFamily]): boolean {
  return type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`].includes(sample) : sample === name;
}

function parseSample(line: string): Sample {
  const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?)$/.exec(line);
  if (found === null) throw new Error(`not a sample: ${line}`);
  const [, name = "", inside = "", value] = found;
  const labels: Record<string, string> = {};
  const rest = inside.replaceAll(/(\w+)="((?:[^"\\]|\\["\\n])*)"(?:,|$)/g, (_, label: string, text: string) => {
    labels[label] = text.replaceAll(/\\(["\\n])/g, (__, mark: string) => (mark === "n" ? "\n" : mark));
    return "";
  });
  if (rest !== "") throw new Error(`labels cannot be read: ${line}`);
  return { name, labels, value: Number(value) };
}
