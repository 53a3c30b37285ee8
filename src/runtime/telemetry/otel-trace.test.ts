import { describe, expect, it } from "vitest";
import { noTrace } from "../../ports/trace.ts";
import { createFakeVerbs, FakeFailure } from "../../testing/fake-verbs.ts";
import { collectSpans } from "../../../test/support/span-collector.ts";
import { createMetrics } from "./metrics.ts";
import { createOtelTrace } from "./otel-trace.ts";
import { createPlanning, demoTools } from "../planning/planning.ts";
import { systemClock } from "../system-clock.ts";
import { instrumentPlanning } from "./instrument-planning.ts";
import { instrumentVerbs } from "./instrument-verbs.ts";

// Before any SDK is there; the rest of this file has one.
const withoutSdk = createOtelTrace({ content: true });
const collected = collectSpans();
const trace = createOtelTrace({ content: true });
const { signal } = new AbortController();
const key = `pw_0123456789abcdef_${"x".repeat(43)}`;
const watchers = { trace, metrics: createMetrics(), monotonicMs: () => 0 };

describe("without an SDK", () => {
  it("creates no spans", async () => {
    expect(withoutSdk).toBe(noTrace);
    const described = () => {
      throw new Error("was asked");
    };
    expect(await withoutSdk.span(described, () => Promise.resolve(7))).toBe(7);
    expect(withoutSdk.currentHeaders()).toEqual({});
  });
});

describe("opt-in span content", () => {
  it("contains arguments and output with secrets redacted", async () => {
    const fakes = createFakeVerbs({ send: { run: () => ({ sent: true, token: "t-1", echo: `used ${key}` }) } });
    const payload = { to: "ann@example.org", api_key: "k-1", note: `key ${key}` };
    const call = { verb_id: "send", payload, request_id: "q1", caller: "test" };
    await instrumentVerbs(fakes, watchers).execute(call, { signal, attempt: 2 });
    const { attributes } = collected.named("execute_tool send");
    expect(JSON.parse(String(attributes["gen_ai.tool.call.arguments"]))).toEqual({
      to: "ann@example.org",
      api_key: "[redacted]",
      note: "key [redacted]",
    });
    expect(JSON.parse(String(attributes["gen_ai.tool.call.result"]))).toMatchObject({ token: "[redacted]" });
    expect(attributes["planwright.attempt"]).toBe(2);
    expect(JSON.stringify(attributes)).not.toContain(key);
  });

  it("is truncated if long", async () => {
    const long = { text: "x".repeat(100_000) };
    const fakes = createFakeVerbs({ read: { run: () => long } });
    await instrumentVerbs(fakes, watchers).execute(
      { verb_id: "read", payload: {}, request_id: "q2", caller: "test" },
      { signal },
    );
    expect(String(collected.named("execute_tool read").attributes["gen_ai.tool.call.result"]).length).toBeLessThan(
      17_000,
    );
  });

  it("contains the goal and the plan", async () => {
    const planning = instrumentPlanning(createPlanning({ clock: systemClock }), watchers);
    const goal = `look up quote Q-0192 with ${key}`;
    const request = { agentId: "a", goal, surface: "runs", now: "2026-01-05T10:00:00.000Z", zone: "UTC" } as const;
    await planning.plan("grammar", { ...request, toolbox: demoTools() }, signal);
    const { attributes } = collected.named("plan grammar");
    expect(attributes["gen_ai.input.messages"]).toContain("look up quote Q-0192 with [redacted]");
    expect(attributes["planwright.plan"]).toContain("quote_lookup");
  });
});

describe("a span", () => {
  const start = (name: string) => () => ({ name, attributes: {} });

  it("ends with the error name when the work throws, and rethrows", async () => {
    const broken = trace.span(start("broken"), () => Promise.reject(new TypeError(`with ${key}`)));
    await expect(broken).rejects.toThrow(TypeError);
    const { attributes, events, ended } = collected.named("broken");
    expect({ attributes, events, ended }).toEqual({
      attributes: { "error.type": "TypeError" },
      events: [],
      ended: true,
    });
  });

  it("uses one label for codes that tools define", async () => {
    const fakes = createFakeVerbs({
      odd: {
        run: () => {
          throw new FakeFailure("no such customer: Ann");
        },
      },
    });
    await instrumentVerbs(fakes, watchers).execute(
      { verb_id: "odd", payload: {}, request_id: "q3", caller: "test" },
      { signal },
    );
    expect(collected.named("execute_tool odd").attributes["error.type"]).toBe("tool_error");
  });

  it("propagates only W3C headers", async () => {
    const here = await trace.span(start("place"), () => Promise.resolve(trace.currentHeaders()));
    const { traceId, spanId } = collected.named("place").spanContext();
    expect(here).toEqual({ traceparent: `00-${traceId}-${spanId}-01` });
  });

  it("of queued work is not a child of the current span", async () => {
    await trace.span(start("outer"), () =>
      trace.span(
        () => ({ name: "taken", kind: "consumer", attributes: {} }),
        () => Promise.resolve(),
      ),
    );
    expect(collected.named("taken").parentSpanContext).toBeUndefined();
  });
});
