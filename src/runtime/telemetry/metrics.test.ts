import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { metricTable } from "../../ports/metrics.ts";
import { createMetrics } from "./metrics.ts";
import { measureProcess } from "./process-metrics.ts";
import { type ParsedMetrics, parseExposition } from "../../../test/support/exposition.ts";

const operations = readFileSync(resolve(import.meta.dirname, "../../../docs/operations.md"), "utf8");

async function figures(fill: (metrics: ReturnType<typeof createMetrics>) => void): Promise<ParsedMetrics> {
  const metrics = createMetrics();
  fill(metrics);
  return parseExposition(await metrics.text());
}

describe("metrics", () => {
  it("sum counters by label set, with HELP and TYPE lines", async () => {
    const { families } = await figures((metrics) => {
      metrics.count("planwright_plans_total", { planner: "grammar", outcome: "planned" });
      metrics.count("planwright_plans_total", { planner: "grammar", outcome: "planned" });
      metrics.count("planwright_plans_total", { planner: "grammar", outcome: "asks" });
    });
    expect(families.get("planwright_plans_total")).toEqual({
      type: "counter",
      help: metricTable.planwright_plans_total.help,
      samples: [
        { name: "planwright_plans_total", labels: { planner: "grammar", outcome: "planned" }, value: 2 },
        { name: "planwright_plans_total", labels: { planner: "grammar", outcome: "asks" }, value: 1 },
      ],
    });
  });

  it("render cumulative histograms that end in +Inf and match count and sum", async () => {
    const seconds = [0.0001, 0.0002, 0.04, 3, 1000];
    const { families } = await figures((metrics) => {
      for (const one of seconds) metrics.observe("planwright_plan_seconds", one, { planner: "g" });
    });
    const samples = families.get("planwright_plan_seconds")?.samples ?? [];
    const buckets = samples.filter(({ name }) => name.endsWith("_bucket"));
    for (const { labels, value } of buckets) {
      const bound = labels["le"] === "+Inf" ? Infinity : Number(labels["le"]);
      expect(value).toBe(seconds.filter((one) => one <= bound).length);
    }
    expect(buckets.at(-1)?.labels).toEqual({ planner: "g", le: "+Inf" });
    expect(samples.find(({ name }) => name.endsWith("_count"))?.value).toBe(seconds.length);
    expect(samples.find(({ name }) => name.endsWith("_sum"))?.value).toBeCloseTo(1003.0403);
  });

  it("escape label values", async () => {
    const odd = 'a "quoted" \\ value\nwith a line';
    const { families } = await figures((metrics) => metrics.count("planwright_verb_calls_total", { verb: odd }));
    expect(families.get("planwright_verb_calls_total")?.samples[0]?.labels).toEqual({ verb: odd });
  });

  it("bound the number of label sets", async () => {
    const { families } = await figures((metrics) => {
      for (let n = 0; n < 3000; n += 1) metrics.count("planwright_verb_calls_total", { verb: `v${n}` });
      metrics.count("planwright_verb_calls_total", { verb: "v0" });
    });
    const samples = families.get("planwright_verb_calls_total")?.samples ?? [];
    expect(samples).toHaveLength(1000);
    expect(samples[0]?.value).toBe(2);
  });

  it("read gauges on demand; a failing gauge does not affect the others", async () => {
    const { families } = await figures((metrics) => {
      metrics.read("planwright_queue_depth", () => Promise.resolve(7));
      metrics.read("planwright_runs_active", () => Promise.reject(new Error("closed")));
    });
    expect([...families.keys()]).toEqual(["planwright_queue_depth"]);
    expect(families.get("planwright_queue_depth")).toMatchObject({ type: "gauge", samples: [{ value: 7 }] });
  });

  it("include plausible process metrics", async () => {
    const metrics = createMetrics();
    const stop = measureProcess(metrics);
    const { families } = parseExposition(await metrics.text());
    stop();
    const value = (name: string): number => families.get(name)?.samples[0]?.value ?? NaN;
    expect(value("process_resident_memory_bytes")).toBeGreaterThan(1e6);
    expect(value("nodejs_heap_size_used_bytes")).toBeGreaterThan(1e5);
    expect(value("process_cpu_seconds_total")).toBeGreaterThan(0);
    expect(value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
  });
});

describe("the metric table", () => {
  it.each(Object.entries(metricTable))("names %s by the Prometheus conventions", (name, { kind, help }) => {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(name.endsWith("_total")).toBe(kind === "counter");
    if (kind === "histogram") expect(name).toMatch(/_seconds$/);
    expect(help).toMatch(/^[A-Z0-9][^\n]*\.$/);
    expect(operations).toContain(`| \`${name}\` | ${kind} | ${help} |`);
  });
});
