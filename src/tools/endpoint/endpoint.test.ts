import { compact } from "../../plan/compact.ts";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../plan/json.ts";
import type { DialRequest } from "../http/dial.ts";
import { createHttp } from "../http/http.ts";
import { createEndpointTool, type Endpoint } from "./endpoint-tool.ts";
import { fieldsIn, fillJson } from "./template.ts";

async function* bytes(text: string) {
  yield Buffer.from(text);
}

function call(endpoint: Partial<Endpoint>, payload: JsonObject, answer: Json = {}) {
  const sent: (Pick<DialRequest, "method" | "headers" | "body"> & { url: string })[] = [];
  const http = createHttp({
    resolve: async () => ["93.184.215.14"],
    dial: async ({ url }, { method, headers, body }) => {
      sent.push(compact({ url: url.href, method, headers, body }));
      return { status: 200, headers: { "content-type": "application/json" }, body: bytes(JSON.stringify(answer)) };
    },
  });
  const whole = { name: "crm.find", description: "", method: "GET", url: "https://crm.example/deals", input: true };
  const tool = createEndpointTool({ ...whole, ...endpoint }, { http, maxBytes: 10_000 });
  const context = { signal: new AbortController().signal, requestId: "r", caller: "c", now: 0, effectKey: "k-1" };
  return { sent, tool, output: tool.run(payload, context) };
}

describe("an HTTP endpoint", () => {
  it("puts the payload into path, query and body, each in its own way", async () => {
    const { sent, output } = call(
      {
        method: "POST",
        url: "https://crm.example/deals/{deal}/notes?v=2",
        query: { tag: "{tags}", by: "bot-{who}", none: "{none}", limit: 5 },
        headers: { Authorization: "Bearer s3cret" },
        body: {
          text: "{text}",
          size: "{size}",
          title: "Deal {deal}: {size}",
          gone: "{none}",
          list: ["{text}", "{none}"],
        },
        idempotencyHeader: "Idempotency-Key",
      },
      { deal: "a/../b", tags: ["x", "y"], who: "Анна", text: "hi & bye", size: 3 },
    );
    await output;
    expect(sent).toEqual([
      expect.objectContaining({
        method: "POST",
        url: "https://crm.example/deals/a%2F..%2Fb/notes?v=2&tag=x&tag=y&by=bot-%D0%90%D0%BD%D0%BD%D0%B0&limit=5",
        body: '{"text":"hi & bye","size":3,"title":"Deal a/../b: 3","list":["hi & bye"]}',
      }),
    ]);
    expect(sent[0]?.headers).toMatchObject({
      authorization: "Bearer s3cret",
      "idempotency-key": "k-1",
      "content-type": "application/json",
    });
  });

  it("picks its output, and fails when there is none", async () => {
    const answer = { items: [{ id: 1 }] };
    expect(await call({ pick: "/items/0" }, {}, answer).output).toEqual({ id: 1 });
    await expect(call({ pick: "/rows" }, {}, answer).output).rejects.toMatchObject({ code: "invalid_output" });
  });

  it("is a read only when it is a GET, unless the rules say otherwise", () => {
    const effectOf = (endpoint: Partial<Endpoint>) => call(endpoint, {}).tool.spec.effect;
    expect([effectOf({}), effectOf({ method: "POST" })]).toEqual(["read", "unknown"]);
    expect(effectOf({ method: "POST", rules: { effect: "read" } })).toBe("read");
    expect(effectOf({ rules: { effect: "destructive" } })).toBe("destructive");
  });

  it("does not climb out of its path", async () => {
    const { sent, output } = call({ url: "https://crm.example/deals/{id}" }, { id: ".." });
    await expect(output).rejects.toMatchObject({ code: "invalid_payload" });
    expect(sent).toEqual([]);
  });

  it("keeps the type of a field that is alone, and knows the fields it reads", () => {
    expect(fillJson({ a: "{n}", b: "n={n}", c: [true, null, 7] }, { n: { deep: [1] } })).toEqual({
      a: { deep: [1] },
      b: 'n={"deep":[1]}',
      c: [true, null, 7],
    });
    expect(fieldsIn({ a: "{x}", b: ["{y} and {x}", { c: "{z}" }], d: 5, e: "{ not }" })).toEqual(["x", "y", "x", "z"]);
  });
});
