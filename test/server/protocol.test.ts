import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PlanwrightError } from "../../src/contracts/errors.ts";
import { Problem } from "../../src/contracts/problem.ts";
import { namedRoutes } from "../../src/server/app.ts";
import { StoreError } from "../../src/ports/store-error.ts";
import { openServerWorld, type ServerWorld, type WorldOptions } from "../support/server-world.ts";

let world: ServerWorld;
let key: string;

beforeAll(async () => {
  world = await openServerWorld();
  key = await world.key("acme", ["admin"]);
});
afterAll(() => world.stop());

type Init = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> };

async function ask(path: string, { headers = {}, ...init }: Init = {}): Promise<Response> {
  const all = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
  return world.app.request(path, { ...init, headers: all });
}

async function problemOf(response: Response): Promise<Problem> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = Problem.parse(await response.json());
  expect(problem.status).toBe(response.status);
  expect(problem.instance).toBe(response.headers.get("x-request-id"));
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.has("retry-after")).toBe(problem.retryable);
  return problem;
}

const post = (body: Init["body"], headers: Record<string, string> = {}): Promise<Response> =>
  ask("/plan", { method: "POST", ...(body !== undefined && { body }), headers });
const plan = JSON.stringify({ session_id: 1, message: "Echo the text hello" });

it("answers GET /healthz with exactly its status, without a credential", async () => {
  const response = await world.app.request("/healthz");
  expect([response.status, await response.text()]).toEqual([200, '{"status":"ok"}']);
});

describe("a body", () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, Record<string, string>, [number, string]]>([
    ["that is no JSON", "{", {}, [400, "MALFORMED_BODY"]],
    ["with something after it", `${plan} x`, {}, [400, "MALFORMED_BODY"]],
    ["with a key twice", '{"session_id":1,"session_id":2,"message":"x"}', {}, [400, "MALFORMED_BODY"]],
    ["with NaN", '{"session_id":NaN,"message":"x"}', {}, [400, "MALFORMED_BODY"]],
    ["with a number too large", '{"session_id":1e999,"message":"x"}', {}, [400, "MALFORMED_BODY"]],
    ["nested without end", "[".repeat(100_000), {}, [400, "MALFORMED_BODY"]],
    ["that is not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), {}, [400, "MALFORMED_BODY"]],
    ["with half a character", new Uint8Array([0x22, 0xe2, 0x82, 0x22]), {}, [400, "MALFORMED_BODY"]],
    ["of another type", plan, { "content-type": "text/plain" }, [415, "UNSUPPORTED_MEDIA_TYPE"]],
    ["of a form", plan, { "content-type": "application/x-www-form-urlencoded" }, [415, "UNSUPPORTED_MEDIA_TYPE"]],
    [
      "of a type that only begins like it",
      plan,
      { "content-type": "application/jsonx" },
      [415, "UNSUPPORTED_MEDIA_TYPE"],
    ],
    ["of 2 MiB", " ".repeat(2 * 1024 * 1024), {}, [413, "BODY_TOO_LARGE"]],
    ["that says it has 2 MiB", plan, { "content-length": "2097152" }, [413, "BODY_TOO_LARGE"]],
    ["that is empty", "", {}, [422, "INVALID_INPUT"]],
  ])("%s is refused", async (_, body, headers, [status, code]) => {
    const response = await post(body, headers);
    expect([response.status, (await problemOf(response)).code]).toEqual([status, code]);
  });

  it("names the position of a duplicate key", async () => {
    const { errors } = await problemOf(await post('{"session_id":1,"context":{"a":1,"a":2}}'));
    expect(errors?.[0]).toMatchObject({ pointer: "/context/a", hint: expect.any(String) });
  });

  it.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.acme+json"])(
    "is read as JSON when it is %s",
    async (type) => {
      expect((await post(plan, { "content-type": type })).status).toBe(200);
    },
  );

  it("of exactly 1 MiB is accepted, one byte more is not", async () => {
    const padded = (bytes: number): string => plan.padEnd(bytes, " ");
    expect((await post(padded(1024 * 1024))).status).toBe(200);
    expect((await post(padded(1024 * 1024 + 1))).status).toBe(413);
  });

  it("without a declared length is cut off at the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: endless, duplex: "half" as const };
    expect((await world.app.request(new Request("http://test/plan", init))).status).toBe(413);
    expect(sent).toBeLessThan(2 * 1024 * 1024);
  });
});

