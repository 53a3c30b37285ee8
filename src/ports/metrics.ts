/** Label names to values. Values come from small fixed sets: routes, codes, tool names; never from a request's text. */
export type Labels = Readonly<Record<string, string>>;

type MetricEntry = { kind: "counter" | "histogram" | "gauge"; help: string };

/** All metrics. Process metrics use the names that Node dashboards know. */
export const metricTable = {
  planwright_http_requests_total: metric("counter", "Requests answered, by route and status."),
  planwright_http_request_seconds: metric("histogram", "Time to answer a request, by route."),
  planwright_logins_failed_total: metric("counter", "Credentials that were refused."),
  planwright_plans_total: metric("counter", "Plans requested, by planner and outcome."),
  planwright_plan_seconds: metric("histogram", "Time to plan, by planner."),
  planwright_memo_hits_total: metric("counter", "Plans answered from the memo."),
  planwright_memo_misses_total: metric("counter", "Plans not found in the memo."),
  planwright_verb_calls_total: metric("counter", "Tool calls, by verb and outcome."),
  planwright_verb_seconds: metric("histogram", "Duration of tool calls, by verb."),
  planwright_model_calls_total: metric("counter", "Model calls, by model and outcome."),
  planwright_model_seconds: metric("histogram", "Duration of model calls, by model."),
  planwright_model_tokens_total: metric("counter", "Tokens, by model and direction."),
  planwright_model_cost_micro_cents_total: metric("counter", "Model cost at list prices, in micro-cents."),
  planwright_runs_ended_total: metric("counter", "Runs that ended in this process, by status."),
  planwright_runs_active: metric("gauge", "Runs this process is working on."),
  planwright_queue_depth: metric("gauge", "Jobs due in all queues, without those running on Postgres."),
  planwright_jobs_due: metric("gauge", "Jobs due and not running, by queue."),
  planwright_jobs_running: metric("gauge", "Jobs leased by a worker, by queue. On Postgres only."),
  planwright_jobs_oldest_seconds: metric("gauge", "How long the oldest due job has waited, by queue."),
  planwright_deliveries_waiting: metric("gauge", "BullMQ: deliveries in Redis that no worker has taken, by queue."),
  planwright_relay_lag_seconds: metric("gauge", "BullMQ: time since due jobs were last relayed to Redis, by queue."),
  planwright_jobs_dead: metric("gauge", "Dead jobs. See planwright jobs dead."),
  process_resident_memory_bytes: metric("gauge", "Resident memory of the process."),
  process_cpu_seconds_total: metric("counter", "Processor time spent by the process."),
  nodejs_heap_size_used_bytes: metric("gauge", "Heap in use."),
  nodejs_eventloop_lag_p99_seconds: metric(
    "gauge",
    "99th percentile of the event loop's delay since the last reading.",
  ),
} as const satisfies Record<string, MetricEntry>;

export type MetricName = keyof typeof metricTable;
type NameOf<Kind extends MetricEntry["kind"]> = {
  [Name in MetricName]: (typeof metricTable)[Name]["kind"] extends Kind ? Name : never;
}[MetricName];

export type Sample = { labels: Labels; value: number };
export type ReadValue = () => number | Promise<number | readonly Sample[]>;

/** Process metrics for Prometheus. */
export interface Metrics {
  /** Increments by 1, or by an integer. */
  count(name: NameOf<"counter">, labels?: Labels, by?: number): void;
  /** Records a duration in a histogram. */
  observe(name: NameOf<"histogram">, seconds: number, labels?: Labels): void;
  /** Registers a value that is read at scrape time, or one for each label set. */
  read(name: NameOf<"counter" | "gauge">, value: ReadValue): void;
  /** The Prometheus text exposition format. */
  text(): Promise<string>;
}

function metric<Kind extends MetricEntry["kind"]>(kind: Kind, help: string): { kind: Kind; help: string } {
  return { kind, help };
}
