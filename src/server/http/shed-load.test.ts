import { Agent, request } from "node:http";
import { afterEach, expect, it } from "vitest";
import { Problem } from "../../contracts/problem.ts";
import { type RunningServer, listen } from "../listen.ts";
import { createLoadShedder } from "./shed-load.ts";

const counted: unknown[] = [];
const shed: unknown[] = [];
let server: RunningServer | undefined;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(async () => {
  agent.destroy();
  await server?.stop();
});

async function open(overLimit: () => boolean): Promise<string> {
  const metrics = { count: (...given: unknown[]) => void counted.push(given) };
  const shedLoad = createLoadShedder({
    overLimit,
    ids: { next: () => "made-up" },
    metrics,
    onShed: ({ authorization }, id) => void shed.push([authorization, id]),
  });
  server = await listen(() => new Response("served"), { host: "127.0.0.1", port: 0, shedLoad });
  return server.url;
}

type Answer = { status: number | undefined; text: string; headers: unknown; reused: boolean };

function ask(url: string, body = "", headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: body === "" ? "GET" : "POST", agent, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => {
        resolve({ status: response.statusCode, text, headers: response.headers, reused: asked.reusedSocket });
      });
    });
    asked.once("error", reject).end(body);
  });
}

it("rejects with a complete response and keeps the connection while the process is over its limit", async () => {
  let overLimit = true;
  const url = await open(() => overLimit);
  const refused = await ask(`${url}/plan?x=1`, "x".repeat(300_000), { "x-request-id": "mine" });
  expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "1", "x-request-id": "mine" } });
  expect(Problem.parse(JSON.parse(refused.text))).toMatchObject({
    code: "OVERLOADED",
    instance: "mine",
    retryable: true,
  });
  const bad = await ask(`${url}/runs`, "{}", { "x-request-id": "two words", authorization: "Bearer k" });
  expect(bad).toMatchObject({ status: 503, headers: { "x-request-id": "made-up" } });
  expect(counted).toHaveLength(2);
  expect(shed).toEqual([
    [undefined, "mine"],
    ["Bearer k", "made-up"],
  ]);
  overLimit = false;
  expect(await ask(`${url}/plan`, "{}")).toMatchObject({ status: 200, text: "served", reused: true });
});

it.each(["/healthz", "/readyz", "/version", "/metrics", "/", "/assets/index.js"])(
  "%s is never refused there",
  async (path) => {
    expect(await ask((await open(() => true)) + path)).toMatchObject({ status: 200, text: "served" });
  },
);
