import { describe, expect, it } from "vitest";
import type { Route } from "../../contracts/api/route.ts";
import { compressFromBytes, isReady, respond } from "./respond.ts";
import { WireResponse } from "./wire-response.ts";

const platform = { Request: globalThis.Request, Response: globalThis.Response };

describe("a response that is written as it is", () => {
  it("leaves the global ones alone", () => {
    expect(WireResponse).not.toBe(platform.Response);
    expect(new Response()).not.toBeInstanceOf(WireResponse);
    expect(new Request("http://localhost/").constructor).toBe(platform.Request);
  });

  it("is read like any other by whoever calls without a socket", async () => {
    const response = new WireResponse("{}", { status: 201, headers: { "content-type": "application/json" } });
    expect(response).toBeInstanceOf(Response);
    expect(response.status).toBe(201);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({});
  });
});

describe("an answer", () => {
  const along = { "x-request-id": "r1" };
  const request = new Request("http://localhost/", { method: "POST" });
  const route = { method: "POST", status: 200 } as Route; // all that an answer asks of its row
  const answer = (value: unknown): Response => respond({ route, request, along }, value);

  it.each([
    ["small", "x", null],
    ["worth compressing", "x".repeat(compressFromBytes), "Accept-Encoding"],
  ])("that is %s says what it depends on", (_, text, vary) => {
    const response = answer({ text });
    expect(isReady(response)).toBe(true);
    expect(response.headers.get("vary")).toBe(vary);
    expect(response.headers.get("x-request-id")).toBe("r1");
  });

  it("of a handler's own making carries what every answer does, and is not ready", () => {
    const response = answer(new Response("a line", { headers: { "content-type": "text/plain" } }));
    expect(response.headers.get("x-request-id")).toBe("r1");
    expect(isReady(response)).toBe(false);
  });
});
