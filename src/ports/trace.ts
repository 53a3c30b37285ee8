export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The W3C headers that say which span something belongs to. */
export type TraceHeaders = Readonly<Record<string, string>>;

/**
 * Whose child a span is.
 *
 * - `internal`: of the span it is opened in
 * - `server`: of the span it is opened in, else of the one that the request's headers name
 * - `consumer`: work taken from a queue; of the span whose headers were kept, and of no other
 */
export type SpanStart = {
  name: string;
  kind?: "internal" | "server" | "consumer";
  attributes: Attributes;
  parent?: TraceHeaders;
};

export interface Span {
  set(attributes: Attributes): void;
  /** What was said or sent: kept only where the operator has opted in, and without secrets. */
  content(name: string, value: unknown): void;
  /** Marks the span as failed, by a code; an error's own words can hold what must not be in a trace. */
  fail(code: string): void;
}

/** Spans of what happens, for the operator's tracing backend. */
export interface Trace {
  /** `start` is asked only where somebody listens. */
  span<T>(start: () => SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
  /** The span under way, to be sent or kept; empty where there is none. */
  currentHeaders(): TraceHeaders;
}

const noSpan: Span = { set: () => {}, content: () => {}, fail: () => {} };
const nowhere: TraceHeaders = {};

/** Where nobody listens. */
export const noTrace: Trace = { span: (_, work) => work(noSpan), currentHeaders: () => nowhere };
