import { describe, expect, it } from "vitest";
import { ToolError } from "../tools/tool-error.ts";
import { AnswerTooLarge } from "./bounded-fetch.ts";
import { type FailureContext, toFailure } from "./failure.ts";

const setting: FailureContext = {
  endpoint: "http://model.test/v1",
  secrets: ["tea-and-biscuits"],
  now: Date.UTC(2025, 0, 15, 12),
};

type Call = { status?: number; message?: string; headers?: Record<string, string>; body?: string; cause?: unknown };

/** An error as the providers' packages throw it. */
function thrown({ status, message = "no", headers = {}, body = "", cause }: Call): Error {
  const error = new Error(message, { cause });
  error.name = "AI_APICallError";
  const fields = { responseHeaders: headers, responseBody: body };
  return Object.assign(error, fields, status !== undefined && { statusCode: status });
}

function coded(code: string, message = code): Error {
  return Object.assign(new Error(message), { code });
}

describe("conversion of thrown errors", () => {
  it.each([
    [thrown({ status: 401 }), "unauthorised", false],
    [thrown({ status: 403 }), "unauthorised", false],
    [thrown({ status: 404 }), "unknown_model", false],
    [thrown({ status: 408 }), "timeout", true],
    [thrown({ status: 413 }), "context_too_long", false],
    [thrown({ status: 400, body: '{"code":"context_length_exceeded"}' }), "context_too_long", false],
    [thrown({ status: 400, body: "prompt is too long: 300000 tokens" }), "context_too_long", false],
    [thrown({ status: 400, body: '{"code":"content_filter"}' }), "refused", false],
    [thrown({ status: 422 }), "bad_request", false],
    [thrown({ status: 429 }), "rate_limited", true],
    [thrown({ status: 429, body: '{"code":"insufficient_quota"}' }), "rate_limited", false],
    [thrown({ status: 529 }), "overloaded", true],
    [thrown({ status: 302 }), "bad_answer", false],
    [thrown({ cause: coded("ECONNREFUSED") }), "unreachable", true],
    [thrown({ status: 200, cause: coded("ECONNRESET") }), "unreachable", true],
    [thrown({ status: 200, cause: new AnswerTooLarge(10) }), "bad_answer", false],
    [new ToolError("address_refused", "10.0.0.1 is private"), "unreachable", false],
    [new ToolError("connection_lost", "reset"), "unreachable", true],
    [{ type: "overloaded_error", message: "busy" }, "overloaded", true],
    [{ type: "rate_limit_error", message: "busy" }, "rate_limited", true],
    [Object.assign(new Error("x"), { name: "AI_TypeValidationError" }), "bad_answer", false],
    [Object.assign(new Error("x"), { name: "AI_UnsupportedFunctionalityError" }), "bad_request", false],
    ["a text", "bad_answer", false],
    [undefined, "bad_answer", false],
  ] as const)("%# is %s", (error, code, retryable) => {
    expect(toFailure(error, setting)).toMatchObject({ code, retryable });
  });

  it.each([
    [{ "retry-after": "7" }, 7000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after": "Wed, 15 Jan 2025 12:01:00 GMT" }, 60_000],
    [{ "retry-after": "Wed, 15 Jan 2020 12:01:00 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("says how long to wait: %o", (headers, retryAfterMs) => {
    expect(toFailure(thrown({ status: 429, headers }), setting).retryAfterMs).toBe(retryAfterMs);
  });

  it.each([
    "your key tea-and-biscuits is wrong",
    "Incorrect API key provided: sk-proj-abcdef123456",
    "header Authorization: Bearer abc.def.ghi was refused",
  ])("is told without secrets: %s", (message) => {
    const failure = toFailure(thrown({ status: 400, message }), setting);
    expect(failure.message).toContain("[redacted]");
    expect(failure.message).not.toMatch(/tea-and|abcdef|abc\.def/);
  });

  it("has a short message and handles a cycle of causes", () => {
    const error = thrown({ status: 400, message: "x".repeat(10_000) });
    error.cause = error;
    expect(toFailure(error, setting).message.length).toBeLessThan(400);
  });
});
