import { Agent, request } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startServer } from "../../src/server/start-server.ts";
import type { RunningServer } from "../../src/server/listen.ts";
import { createLoopbackAuth } from "../../src/server/auth/loopback-auth.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// A stopping server as a load balancer sees it: first a notice, then no new connections, and no truncated response.
let world: ServerWorld;
const agent = new Agent({ keepAlive: true });

beforeEach(async () => void (world = await openServerWorld()));
afterEach(async () => {
  agent.destroy();
  await world.stop();
});

function serve(options: { noticeMs?: number; drainMs?: number }): Promise<RunningServer> {
  return startServer(world.planwright, {
    host: "127.0.0.1",
    port: 0,
    authenticate: createLoopbackAuth({ tenant: "acme" }),
    roles: new Set(["api", "planner"]),
    ...options,
  });
}

type RawResponse = { status: number | undefined; connection: string | undefined; text: string };

/** Uses a keep-alive connection, like a load balancer. */
function get(url: string, path: string, onOpen?: () => void): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent }, (answer) => {
      onOpen?.();
      let text = "";
      answer.on("data", (part: Buffer) => (text += part.toString()));
      answer.on("end", () => resolve({ status: answer.statusCode, connection: answer.headers.connection, text }));
    });
    sent.on("error", reject).end();
  });
}

describe("a stopping server", () => {
  it("reports it, serves for a while with Connection: close, then stops listening", async () => {
    const server = await serve({ noticeMs: 1_000 });
    expect(await get(server.url, "/runs")).toMatchObject({ status: 200, connection: "keep-alive" });
    const stopped = server.stop();
    expect(await get(server.url, "/readyz")).toMatchObject({ status: 503, connection: "close" });
    expect(await get(server.url, "/runs")).toMatchObject({ status: 200, connection: "close" });
    world.clock.advance(1_000);
    await stopped;
    await expect(get(server.url, "/runs")).rejects.toThrow("ECONNREFUSED");
  });

  it("ends streams with a reconnect delay", async () => {
    const server = await serve({});
    const open = Promise.withResolvers<void>();
    const stream = get(server.url, "/changes", open.resolve);
    await open.promise;
    await server.stop();
    expect((await stream).text).toMatch(/retry: 1000\nevent: error\ndata: .*"code":"SHUTTING_DOWN"/);
  });

  it("answers requests waiting for longer work in time; the work continues", async () => {
    const server = await serve({ drainMs: 3_500 });
    const body = JSON.stringify({
      goal: { type: "agent_task", description: "what do we have in stock of bolts" },
      toolset: [{ tool_id: "inventory_lookup" }],
      request_id: "r1",
    });
    const result = Promise.withResolvers<undefined>();
    const asked = Promise.withResolvers<void>();
    const { react } = world.planwright;
    let isAnswered = false;
    react.result = (_, signal) => {
      asked.resolve();
      signal?.addEventListener("abort", () => {
        isAnswered = true;
        result.resolve(undefined);
      });
      return result.promise;
    };
    const headers = { "content-type": "application/json" };
    const answer = fetch(`${server.url}/plan/react`, { method: "POST", headers, body });
    await Promise.race([asked.promise, answer]);
    const stopped = server.stop();
    // Two seconds before the server cuts connections.
    world.clock.advance(1_499);
    expect(isAnswered).toBe(false);
    world.clock.advance(1);
    await stopped;
    expect(await (await answer).json()).toMatchObject({ status: 503, code: "SHUTTING_DOWN" });
    expect(await react.exists({ tenant: "acme", requestId: "r1" })).toBe(true);
  });
});
