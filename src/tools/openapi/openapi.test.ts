import { compact } from "../../plan/compact.ts";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text as readAll } from "node:stream/consumers";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApi } from "../../contracts/api/openapi.ts";
import type { JsonObject } from "../../plan/json.ts";
import { schemaCheck } from "../../plan/schema-check.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { verbsSuite } from "../../testing/verbs-suite.ts";
import { parseAllowList } from "../http/allow-list.ts";
import { createHttp } from "../http/http.ts";
import { createRegistry } from "../registry.ts";
import { createVerbs } from "../verb-router.ts";
import { parseOpenApi } from "./document.ts";
import type { Operation } from "./operation.ts";
import { requestFor } from "./request.ts";
import { createOpenApiTools, type OpenApiConfig } from "./source.ts";

const document = `
openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: "https://{region}.shop.example/v1", variables: { region: { default: eu } } }]
paths:
  /orders/{order_id}/lines:
    parameters:
      - { $ref: "#/components/parameters/OrderId" }
    get:
      operationId: listLines
      summary: List the lines of an order
      parameters:
        - { name: tag, in: query, schema: { type: array, items: { type: string } } }
        - { name: ids, in: query, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: page, in: query, style: deepObject, schema: { type: object } }
        - { name: X-Trace, in: header, schema: { type: string } }
        - { name: order_id, in: query, schema: { type: integer } }
        - { name: session, in: cookie, schema: { type: string } }
      responses: { "200": { description: ok, content: { application/json: { schema: {} } } } }
    post:
      operationId: addLine
      requestBody: { $ref: "#/components/requestBodies/Line" }
      responses: { "201": { description: ok } }
  /tree:
    get:
      responses:
        "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Node" } } } }
  /upload:
    post: { requestBody: { content: { image/png: {} } }, responses: {} }
  /login:
    post:
      operationId: login
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object } } } }
      responses: {}
  /outside:
    get: { parameters: [{ $ref: "other.yaml#/x" }], responses: {} }
  /circle:
    get: { parameters: [{ $ref: "#/components/parameters/Circle" }], responses: {} }
components:
  parameters:
    OrderId: { name: order_id, in: path, required: true, description: order number, schema: { type: string } }
    Circle: { $ref: "#/components/parameters/Circle" }
  requestBodies:
    Line: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Line" } } } }
  schemas:
    Line:
      type: object
      required: [id, sku, quantity]
      properties:
        id: { type: string, readOnly: true }
        sku: { type: string, example: ABC }
        quantity: { type: integer, minimum: 0, exclusiveMinimum: true }
        note: { type: string, nullable: true }
      additionalProperties: false
    Node:
      type: object
      required: [name]
      properties:
        name: { type: string }
        children: { type: array, items: { $ref: "#/components/schemas/Node" } }
`;

type SeenRequest = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };
let server: Server;
let baseUrl = "";
const seen: SeenRequest[] = [];
let answer: { status: number; type: string; body: string } = { status: 200, type: "application/json", body: "{}" };

