export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** W3C trace context headers. */
export type TraceHeaders = Readonly<Record<string, string>>;

/**
 * The parent of a span.
 *
 * - `internal`: the current span
 * - `server`: the current span, else the one named by the request's headers
 * - `consumer`: work taken from a queue; only the span whose headers were stored
 */
export type SpanStart = {
  name: string;
  kind?: "internal" | "server" | "consumer";
  attributes: Attributes;
  parent?: TraceHeaders;
};

export interface Span {
  set(attributes: Attributes): void;
  /** Message content: recorded only if the operator opted in, and redacted. */
  content(name: string, value: unknown): void;
  /** Marks the span as failed, by code; error messages can contain what must not be in a trace. */
  fail(code: string): void;
}

/** Spans for the operator's tracing backend. */
export interface Trace {
  /** `start` is called only when tracing is on. */
  span<T>(start: () => SpanStart, work: (span: Span) => Promise<T>): Promise<T>;
  /** Headers of the current span, to send or store; empty without one. */
  currentHeaders(): TraceHeaders;
}

const noSpan: Span = { set: () => {}, content: () => {}, fail: () => {} };
const nowhere: TraceHeaders = {};

/** Tracing turned off. */
export const noTrace: Trace = { span: (_, work) => work(noSpan), currentHeaders: () => nowhere };
