/** Label names to values. Values come from small fixed sets: routes, codes, tool names; never from a request's text. */
export type Labels = Readonly<Record<string, string>>;

/** Figures about the process, read by Prometheus. */
export interface Metrics {
  count(name: string, labels?: Labels, by?: number): void;
  /** Durations in seconds, kept as a histogram. */
  observe(name: string, seconds: number, labels?: Labels): void;
  /** Asked for when the figures are read. */
  gauge(name: string, read: () => number): void;
  text(): string;
}
