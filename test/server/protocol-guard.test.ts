import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// What every route does for a request before its handler, the endpoints of other protocols do too.
let world: ServerWorld;
let key: string;

beforeAll(async () => {
  world = await openServerWorld(undefined, {
    limits: { maxBodyBytes: 2_000, rate: { requests: 3, windowMs: 60_000 } },
  });
  key = await world.key("acme", ["admin"]);
});
afterAll(() => world.stop());

const wrong = `pw_${"0".repeat(16)}_${"x".repeat(43)}`;
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };

function post(
  path: string,
  headers: Record<string, string> = {},
  body: string | ReadableStream = "{}",
): Promise<Response> {
  const init = { method: "POST", headers: { ...json, ...headers }, body, duplex: "half" } as const;
  return Promise.resolve(world.app.request(path, init));
}

describe.each(["/mcp", "/a2a"])("%s", (path) => {
  it("records, logs and throttles refused credentials", async () => {
    const action = path.slice(1);
    world.clock.advance(10 * 60_000);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 32; attempt += 1)
      statuses.push((await post(path, { authorization: `Bearer ${wrong}`, "x-request-id": `r-${action}` })).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429]);
    const entries = await world.planwright.audit.list({ tenant: "", limit: 100 });
    const refused = entries.filter((entry) => entry.action === action && entry.outcome === "UNAUTHENTICATED");
    expect(refused).toHaveLength(30);
    expect(refused[0]).toMatchObject({ subjects: ["0".repeat(16)], requestId: `r-${action}` });
    const lines = world.log.lines.filter(({ fields }) => fields["event"] === "auth.login_failed");
    expect(lines.filter(({ fields }) => fields["route"] === action)).toHaveLength(30);
  });

  it("answers with the request id and nosniff, also where it refuses", async () => {
    for (const headers of [{}, { authorization: `Bearer ${key}` }]) {
      const response = await post(path, { ...headers, "x-request-id": "mine" });
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("x-request-id")).toBe("mine");
    }
  });

  it("stops reading a body at the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 1_000) controller.close();
        else controller.enqueue(new Uint8Array(1_000).fill(32));
      },
    });
    const response = await post(path, { authorization: `Bearer ${key}` }, endless);
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(20);
  });
});

it("the agent card and the state of the login carry nosniff", async () => {
  for (const path of ["/.well-known/agent-card.json", "/login/state"]) {
    const response = await world.app.request(path);
    expect([path, response.headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
  }
});

describe("a request that is refused for the load, with a known key", () => {
  it("is audited where the caller exceeds its rate, at most 30 times a minute", async () => {
    const caller = await world.key("t-fast", ["admin"]);
    const statuses: number[] = [];
    for (let at = 0; at < 40; at += 1) statuses.push((await world.call("listRuns", {}, caller)).status);
    expect(statuses).toEqual([200, 200, 200, ...Array.from({ length: 37 }, () => 429)]);
    const entries = await world.planwright.audit.list({ tenant: "t-fast", limit: 100 });
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual(
      Array.from({ length: 30 }, () => "listRuns RATE_LIMITED"),
    );
  });

  it("is audited where the process sheds load", async () => {
    const busy = await openServerWorld(undefined, { limits: { isOverloaded: () => true } });
    try {
      const caller = await busy.key("t-shed", ["admin"]);
      const response = await busy.call("startRun", {}, caller);
      expect(response.status).toBe(503);
      expect((await busy.call("startRun", {}, wrong)).status).toBe(503);
      await vi.waitFor(async () => {
        const entries = await busy.planwright.audit.list({ tenant: "t-shed", limit: 10 });
        expect(entries).toMatchObject([{ action: "startRun", outcome: "OVERLOADED" }]);
      });
    } finally {
      await busy.stop();
    }
  });
});
