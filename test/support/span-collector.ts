import { context, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

export type SpanCollector = {
  /** Ended spans in order. */
  spans(): ReadableSpan[];
  named(name: string): ReadableSpan;
  reset(): void;
};

/** Registers the OpenTelemetry SDK for the process and collects spans in memory. */
export function collectSpans(): SpanCollector {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const spans = (): ReadableSpan[] => exporter.getFinishedSpans();
  return {
    spans,
    named(name) {
      const found = spans().find((span) => span.name === name);
      if (found === undefined)
        throw new Error(
          `no span ${name}: ${spans()
            .map((span) => span.name)
            .join(", ")}`,
        );
      return found;
    },
    reset: () => exporter.reset(),
  };
}