beforeAll(async () => {
  server = createServer((request, response) => {
    void readAll(request).then((body) => {
      seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function shop(config: Partial<OpenApiConfig> = {}, source: string | JsonObject = document) {
  const parsed = parseOpenApi(source);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
  const allowed = parseAllowList(["127.0.0.1"]);
  const http = createHttp("allows" in allowed ? { allows: allowed.allows } : {});
  const parts = { http, maxBytes: 4 * 1024 * 1024 };
  const { tools, problems } = createOpenApiTools({ name: "shop", document: parsed.value, baseUrl, ...config }, parts);
  const clock = createFakeClock();
  const log = createMemoryLog();
  const { registry } = createRegistry(tools);
  const verbs = createVerbs({ registry, clock, log });
  const call = (verb_id: string, payload: JsonObject, effectKey?: string) =>
    verbs.execute(
      { verb_id, payload, request_id: "r", caller: "test" },
      compact({ signal: new AbortController().signal, effectKey }),
    );
  return { verbs, problems, call, clock, log };
}

function propertiesOf(schema: unknown): object {
  return (schema as { properties: object }).properties; // an object schema of ours
}

describe("the operations of a document", () => {
  it("become verbs named by operationId or by method and path; what cannot be called is named", () => {
    const { verbs, problems } = shop();
    expect(verbs.list().map(({ name, effect }) => [name, effect])).toEqual([
      ["shop.listLines", "read"],
      ["shop.addLine", "unknown"],
      ["shop.get_tree", "read"],
      ["shop.login", "unknown"],
    ]);
    expect(problems).toEqual([
      "POST /upload: a body of image/png cannot be sent",
      "GET /outside: other.yaml#/x is outside the document; bundle it first",
      expect.stringMatching(/^GET \/circle: the references .* go in a circle$/),
    ]);
  });

  it("gather path, query, header and body into one schema, as 2020-12", () => {
    const { verbs } = shop();
    expect(verbs.describe("shop.addLine")?.inputSchema).toEqual({
      type: "object",
      properties: {
        order_id: { type: "string", description: "order number" },
        body: { $ref: "#/$defs/Line" },
      },
      required: ["order_id", "body"],
      additionalProperties: false,
      $defs: {
        Line: {
          type: "object",
          required: ["sku", "quantity"],
          properties: {
            sku: { type: "string" },
            quantity: { type: "integer", exclusiveMinimum: 0 },
            note: { type: ["string", "null"] },
          },
          additionalProperties: false,
        },
      },
    });
    expect(Object.keys(propertiesOf(verbs.describe("shop.listLines")?.inputSchema))).toEqual([
      "order_id",
      "tag",
      "ids",
      "page",
      "X-Trace",
      "query_order_id",
    ]);
  });

  it("take their class and the rest from our rules", () => {
    const { verbs } = shop({
      prefix: "",
      defaults: { timeoutMs: 5000 },
      rules: { addLine: { effect: "additive", retryClass: "keyed", tenants: ["t"], costMicroCents: 3 } },
    });
    expect(verbs.describe("addLine", "t")).toMatchObject({
      effect: "additive",
      retryClass: "keyed",
      timeoutMs: 5000,
      costMicroCents: 3,
      source: "openapi:shop",
    });
    expect(verbs.describe("addLine")).toBeUndefined();
  });

  it("are sent as the document says, with the headers of the configuration and the effect key", async () => {
    const { call, log } = shop({ headers: { "X-Key": "s3cret" }, idempotencyHeader: "Idempotency-Key" });
    const payload = {
      order_id: "a/b ?",
      tag: ["x", "y&z"],
      ids: [1, 2],
      page: { size: 5 },
      "X-Trace": "t",
      query_order_id: 7,
    };
    await call("shop.listLines", payload);
    expect(seen.at(-1)).toMatchObject({
      method: "GET",
      url: "/v1/orders/a%2Fb%20%3F/lines?tag=x&tag=y%26z&ids=1%2C2&page%5Bsize%5D=5&order_id=7",
      headers: { "x-key": "s3cret", "x-trace": "t", accept: "application/json" },
    });
    await call("shop.addLine", { order_id: "1", body: { sku: "A", quantity: 2, note: null } }, "key-1");
    expect(seen.at(-1)).toMatchObject({
      method: "POST",
      url: "/v1/orders/1/lines",
      headers: { "content-type": "application/json", "idempotency-key": "key-1" },
      body: '{"sku":"A","quantity":2,"note":null}',
    });
    await call("shop.login", { body: { user: "ann", roles: ["a", "b"] } });
    expect(seen.at(-1)?.body).toBe("user=ann&roles=a&roles=b");
    expect(JSON.stringify(log.lines)).not.toContain("s3cret");
  });

  it.each([
    ["a field the schema does not know", { order_id: "1", colour: "red" }],
    ["a missing path parameter", {}],
    ["a path that would climb", { order_id: ".." }],
    ["an empty path parameter", { order_id: "" }],
    ["a header that would break out", { order_id: "1", "X-Trace": "a\r\nb: c" }],
  ])("refuse %s and send nothing", async (_, payload) => {
    const before = seen.length;
    expect(await shop().call("shop.listLines", payload)).toMatchObject({ error: { code: "invalid_payload" } });
    expect(seen).toHaveLength(before);
  });

  it("stay within their own path whatever a parameter holds", () => {
    const operation = {
      name: "o",
      description: "",
      method: "GET",
      path: "/orders/{id}/lines",
      parameters: [
        { field: "id", name: "id", in: "path", explode: false, style: "simple" },
        { field: "q", name: "q", in: "query", explode: true, style: "form" },
      ],
      inputSchema: true,
    } satisfies Operation;
    const nasty = fc.oneof(fc.string({ unit: "grapheme" }), fc.stringMatching(/^[./%2e\\?#&=@:{}]{1,8}$/));
    fc.assert(
      fc.property(nasty, nasty, (id, q) => {
        let request: string;
        try {
          request = requestFor(operation, "https://shop.example/v1", { id, q }).url;
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_payload" });
          return;
        }
        const url = new URL(request);
        expect(url.host).toBe("shop.example");
        expect(url.pathname).toMatch(/^\/v1\/orders\/[^/]+\/lines$/);
        expect([...url.searchParams]).toEqual([["q", q]]);
      }),
      { seed: 5, numRuns: 1000 },
    );
  });

  it.each([
    ["a tree of any depth", '{"name":"a","children":[{"name":"b","children":[{"name":"c"}]}]}', "ok"],
    ["a tree with a nameless leaf", '{"name":"a","children":[{"children":[]}]}', "invalid_output"],
    ["no tree", "[]", "invalid_output"],
  ])("check a recursive answer: %s", async (_, body, expected) => {
    answer = { status: 200, type: "application/json", body };
    const said = await shop().call("shop.get_tree", {});
    expect(said.error?.code ?? "ok").toBe(expected);
    expect((await shop({ checkAnswers: false }).call("shop.get_tree", {})).ok).toBe(true);
  });

  it("find their server in the document, or say that there is none", () => {
    const parsed = parseOpenApi({ openapi: "3.1.0", paths: {}, servers: [{ url: "/v1" }] });
    const parts = { http: createHttp(), maxBytes: 1 };
    expect(parsed.ok && createOpenApiTools({ name: "x", document: parsed.value }, parts).problems).toHaveLength(1);
  });
});

describe("parseOpenApi", () => {
  it.each<[string, string | JsonObject, string]>([
    ["version 2", { swagger: "2.0" }, "INVALID_VALUE"],
    ["version 3.2", { openapi: "3.2.0" }, "INVALID_VALUE"],
    ["a list", "- a", "WRONG_TYPE"],
    ["broken YAML", "a: [", "MALFORMED_YAML"],
    [
      "a flood of aliases",
      `a: &a [x]\n${"b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n".repeat(1)}c: [${"*b,".repeat(200)}*b]`,
      "MALFORMED_YAML",
    ],
  ])("refuses %s", (_, source, code) => {
    const parsed = parseOpenApi(source);
    expect(parsed.ok ? "ok" : parsed.issues[0]?.code).toBe(code);
  });

  it("keeps in 3.1 what is beside a reference", () => {
    const schema = { $ref: "#/components/schemas/A", description: "mine" };
    const source = {
      openapi: "3.1.0",
      paths: { "/a": { get: { parameters: [{ name: "a", in: "query", schema }], responses: {} } } },
      components: { schemas: { A: { type: ["string", "null"], minLength: 2 } } },
    };
    expect(shop({}, source).verbs.describe("shop.get_a")?.inputSchema).toMatchObject({
      properties: { a: { $ref: "#/$defs/A", description: "mine" } },
      $defs: { A: { type: ["string", "null"], minLength: 2 } },
    });
  });
});

it("our own API becomes tools without a fault", () => {
  const { verbs, problems } = shop({}, JSON.parse(JSON.stringify(openApi("1.0.0"))) as JsonObject);
  expect(problems).toEqual([]);
  expect(verbs.describe("shop.listTools")?.effect).toBe("read");
  const faults = verbs.list().flatMap(({ name, inputSchema, outputSchema = true }) =>
    [inputSchema, outputSchema].flatMap((schema) => {
      const checked = schemaCheck(schema)({});
      return "fault" in checked ? [[name, checked.fault]] : [];
    }),
  );
  expect(faults).toEqual([]);
});

const suiteDocument = `
openapi: 3.1.0
paths:
  /echo:
    get:
      operationId: echo
      parameters: [{ name: text, in: query, required: true, schema: { type: string } }]
      responses: &echoed
        "200": { content: { application/json: { schema: { type: object, required: [echo] } } } }
  /fail: { get: { operationId: fail, responses: {} } }
  /hang: { get: { operationId: hang, responses: {} } }
  /big:
    get:
      operationId: big
      parameters: [{ name: bytes, in: query, required: true, schema: { type: integer } }]
      responses: {}
  /garbage: { get: { operationId: garbage, responses: *echoed } }
`;

verbsSuite("the operations of an OpenAPI document", async () => {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (url.pathname === "/echo") json(200, { echo: url.searchParams.get("text") });
    else if (url.pathname === "/fail") json(422, { detail: "no" });
    else if (url.pathname === "/big") response.end("x".repeat(Number(url.searchParams.get("bytes"))));
    else if (url.pathname === "/garbage") json(200, { oche: 1 });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { verbs, clock } = shop({ baseUrl: at, prefix: "" }, suiteDocument);
  return {
    verbs,
    clock,
    names: { echo: "echo", fail: "fail", hang: "hang", big: "big", garbage: "garbage" },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
});
