import { describe, expect, it } from "vitest";
import type { ModelDelta, ModelRequest } from "../ports/model.ts";
import { createMemoryLog } from "../testing/memory-log.ts";
import { createScriptedModel } from "../testing/scripted-model.ts";
import { withFailover } from "./failover.ts";

const signal = new AbortController().signal;
const request: ModelRequest = {
  model: "ignored",
  messages: [{ role: "user", content: "hello" }],
  maxOutputTokens: 10,
};

describe("failover between endpoints", () => {
  it.each(["rate_limited", "overloaded", "unreachable", "timeout", "unauthorised", "unknown_model"] as const)(
    "uses the next endpoint after %s, under its own name",
    async (code) => {
      const second = createScriptedModel([{ text: "from b" }]);
      const log = createMemoryLog();
      const model = withFailover(
        [
          { name: "a/m", model: createScriptedModel([{ fail: code }]) },
          { name: "b/m", model: second },
        ],
        log,
      );
      expect(await model.call(request, { signal })).toMatchObject({ answer: { text: "from b" } });
      expect(second.requests[0]?.model).toBe("b/m");
      expect(log.lines.map(({ fields }) => fields)).toMatchObject([{ event: "model.failover", to: "b/m", code }]);
    },
  );

  it.each(["bad_request", "refused", "budget", "context_too_long", "aborted"] as const)(
    "stays with the first after %s: the request itself failed",
    async (code) => {
      const second = createScriptedModel([{ text: "from b" }]);
      const endpoints = [
        { name: "a/m", model: createScriptedModel([{ fail: code }]) },
        { name: "b/m", model: second },
      ] as const;
      expect(await withFailover([...endpoints], createMemoryLog()).call(request, { signal })).toMatchObject({
        failure: { code },
      });
      expect(second.requests).toEqual([]);
    },
  );

  it("does not repeat an answer that was partly streamed", async () => {
    const first = {
      call: async (_: ModelRequest, { onDelta }: { onDelta?: ((delta: ModelDelta) => void) | undefined }) => {
        onDelta?.({ kind: "text", text: "half" });
        return { ok: false, failure: { code: "unreachable", message: "gone", retryable: true } } as const;
      },
    };
    const second = createScriptedModel([{ text: "whole" }]);
    const model = withFailover(
      [
        { name: "a/m", model: first },
        { name: "b/m", model: second },
      ],
      createMemoryLog(),
    );
    const result = await model.call(request, { signal, onDelta: () => undefined });
    expect(result).toMatchObject({ failure: { code: "unreachable" } });
  });
});
