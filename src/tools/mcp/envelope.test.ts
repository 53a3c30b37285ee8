import { describe, expect, it } from "vitest";
import type { Json } from "../../plan/json.ts";
import { ToolError } from "../tool-error.ts";
import { unwrapped, unwrappedSchema } from "./envelope.ts";

const composio = { ok: "/successful", output: "/data", error: "/error" };

describe("an envelope", () => {
  it("gives what is in it", () => {
    expect(unwrapped({ successful: true, data: { id: 7 }, error: null }, composio)).toEqual({ id: 7 });
    expect(unwrapped({ successful: true, error: null }, composio)).toBeNull();
  });

  it.each<[string, Json, string, RegExp]>([
    ["a failure with a reason", { successful: false, error: "no such team", data: {} }, "tool_failed", /no such team/],
    ["a failure with an object", { successful: false, error: { code: 7 } }, "tool_failed", /"code":7/],
    ["a failure without a word", { successful: false }, "tool_failed", /the tool failed/],
    ["something that is no true", { successful: "true", data: 1 }, "tool_failed", /the tool failed/],
    ["no envelope at all", { id: 7 }, "invalid_output", /no \/successful/],
    ["text", "hello", "invalid_output", /no \/successful/],
  ])("that is %s is never taken for an answer", (_, answer, code, message) => {
    const read = () => unwrapped(answer, composio);
    expect(read).toThrow(ToolError);
    expect(read).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
  });

  it("has a schema inside its schema, or none", () => {
    const inner = { type: "object", properties: { id: { type: "string" } } };
    expect(unwrappedSchema({ type: "object", properties: { data: inner } }, composio)).toEqual(inner);
    expect(unwrappedSchema({ type: "object" }, composio)).toBeUndefined();
    expect(unwrappedSchema(undefined, composio)).toBeUndefined();
  });
});
