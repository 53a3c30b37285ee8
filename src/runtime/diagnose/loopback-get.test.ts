import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getFromLoopback } from "./loopback-get.ts";

describe("getFromLoopback", () => {
  let server: Server;
  let url = "";

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.statusCode = request.url === "/gone" ? 404 : 200;
      response.end(request.url === "/long" ? "x".repeat(1_000_000) : `said at ${request.url ?? ""}`);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  });

  afterAll(() => server.close());

  it("returns the beginning of the response", async () => {
    expect(await getFromLoopback(`${url}/healthz`)).toBe("said at /healthz");
    expect((await getFromLoopback(`${url}/long`))?.length).toBeLessThan(200_000);
  });

  it("returns undefined if nothing listens or the status is not 200", async () => {
    expect(await getFromLoopback(`${url}/gone`)).toBeUndefined();
    expect(await getFromLoopback("http://127.0.0.1:1/healthz")).toBeUndefined();
  });

  it.each(["http://192.0.2.1/", "http://planwright.example/", "http://[2001:db8::1]/", "http://127.0.0.1.example/"])(
    "asks no other machine: %s",
    async (address) => {
      expect(await getFromLoopback(address)).toBeUndefined();
    },
  );
});
