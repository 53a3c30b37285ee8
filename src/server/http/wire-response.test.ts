import { describe, expect, it } from "vitest";
import type { Route } from "../../contracts/api/route.ts";
import { compressFromBytes, hasFinalHeaders, respond } from "./respond.ts";
import { WireResponse } from "./wire-response.ts";

const platform = { Request: globalThis.Request, Response: globalThis.Response };

describe("WireResponse", () => {
  it("does not change the global classes", () => {
    expect(WireResponse).not.toBe(platform.Response);
    expect(new Response()).not.toBeInstanceOf(WireResponse);
    expect(new Request("http://localhost/").constructor).toBe(platform.Request);
  });

  it("can be read like any response without a socket", async () => {
    const response = new WireResponse("{}", { status: 201, headers: { "content-type": "application/json" } });
    expect(response).toBeInstanceOf(Response);
    expect(response.status).toBe(201);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({});
  });
});

describe("respond", () => {
  const commonHeaders = { "x-request-id": "r1" };
  const request = new Request("http://localhost/", { method: "POST" });
  const route = { method: "POST", status: 200 } as Route; // the only fields that are read
  const answer = (value: unknown): Response => respond({ route, request, commonHeaders }, value);

  it.each([
    ["small", "x", null],
    ["worth compressing", "x".repeat(compressFromBytes), "Accept-Encoding"],
  ])("that is %s says what it depends on", (_, text, vary) => {
    const response = answer({ text });
    expect(hasFinalHeaders(response)).toBe(true);
    expect(response.headers.get("vary")).toBe(vary);
    expect(response.headers.get("x-request-id")).toBe("r1");
  });

  it("adds the common headers to a handler's own response, which is not final", () => {
    const response = answer(new Response("a line", { headers: { "content-type": "text/plain" } }));
    expect(response.headers.get("x-request-id")).toBe("r1");
    expect(hasFinalHeaders(response)).toBe(false);
  });
});
