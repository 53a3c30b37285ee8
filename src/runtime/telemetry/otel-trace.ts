import { compact } from "../../plan/compact.ts";
import * as otel from "@opentelemetry/api";
import { noTrace, type Span, type SpanStart, type Trace } from "../../ports/trace.ts";
import { redact } from "./redact.ts";
import { packageVersion } from "../version.ts";

type OtelOptions = { /** Whether spans may contain goals, arguments and outputs. */ content: boolean };

const kinds = {
  internal: otel.SpanKind.INTERNAL,
  server: otel.SpanKind.SERVER,
  consumer: otel.SpanKind.CONSUMER,
} as const;

/** Truncates longer content: backends drop spans that are too large. */
const maxContent = 16_384;

/** Spans over OpenTelemetry. A no-op if no SDK is loaded. */
export function createOtelTrace({ content }: OtelOptions): Trace {
  if (!isTracing()) return noTrace;
  const tracer = otel.trace.getTracer("planwright", packageVersion);
  return {
    span: (start, work) => {
      const begun = start();
      const parent = parentOf(begun);
      const options = { kind: kinds[begun.kind ?? "internal"], attributes: { ...begun.attributes } };
      const span = tracer.startSpan(begun.name, options, parent);
      return otel.context.with(otel.trace.setSpan(parent, span), () => ending(span, work, content));
    },
    currentHeaders: () => {
      const carrier: Record<string, string> = {};
      otel.propagation.inject(otel.context.active(), carrier);
      // Baggage of the caller is not forwarded: the caller does not choose which tools are called.
      const { traceparent, tracestate } = carrier;
      return compact({ traceparent, tracestate });
    },
  };
}

/** Whether an SDK is loaded in this process. */
export function isTracing(): boolean {
  const provider = otel.trace.getTracerProvider();
  return !(
    provider instanceof otel.ProxyTracerProvider &&
    provider.getDelegateTracer("planwright", packageVersion) === undefined
  );
}

function parentOf({ kind, parent = {} }: SpanStart): otel.Context {
  const active = otel.context.active();
  if (kind === "consumer") return otel.propagation.extract(otel.ROOT_CONTEXT, parent);
  if (kind !== "server" || otel.trace.getSpan(active) !== undefined) return active;
  return otel.propagation.extract(active, parent);
}

async function ending<T>(span: otel.Span, work: (span: Span) => Promise<T>, content: boolean): Promise<T> {
  try {
    return await work(toSpan(span, content));
  } catch (error) {
    toSpan(span, content).fail(error instanceof Error ? error.name : "_OTHER");
    throw error;
  } finally {
    span.end();
  }
}

function toSpan(span: otel.Span, content: boolean): Span {
  return {
    set: (attributes) => void span.setAttributes({ ...attributes }),
    content(name, value) {
      if (!content || !span.isRecording()) return;
      const text = JSON.stringify(redact(value)) ?? "null";
      span.setAttribute(name, text.length > maxContent ? `${text.slice(0, maxContent)}…` : text);
    },
    fail(code) {
      span.setAttribute("error.type", code);
      span.setStatus({ code: otel.SpanStatusCode.ERROR });
    },
  };
}
