import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metrics } from "../../ports/metrics.ts";

/** Measures memory, CPU time and event loop delay. The returned function stops it. */
export function measureProcess(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  metrics.read("process_resident_memory_bytes", () => process.memoryUsage.rss());
  metrics.read("nodejs_heap_size_used_bytes", () => process.memoryUsage().heapUsed);
  metrics.read("process_cpu_seconds_total", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  metrics.read("nodejs_eventloop_lag_p99_seconds", () => {
    const nanoseconds = delay.count === 0 ? 0 : delay.percentile(99);
    delay.reset();
    return nanoseconds / 1e9;
  });
  return () => void delay.disable();
}
