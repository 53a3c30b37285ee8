import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultWireLimits, type RunningServer, listen } from "../../src/server/listen.ts";
import { openSocket, type RawSocket } from "../support/raw-socket.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// Real connections on loopback with short time limits: slow, oversized or malformed requests are rejected by the parser
// while everyone else is served.
const wire = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50, keepAliveTimeout: 20_000 };

let world: ServerWorld;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  world = await openServerWorld();
  key = await world.key("acme", ["admin"]);
  server = await listen((request) => world.app.fetch(request), { host: "127.0.0.1", port: 0, wire, drainMs: 100 });
});
afterAll(async () => {
  await server.stop();
  await world.stop();
});

const open = (): Promise<RawSocket> => openSocket(server.port);
const statusOf = (answer: string): string => answer.split("\r\n")[0] ?? "";

async function serves(): Promise<void> {
  const response = await fetch(`${server.url}/healthz`);
  expect(await response.json()).toEqual({ status: "ok" });
}

/** Sends the text and reads until the server closes the connection. */
async function say(...words: (string | Uint8Array)[]): Promise<string> {
  const raw = await open();
  for (const word of words) raw.write(word);
  return raw.closed;
}

describe("a slow client", () => {
  it("is disconnected while sending headers", async () => {
    const raw = await open();
    raw.write("GET /healthz HTTP/1.1\r\nHost: x\r\n");
    const drip = setInterval(() => raw.write("X-A: b\r\n"), 40);
    const answer = await raw.closed.finally(() => clearInterval(drip));
    expect(statusOf(answer)).toBe("HTTP/1.1 408 Request Timeout");
    await serves();
  });

  it("is disconnected without sending anything", async () => {
    const raw = await open();
    await raw.closed;
    await serves();
  });

  it("is disconnected while sending its body", async () => {
    const raw = await open();
    raw.write("POST /plan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n");
    raw.write(`Authorization: Bearer ${key}\r\n\r\n{`);
    await raw.closed;
    await serves();
  });
});

describe("a thousand idle connections", () => {
  it("do not delay other clients", async () => {
    const idle = await listen((request) => world.app.fetch(request), { host: "127.0.0.1", port: 0, drainMs: 100 });
    const sockets = await Promise.all(Array.from({ length: 1000 }, () => openSocket(idle.port)));
    for (const [at, raw] of sockets.entries()) if (at % 2 === 0) raw.write("GET / HTTP/1.1\r\n");
    for (let n = 0; n < 20; n += 1) expect((await fetch(`${idle.url}/version`)).status).toBe(200);
    await idle.stop();
    await Promise.all(sockets.map(({ closed }) => closed));
  });

  it("beyond the limit are refused until others close", async () => {
    const small = { maxConnections: 2 };
    const few = await listen((request) => world.app.fetch(request), { host: "127.0.0.1", port: 0, wire: small });
    const [one, two] = [await openSocket(few.port), await openSocket(few.port)];
    const third = await openSocket(few.port);
    expect(await third.closed).toBe("");
    one.socket.destroy();
    await one.closed;
    const fourth = await openSocket(few.port);
    fourth.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(statusOf(await fourth.closed)).toBe("HTTP/1.1 200 OK");
    two.socket.destroy();
    await few.stop();
  });
});

describe("a malformed request", () => {
  const get = "GET /healthz HTTP/1.1\r\nHost: x\r\n";
  const { maxHeaderSize } = defaultWireLimits;

  it.each<[string, string | Uint8Array, number]>([
    ["a header too large", `${get}X-A: ${"a".repeat(maxHeaderSize)}\r\n\r\n`, 431],
    ["a flood of headers", `${get}${"X-A: b\r\n".repeat(maxHeaderSize / 8)}\r\n`, 431],
    ["a path too long", `GET /${"a".repeat(maxHeaderSize)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ["noise", new Uint8Array(512).map((_, at) => (at * 7919) % 256), 400],
    ["a TLS greeting", new Uint8Array([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), 400],
    ["a header with a line feed in it", `${get}X-A: b\nc\r\n\r\n`, 400],
    ["two lengths", `${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
    ["a length and chunks", `${get}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ["chunks spelt another way", `${get}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, 400],
    ["no host", "GET /healthz HTTP/1.1\r\n\r\n", 400],
    ["a host with a path in it", "GET /healthz HTTP/1.1\r\nHost: x/y\r\nConnection: close\r\n\r\n", 400],
    ["a proxy's request", "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", 0],
  ])("is rejected: %s", async (_, words, status) => {
    const answer = await say(words);
    if (status === 0) expect(answer).toBe("");
    else expect(statusOf(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    await serves();
  });

  it.each([
    "/../../etc/passwd",
    "/docs/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%2f..%2fetc%2fpasswd",
    "//etc/passwd",
  ])("is a path out of the house: %s", async (path) => {
    const answer = await say(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(statusOf(answer)).toBe("HTTP/1.1 404 Not Found");
    expect(answer).not.toContain("root:");
  });

  it("closes the connection when garbage follows a good request", async () => {
    const raw = await open();
    raw.write(`${get}\r\n`);
    await raw.until('"ok"');
    raw.write(`\u0000 garbage\r\n\r\n${get}\r\n`);
    expect((await raw.closed).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
  });

  it("does not read a second request from the first one's body (request smuggling)", async () => {
    const inner = `${get}\r\n`;
    const head = `POST /plan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${key}\r\n`;
    const answer = await say(`${head}Connection: close\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 400"]);
  });
});

describe("a body of 2 MiB", () => {
  const head = (more: string): string =>
    `POST /plan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;

  it("is rejected by its length before it is sent", async () => {
    const raw = await open();
    raw.write(head("Content-Length: 2097152\r\n"));
    expect(statusOf(await raw.until("BODY_TOO_LARGE"))).toBe("HTTP/1.1 413 Payload Too Large");
    raw.socket.destroy();
    await serves();
  });

  it("is rejected mid-stream when it is chunked", async () => {
    const raw = await open();
    raw.write(head("Transfer-Encoding: chunked\r\n"));
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    for (let n = 0; n < 32; n += 1) raw.write(chunk);
    expect(statusOf(await raw.until("BODY_TOO_LARGE"))).toBe("HTTP/1.1 413 Payload Too Large");
    raw.socket.destroy();
    await serves();
  });
});

describe("a client that disconnects", () => {
  it("after half a body leaves no trace", async () => {
    const before = world.log.lines.filter(({ level }) => level === "error").length;
    const raw = await open();
    raw.write(`POST /plan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${key}\r\n`);
    raw.write('Content-Length: 100\r\n\r\n{"session_id"');
    raw.socket.destroy();
    await raw.closed;
    await serves();
    expect(world.log.lines.filter(({ level }) => level === "error")).toHaveLength(before);
  });

  it("for writing only still gets its response", async () => {
    const raw = await open();
    raw.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    raw.socket.end();
    expect(statusOf(await raw.closed)).toBe("HTTP/1.1 200 OK");
  });
});
