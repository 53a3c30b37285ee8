import { describe, expect, it } from "vitest";
import type { Json } from "../../plan/json.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createHttp } from "../http/http.ts";
import { createRegistry } from "../registry.ts";
import { createVerbs } from "../verb-router.ts";
import { createBuiltinTools } from "./builtin-tools.ts";

async function* bytes(text: string) {
  yield Buffer.from(text);
}

/** The built-in verbs, with a web that is a table. */
function builtins(pages: Record<string, { status?: number; type?: string; body: string }> = {}) {
  const http = createHttp({
    resolve: async () => ["93.184.215.14"],
    dial: async ({ url }) => {
      const page = pages[url.href] ?? { status: 404, body: "no such page" };
      const headers = { "content-type": page.type ?? "text/html" };
      return { status: page.status ?? 200, headers, body: bytes(page.body) };
    },
  });
  const { registry } = createRegistry(createBuiltinTools({ http, maxBytes: 1000 }));
  const verbs = createVerbs({ registry, clock: createFakeClock(), log: createMemoryLog() });
  return async (verb_id: string, payload: Record<string, Json>) => {
    const call = { verb_id, payload, request_id: "r", caller: "test" };
    const answer = await verbs.execute(call, { signal: new AbortController().signal });
    return answer.ok ? answer.output : answer.error.code;
  };
}

describe("the built-in tools", () => {
  it("echo and tell the time as the structured contract says", async () => {
    const call = builtins();
    expect(await call("echo_tool", { text: "hello" })).toEqual({ echo: "hello" });
    expect(await call("echo_tool", {})).toBe("invalid_payload");
    expect(await call("get_time", {})).toEqual({ now_utc: "2025-01-15T12:00:00.000+00:00" });
    expect(await call("get_time", { zone: "UTC" })).toBe("invalid_payload");
  });

  it.each<[string, Record<string, Json>, Json]>([
    ["JSON", { url: "https://a.example/j" }, { status: 200, content_type: "application/json", body: { a: [1] } }],
    ["text", { url: "https://a.example/t" }, { status: 200, content_type: "text/html", body: "<p>" }],
    ["with a query", { url: "https://a.example/q?a=1", query: { b: "x y", c: 2 } }, "found"],
    ["what is not there", { url: "https://a.example/none" }, "tool_failed"],
    ["what is broken", { url: "https://a.example/500" }, "upstream_error"],
    ["what asks for patience", { url: "https://a.example/429" }, "rate_limited"],
    ["JSON that is none", { url: "https://a.example/bad" }, "invalid_output"],
    ["too much", { url: "https://a.example/big" }, "output_too_large"],
    ["an inner address", { url: "http://localhost.example@10.0.0.1/" }, "address_refused"],
  ])("fetch %s", async (_, payload, expected) => {
    const call = builtins({
      "https://a.example/j": { type: "application/json; charset=utf-8", body: '{"a":[1]}' },
      "https://a.example/t": { body: "<p>" },
      "https://a.example/q?a=1&b=x+y&c=2": { body: "found" },
      "https://a.example/500": { status: 500, body: "" },
      "https://a.example/429": { status: 429, body: "" },
      "https://a.example/bad": { type: "application/problem+json", body: "{" },
      "https://a.example/big": { body: "x".repeat(1001) },
    });
    const answer = await call("http.get", payload);
    expect(expected === "found" ? (answer as { body: string }).body : answer).toEqual(expected);
  });

  const rows = [
    { id: 1, name: "bolt", tags: ["a"], price: 2 },
    { id: 2, name: "nut", tags: [], price: null },
  ];
  it.each<[Json, Json[], Json]>([
    [{ items: rows }, [{ op: "at", pointer: "/items/1/name" }], { value: "nut" }],
    [rows, [{ op: "pick", fields: ["id", "none"] }], { value: [{ id: 1 }, { id: 2 }] }],
    [
      rows[0] ?? null,
      [
        { op: "pick", fields: ["name"] },
        { op: "rename", fields: { name: "title" } },
      ],
      { value: { title: "bolt" } },
    ],
    [
      rows,
      [
        { op: "filter", pointer: "/name", is: "equal", to: "nut" },
        { op: "at", pointer: "/0/id" },
      ],
      { value: 2 },
    ],
    [
      rows,
      [
        { op: "filter", pointer: "/tags", is: "not_equal", to: ["a"] },
        { op: "at", pointer: "/0/id" },
      ],
      { value: 2 },
    ],
    [
      rows,
      [
        { op: "filter", pointer: "/price", is: "present" },
        { op: "pick", fields: ["id"] },
      ],
      { value: [{ id: 1 }] },
    ],
    [
      rows,
      [
        { op: "filter", pointer: "/price", is: "absent" },
        { op: "pick", fields: ["id"] },
      ],
      { value: [{ id: 2 }] },
    ],
    [rows, [{ op: "at", pointer: "/7" }], "not_found"],
    [rows, [{ op: "at", pointer: "/constructor" }], "not_found"],
    ["text", [{ op: "pick", fields: ["a"] }], "not_an_object"],
    [{}, [{ op: "filter", pointer: "", is: "present" }], "not_a_list"],
    [{ a: 1, b: 2 }, [{ op: "rename", fields: { a: "b" } }], "name_taken"],
    [rows, [{ op: "eval", code: "1" }], "invalid_payload"],
    [rows, [], "invalid_payload"],
  ])("transform %j by %j", async (value, operations, expected) => {
    expect(await builtins()("json.transform", { value, operations })).toEqual(expected);
  });
});