describe("a path", () => {
  it.each([
    "/",
    "/nothing",
    "/plan/",
    "/runs/1/2/3",
    "/../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/docs/../x",
    "/%00",
  ])("that is not in the table is 404: %s", async (path) => {
    expect((await problemOf(await ask(path))).code).toBe("NOT_FOUND");
  });

  it.each([
    ["/runz", "Did you mean /runs? See /openapi.json for all routes."],
    ["/nothing-like-it", "See /openapi.json for all routes."],
  ])("names the closest route: %s", async (path, next) => {
    expect((await problemOf(await ask(path))).next_step).toBe(next);
  });

  it.each(namedRoutes().map(([, { method, path }]) => [method, path] as const))(
    "answers another method with 405 and what is allowed: %s %s",
    async (method, path) => {
      const response = await ask(path.replaceAll(/\{\w+\}/g, "x"), { method: "PATCH" });
      expect((await problemOf(response)).code).toBe("METHOD_NOT_ALLOWED");
      expect(response.headers.get("allow")?.split(", ")).toContain(method);
    },
  );

  it("with an invalid escape breaks nothing", async () => {
    expect((await ask("/runs/%zz")).status).toBe(404);
    expect((await ask("/runs/%ff%fe")).status).toBe(404);
  });

  it("answers HEAD like GET, without a body", async () => {
    const [head, get] = [await ask("/version", { method: "HEAD" }), await ask("/version")];
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
  });
});

describe("X-Request-Id", () => {
  it("is the caller's if it is safe, in the response and in the log", async () => {
    const response = await ask("/runs", { headers: { "x-request-id": "abc-1.2:3_4" } });
    expect(response.headers.get("x-request-id")).toBe("abc-1.2:3_4");
    expect(world.log.lines.at(-1)?.fields).toMatchObject({ requestId: "abc-1.2:3_4", route: "listRuns", status: 200 });
  });

  it.each(["", " ", "a b", 'a"b', "é", "x".repeat(129), "<script>"])("is generated instead of %j", async (id) => {
    for (const path of ["/runs", "/nothing"]) {
      const given = (await ask(path, { headers: { "x-request-id": id } })).headers.get("x-request-id");
      expect(given).toMatch(/^[\da-f]{8}-[\da-f]{4}-7/);
    }
  });
});

describe("traceparent", () => {
  const id = "4bf92f3577b34da6a3ce929d0e0e4736";

  it("adds its trace id to the log", async () => {
    await ask("/runs", { headers: { traceparent: `00-${id}-00f067aa0ba902b7-01` } });
    expect(world.log.lines.at(-1)?.fields).toMatchObject({ traceId: id });
    await ask("/runs", { headers: { traceparent: "00-nonsense" } });
    expect(world.log.lines.at(-1)?.fields).not.toHaveProperty("traceId");
  });

  it("is passed to the verb", async () => {
    const call = { verb_id: "echo_tool", payload: { text: "x" }, request_id: "r", caller: "c" };
    const headers = { traceparent: `00-${id}-00f067aa0ba902b7-01` };
    await ask("/verbs/execute", { method: "POST", body: JSON.stringify(call), headers });
    expect(world.log.lines.findLast(({ message }) => message === "verb executed")?.fields).toMatchObject({
      traceId: id,
    });
  });
});

