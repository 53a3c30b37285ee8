/** Label names to values. Values come from small fixed sets: routes, codes, tool names; never from a request's text. */
export type Labels = Readonly<Record<string, string>>;

type Row = { kind: "counter" | "histogram" | "gauge"; help: string };

/** Every figure there is. Names of the process are those that dashboards for Node already know. */
export const metricTable = {
  planwright_http_requests_total: row("counter", "Requests answered, by route and status."),
  planwright_http_request_seconds: row("histogram", "Time to answer a request, by route."),
  planwright_plans_total: row("counter", "Plans asked for, by planner and outcome."),
  planwright_plan_seconds: row("histogram", "Time to plan, by planner."),
  planwright_memo_hits_total: row("counter", "Plans answered from memory."),
  planwright_memo_misses_total: row("counter", "Plans that were not in memory."),
  planwright_verb_calls_total: row("counter", "Calls of tools, by verb and outcome."),
  planwright_verb_seconds: row("histogram", "Time a tool took, by verb."),
  planwright_model_calls_total: row("counter", "Calls of models, by model and outcome."),
  planwright_model_seconds: row("histogram", "Time a model took, by model."),
  planwright_model_tokens_total: row("counter", "Tokens, by model and direction."),
  planwright_model_cost_micro_cents_total: row("counter", "What models cost at their list prices, in micro-cents."),
  planwright_runs_ended_total: row("counter", "Runs that ended in this process, by status."),
  planwright_runs_under_way: row("gauge", "Runs this process is working on."),
  planwright_queue_depth: row("gauge", "Jobs that are due, those under way among them."),
  planwright_jobs_dead: row("gauge", "Jobs that were given up, 1,000 at most. See planwright jobs dead."),
  process_resident_memory_bytes: row("gauge", "Resident memory of the process."),
  process_cpu_seconds_total: row("counter", "Processor time spent by the process."),
  nodejs_heap_size_used_bytes: row("gauge", "Heap in use."),
  nodejs_eventloop_lag_p99_seconds: row("gauge", "99th percentile of the event loop's delay since the last reading."),
} as const satisfies Record<string, Row>;

export type MetricName = keyof typeof metricTable;
type NameOf<Kind extends Row["kind"]> = {
  [Name in MetricName]: (typeof metricTable)[Name]["kind"] extends Kind ? Name : never;
}[MetricName];

/** Figures about the process, read by Prometheus. */
export interface Metrics {
  /** By 1, or by a whole number. */
  count(name: NameOf<"counter">, labels?: Labels, by?: number): void;
  /** Durations in seconds, kept as a histogram. */
  observe(name: NameOf<"histogram">, seconds: number, labels?: Labels): void;
  /** Asked for when the figures are read. */
  read(name: NameOf<"counter" | "gauge">, value: () => number | Promise<number>): void;
  /** Prometheus' text form. */
  text(): Promise<string>;
}

function row<Kind extends Row["kind"]>(kind: Kind, help: string): { kind: Kind; help: string } {
  return { kind, help };
}
