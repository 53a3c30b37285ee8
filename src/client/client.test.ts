import { compact } from "../plan/compact.ts";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type Client, createClient, ProblemError } from "./index.ts";

type SentRequest = { url: string; method: string; headers: Headers; body: string | undefined };

/** A client whose server always gives the same response, and the requests that server saw. */
function clientOf(answer: Response, key?: string): { client: Client; seen: SentRequest[] } {
  const seen: SentRequest[] = [];
  const fake: typeof fetch = async (input, init = {}) => {
    const request = new Request(input instanceof Request ? input : input.toString(), init);
    const { url, method, headers } = request;
    seen.push({ url, method, headers, body: method === "GET" ? undefined : await request.text() });
    return answer;
  };
  return { client: createClient(compact({ baseUrl: "http://here/", fetch: fake, key })), seen };
}

const json = (value: unknown, status = 200): Response => Response.json(value, { status });

describe("the client", () => {
  it("calls a route without inputs without an argument, and sends nothing else", async () => {
    const { client, seen } = clientOf(json({ status: "ok" }));
    expect(await client.health()).toEqual({ status: "ok" });
    expect(seen).toMatchObject([{ url: "http://here/healthz", method: "GET", body: undefined }]);
    expect([seen[0]?.headers.has("authorization"), seen[0]?.headers.has("content-type")]).toEqual([false, false]);
    expectTypeOf(client.health).toBeCallableWith();
    // @ts-expect-error: getRun needs an id
    expectTypeOf(client.getRun).toBeCallableWith();
  });

  it("sends path parameters, query, API key and idempotency key in the right places", async () => {
    const { client, seen } = clientOf(json({ runs: [], counts: {}, next_cursor: null }), "pw_secret");
    await client.listRuns({ query: { limit: 5, status: "failed" }, idempotencyKey: "once" });
    expect(seen[0]?.url).toBe("http://here/runs?limit=5&status=failed");
    expect(seen[0]?.headers.get("authorization")).toBe("Bearer pw_secret");
    expect(seen[0]?.headers.get("idempotency-key")).toBe("once");
    await client.getRun({ params: { id: "a/b ?" } }).catch(() => undefined);
    expect(seen[1]?.url).toBe("http://here/runs/a%2Fb%20%3F");
  });

  it("sends a body as JSON", async () => {
    const { client, seen } = clientOf(json({}));
    await client.plan({ body: { session_id: 1, message: "hi" } }).catch(() => undefined);
    expect(seen[0]).toMatchObject({ method: "POST", body: '{"session_id":1,"message":"hi"}' });
    expect(seen[0]?.headers.get("content-type")).toBe("application/json");
  });

  it("throws the server's problem", async () => {
    const problem = { type: "about:blank", title: "No.", status: 404, code: "NOT_FOUND", retryable: false };
    const error = await clientOf(json(problem, 404))
      .client.health()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ message: "No.", problem });
  });

  it("turns a foreign error page into a problem", async () => {
    const { client } = clientOf(new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(client.health()).rejects.toMatchObject({
      problem: { status: 502, retryable: true, detail: "<h1>Bad gateway</h1>" },
    });
  });

  it("rejects a response that does not match its schema", async () => {
    await expect(clientOf(json({ status: "fine" })).client.health()).rejects.toThrow(/GET \/healthz .*\/status/);
  });
});

describe("the client's events", () => {
  it.each<[string, string[]]>([
    ["in one piece", ['id: 1\nevent: step\ndata: {"a":1}\n\n: rest\n\ndata: 2\n\n']],
    ["cut anywhere", ["id: 1\nev", 'ent: step\ndata: {"a"', ":1}\n", "\n: rest\n\nda", "ta: 2\n\n"]],
    ["with the line ends of another server", ['id:1\r\nevent:step\r\ndata:{"a":\r\ndata:1}\r\n\r\ndata:2\r\n\r\n']],
    ["broken off in the middle of one", ['id: 1\nevent: step\ndata: {"a":1}\n\ndata: 2\n\nid: 3\ndata: {"b"']],
  ])("are read %s", async (_, pieces) => {
    const { client, seen } = clientOf(new Response(streamOf(pieces)));
    const events = [];
    for await (const event of client.runEvents({ params: { id: "r" }, after: "7" })) events.push(event);
    expect(events).toEqual([
      { id: "1", event: "step", data: { a: 1 } },
      { id: undefined, event: "message", data: 2 },
    ]);
    expect(seen[0]?.headers.get("last-event-id")).toBe("7");
  });

  it("release the stream when the reader stops", async () => {
    let cancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.enqueue(new TextEncoder().encode("data: 1\n\n")),
      cancel: () => void (cancelled = true),
    });
    for await (const { data } of clientOf(new Response(body)).client.runEvents({ params: { id: "r" } })) {
      expect(data).toBe(1);
      break;
    }
    expect(cancelled).toBe(true);
  });
});

function streamOf(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const left = pieces.map((piece) => new TextEncoder().encode(piece));
  return new ReadableStream({
    pull(stream) {
      const next = left.shift();
      if (next === undefined) stream.close();
      else stream.enqueue(next);
    },
  });
}