describe("ETag", () => {
  it("saves the body for a caller that has it", async () => {
    const first = await ask("/tools");
    const etag = first.headers.get("etag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await ask("/tools", { headers: { "if-none-match": known } });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    expect((await ask("/tools", { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });

  it("of a compressed response is accepted", async () => {
    const gzip = { "accept-encoding": "gzip" };
    const etag = (await ask("/tools", { headers: gzip })).headers.get("etag") ?? "";
    expect((await ask("/tools", { headers: { ...gzip, "if-none-match": etag } })).status).toBe(304);
  });

  it("changes with the content", async () => {
    const before = (await ask("/kb")).headers.get("etag");
    await ask("/kb", { method: "POST", body: JSON.stringify({ source: "etag.txt", content: "words" }) });
    expect((await ask("/kb")).headers.get("etag")).not.toBe(before);
  });
});

describe("gzip", () => {
  it("compresses large responses if the caller accepts it", async () => {
    const plain = await (await ask("/tools")).text();
    const packed = await ask("/tools", { headers: { "accept-encoding": "gzip, br" } });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("vary")).toContain("Accept-Encoding");
    expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(plain);
  });

  it("leaves small responses, and callers without support, uncompressed", async () => {
    for (const [path, accept] of [
      ["/version", "gzip"],
      ["/tools", "gzip;q=0"],
      ["/tools", "identity"],
    ] as const) {
      const response = await ask(path, { headers: { "accept-encoding": accept } });
      expect(response.headers.has("content-encoding")).toBe(false);
    }
  });
});

describe("an HTML page", () => {
  it("cannot be framed and sends no referrer", async () => {
    const { headers } = await ask("/docs");
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });
});

async function other(options: WorldOptions, work: (world: ServerWorld, key: string) => Promise<void>): Promise<void> {
  const own = await openServerWorld(undefined, options);
  try {
    await work(own, await own.key("acme", ["admin"]));
  } finally {
    await own.stop();
  }
}

describe("CORS", () => {
  const origin = "https://app.example";
  const preflight = (own: ServerWorld) =>
    own.app.request("/plan", {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" },
    });

  it("is off by default", async () => {
    const response = await ask("/version", { headers: { origin } });
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect((await preflight(world)).status).toBe(405);
  });

  it("allows only the configured origins", () =>
    other({ origins: [origin] }, async (own) => {
      expect((await preflight(own)).headers.get("access-control-allow-origin")).toBe(origin);
      const stranger = await own.app.request("/version", { headers: { origin: "https://evil.example" } });
      expect(stranger.headers.has("access-control-allow-origin")).toBe(false);
    }));
});

describe("load limits", () => {
  it("answer one caller with 429 and Retry-After while others continue", () =>
    other({ limits: { rate: { requests: 2, windowMs: 60_000 } } }, async (own, mine) => {
      const theirs = await own.key("globex", ["runs"]);
      const one = await own.call("listRuns", {}, mine);
      expect(one.headers.get("ratelimit")).toBe('"default";r=1;t=60');
      const two = await own.call("listRuns", {}, mine);
      expect(two.headers.get("ratelimit-policy")).toBe('"default";q=2;w=60');
      const refused = await own.call("listRuns", {}, mine);
      expect((await problemOf(refused)).code).toBe("RATE_LIMITED");
      expect(refused.headers.get("ratelimit")).toBe('"default";r=0;t=60');
      const seconds = Number(refused.headers.get("retry-after"));
      expect((await own.call("listRuns", {}, theirs)).status).toBe(200);
      own.clock.advance(seconds * 1000);
      expect((await own.call("listRuns", {}, mine)).status).toBe(200);
    }));

  it("never reject a health probe", () =>
    other({ limits: { rate: { requests: 1, windowMs: 60_000 }, maxInFlight: 0 } }, async (own) => {
      for (let n = 0; n < 5; n += 1) expect((await own.call("health")).status).toBe(200);
      expect((await own.call("readiness")).status).toBe(200);
    }));

  it("answer too many requests in flight with 503 and finish the rest", async () => {
    const hold = Promise.withResolvers<void>();
    const listPlanners = () => hold.promise.then(() => ({}));
    await other({ limits: { maxInFlight: 2 }, handlers: { listPlanners } }, async (own, mine) => {
      const held = [own.call("listPlanners", {}, mine), own.call("listPlanners", {}, mine)];
      expect((await problemOf(await own.call("listRuns", {}, mine))).code).toBe("OVERLOADED");
      hold.resolve();
      expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
      expect((await own.call("listRuns", {}, mine)).status).toBe(200);
    });
  });

  it("count requests that only wait for a ReAct run or an agent separately", async () => {
    const hold = Promise.withResolvers<never>();
    let begun = 0;
    const waits = (): Promise<never> => {
      begun += 1;
      return hold.promise;
    };
    const seen: number[] = [];
    const isOverloaded = (inFlight: number): boolean => seen.push(inFlight) > 9;
    const limits = { maxInFlight: 1, maxWaiting: 3, isOverloaded };
    await other({ limits, handlers: { getReact: waits, runAgentOnce: waits } }, async (own, mine) => {
      const held: Promise<Response>[] = [];
      for (let at = 0; at < 3; at += 1) {
        const params = { id: `r${at}` };
        held.push(own.call(at === 0 ? "runAgentOnce" : "getReact", { params, ...(at === 0 && { body: {} }) }, mine));
        await vi.waitFor(() => expect(begun).toBe(at + 1), 10_000);
        expect((await own.call("listRuns", {}, mine)).status).toBe(200);
      }
      const fourth = await own.call("getReact", { params: { id: "r4" } }, mine);
      expect((await problemOf(fourth)).code).toBe("OVERLOADED");
      expect(new Set(seen)).toEqual(new Set([1]));
      hold.reject(new PlanwrightError("NOT_FOUND"));
      expect((await Promise.all(held)).map(({ status }) => status)).toEqual([404, 404, 404]);
      expect((await own.call("getReact", { params: { id: "r5" } }, mine)).status).toBe(404);
    });
  });

  it("answer an overload with 503 until it has passed; probes are answered", async () => {
    let isBehind = true;
    await other({ limits: { isOverloaded: () => isBehind } }, async (own, mine) => {
      const turned = await own.call("listRuns", {}, mine);
      expect([turned.status, turned.headers.get("retry-after")]).toEqual([503, "1"]);
      expect((await problemOf(turned)).code).toBe("OVERLOADED");
      expect((await own.call("health")).status).toBe(200);
      isBehind = false;
      expect((await own.call("listRuns", {}, mine)).status).toBe(200);
    });
  });

  it("answer a timeout with 504 and abort the work", async () => {
    const seen = Promise.withResolvers<AbortSignal>();
    const never = Promise.withResolvers<Record<string, never>>();
    const listPlanners = ({ signal }: { signal: AbortSignal }): Promise<Record<string, never>> => {
      seen.resolve(signal);
      return never.promise;
    };
    await other({ limits: { requestTimeoutMs: 1000 }, handlers: { listPlanners } }, async (own, mine) => {
      const late = own.call("listPlanners", {}, mine);
      const signal = await seen.promise;
      own.clock.advance(999);
      expect(signal.aborted).toBe(false);
      own.clock.advance(1);
      expect(signal.aborted).toBe(true);
      const response = await late;
      expect([response.status, (await problemOf(response)).code]).toEqual([504, "TIMEOUT"]);
    });
  });
});

describe("an internal failure", () => {
  it.each(["busy", "full"] as const)("is 503 when the store is %s: a retry may succeed", (code) =>
    other(
      { handlers: { listPlanners: () => Promise.reject(new StoreError(code, "db.internal")) } },
      async (own, mine) => {
        const response = await own.call("listPlanners", {}, mine);
        expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
        const text = await response.text();
        expect([text.includes("DEPENDENCY_DOWN"), text.includes("db.internal")]).toEqual([true, false]);
      },
    ),
  );

  it("is 500 with a log line and no details in the response", () =>
    other(
      {
        handlers: {
          listPlanners: () => {
            throw new Error("password of 10.0.0.7 is hunter2");
          },
        },
      },
      async (own, mine) => {
        const response = await own.call("listPlanners", {}, mine);
        const text = await response.text();
        expect([response.status, text.includes("hunter2")]).toEqual([500, false]);
        expect(own.log.lines.some(({ level }) => level === "error")).toBe(true);
      },
    ));
});

describe("roles", () => {
  it("hide the routes of other roles: 404, not 405", () =>
    other({ roles: ["planner"] }, async (own, mine) => {
      expect((await own.call("plan", { body: { session_id: 1, message: "Echo the text hi" } }, mine)).status).toBe(200);
      expect((await own.call("listRuns", {}, mine)).status).toBe(404);
      expect((await own.call("health")).status).toBe(200);
    }));
});
