import { describe, expect, it } from "vitest";
import { scopes } from "../../contracts/api/route.ts";
import { checkBind, createLoopbackAuth } from "./loopback-auth.ts";

describe("loopback authentication", () => {
  const authenticate = createLoopbackAuth({ tenant: "local" });

  it.each([
    ["a tool on this machine", { host: "127.0.0.1:4400" }],
    ["localhost", { host: "localhost:4400" }],
    ["IPv6", { host: "[::1]:4400" }],
    ["the console", { host: "localhost:4400", origin: "http://localhost:4400", "sec-fetch-site": "same-origin" }],
    ["the console under another name of this machine", { host: "127.0.0.1:4400", origin: "http://localhost:4400" }],
    ["a request without a name", {}],
  ])("lets in %s, with every right", async (_, headers: Record<string, string>) => {
    const principal = await authenticate(new Headers(headers));
    expect(principal).toEqual({ tenant: "local", name: "dev", scopes: new Set(scopes) });
  });

  it.each([
    ["a name that was bound to this machine", { host: "evil.example:4400" }],
    ["a name that looks like it", { host: "localhost.evil.example" }],
    ["an address in the network", { host: "192.168.1.10:4400" }],
    ["a page of another local port", { host: "localhost:4400", origin: "http://localhost:9999" }],
    ["a page of another site", { host: "localhost:4400", origin: "https://evil.example" }],
    ["a page without an origin", { host: "localhost:4400", origin: "null" }],
    ["a form of another site", { host: "localhost:4400", "sec-fetch-site": "cross-site" }],
    ["a user part that hides the host", { host: "localhost@evil.example" }],
  ])("turns away %s", async (_, headers: Record<string, string>) => {
    expect(await authenticate(new Headers(headers))).toBeUndefined();
  });
});

describe("checkBind", () => {
  it.each(["127.0.0.1", "127.8.8.8", "localhost", "::1", "[::1]", "::ffff:127.0.0.1"])(
    "allows %s without authentication",
    (host) => {
      expect(checkBind({ host, hasAuth: false })).toBeUndefined();
    },
  );

  it.each(["0.0.0.0", "::", "10.0.0.5", "203.0.113.9", "planwright.example", "localhost.example", ""])(
    "refuses an open %s and says what to do",
    (host) => {
      expect(checkBind({ host, hasAuth: false })).toMatch(/planwright keys create --name .* --scope admin/);
      expect(checkBind({ host, hasAuth: true })).toBeUndefined();
    },
  );
});
