import * as otel from "@opentelemetry/api";
import { type MetricName, metricTable, type Metrics } from "../../ports/metrics.ts";
import { packageVersion } from "../version.ts";
import { bucketBounds } from "./metrics.ts";

/** The same metrics over OpenTelemetry as well, where an SDK that collects metrics is loaded. */
export function withOtelMetrics(metrics: Metrics): Metrics {
  const meter = otel.metrics.getMeter("planwright", packageVersion);
  if (meter === otel.createNoopMeter()) return metrics;
  const counters = new Map<MetricName, otel.Counter>();
  const histograms = new Map<MetricName, otel.Histogram>();
  return {
    ...metrics,
    count(name, labels = {}, by = 1) {
      metrics.count(name, labels, by);
      const counter = counters.get(name) ?? meter.createCounter(name, describe(name));
      counters.set(name, counter);
      counter.add(by, labels);
    },
    observe(name, seconds, labels = {}) {
      metrics.observe(name, seconds, labels);
      const advice = { explicitBucketBoundaries: [...bucketBounds] };
      const histogram = histograms.get(name) ?? meter.createHistogram(name, { ...describe(name), unit: "s", advice });
      histograms.set(name, histogram);
      histogram.record(seconds, labels);
    },
    read(name, value) {
      metrics.read(name, value);
      const isCounter = metricTable[name].kind === "counter";
      const gauge = isCounter
        ? meter.createObservableCounter(name, describe(name))
        : meter.createObservableGauge(name, describe(name));
      // A value that cannot be read is left out.
      gauge.addCallback((result) =>
        Promise.resolve(value()).then(
          (now) => {
            for (const one of typeof now === "number" ? [{ value: now, labels: {} }] : now)
              result.observe(one.value, one.labels);
          },
          () => undefined,
        ),
      );
    },
  };
}

function describe(name: MetricName): otel.MetricOptions {
  return { description: metricTable[name].help };
}
