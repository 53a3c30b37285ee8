import { afterEach, describe, expect, it } from "vitest";
import { PlanwrightError } from "../../src/contracts/errors.ts";
import { Problem } from "../../src/contracts/problem.ts";
import type { Handlers } from "../../src/server/http/exchange.ts";
import { answerTtlMs } from "../../src/server/http/idempotency.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

let world: ServerWorld;
afterEach(() => world.stop());

const message = { steps: [{ id: "s1", kind: "message", channel: "assistant", content: "hello" }] };
const verbCall = { verb_id: "echo_tool", payload: { text: "x" }, request_id: "r", caller: "c" };

type Execute = Handlers["executeVerb"];

async function open(executeVerb?: Execute): Promise<string> {
  world = await openServerWorld(undefined, executeVerb === undefined ? {} : { handlers: { executeVerb } });
  return world.key("acme", ["admin"]);
}

async function send(key: string, idempotencyKey: string, body: object = verbCall): Promise<[number, string, Response]> {
  const headers = { "idempotency-key": idempotencyKey };
  const response = await world.call(body === message ? "startRun" : "executeVerb", { body, headers }, key);
  const parsed = Problem.safeParse(await response.clone().json());
  return [response.status, parsed.success ? parsed.data.code : "", response];
}

/** The key of the claim of `k1`. */
async function claimOf(key: string): Promise<string> {
  return `http:${(await world.keyring.verify(key))?.name ?? ""} k1`;
}

/** A verb that counts its calls, and can be delayed and made to fail. */
function counted(answer: (calls: number) => Promise<void> | void): { calls: number; execute: Execute } {
  const verb = {
    calls: 0,
    execute: async () => {
      verb.calls += 1;
      await answer(verb.calls);
      return { ok: true as const, output: { calls: verb.calls }, error: null };
    },
  };
  return verb;
}

/** A verb whose call is in flight from `begun` until `hold` is released. */
function held() {
  const hold = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const verb = counted(() => {
    begun.resolve();
    return hold.promise;
  });
  return { verb, hold, begun };
}

describe("Idempotency-Key", () => {
  it("answers a repeated request with the first answer, and starts one run", async () => {
    const key = await open();
    const [, , first] = await send(key, "k1", message);
    const [, , again] = await send(key, "k1", message);
    expect(first.headers.has("idempotency-replayed")).toBe(false);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect([again.status, await again.text()]).toEqual([first.status, await first.text()]);
    expect(await world.planwright.runs.list({ tenant: "acme", limit: 10 })).toHaveLength(1);
  });

  it("is rejected for another body and for another route", async () => {
    const key = await open();
    await send(key, "k1", message);
    const other = { ...message, goal: "other" };
    expect((await world.call("startRun", { body: other, headers: { "idempotency-key": "k1" } }, key)).status).toBe(422);
    expect((await send(key, "k1")).slice(0, 2)).toEqual([422, "IDEMPOTENCY_KEY_REUSED"]);
  });

  it("compares the parsed body, not its formatting", async () => {
    const key = await open();
    await send(key, "k1", { ...verbCall });
    const { verb_id, ...rest } = verbCall;
    expect((await send(key, "k1", { ...rest, verb_id }))[2].headers.get("idempotency-replayed")).toBe("true");
  });

  it("belongs to its tenant", async () => {
    const key = await open();
    await send(key, "k1", message);
    const [status, , response] = await send(await world.key("globex", ["admin"]), "k1", message);
    expect([status, response.headers.has("idempotency-replayed")]).toEqual([202, false]);
  });

  it("belongs to its caller, also after the stored answer expired", async () => {
    const key = await open();
    const [, , first] = await send(key, "k1", message);
    world.clock.advance(2 * answerTtlMs);
    const others = [await world.key("acme", ["admin"]), await world.key("acme", ["runs", "write"])];
    const runs = await Promise.all(
      [key, ...others].map(async (one) => (await (await send(one, "k1", message))[2].json()) as { run_id: string }),
    );
    expect(new Set(runs.map(({ run_id: id }) => id)).size).toBe(3);
    expect(runs[0]).toMatchObject({ run_id: ((await first.json()) as { run_id: string }).run_id });
  });

  it("answers 409 while the first request is in flight", async () => {
    const { verb, hold, begun } = held();
    const key = await open(verb.execute);
    const first = send(key, "k1");
    await begun.promise;
    const [status, code, response] = await send(key, "k1");
    expect([status, code, response.headers.has("retry-after")]).toEqual([409, "IDEMPOTENCY_IN_FLIGHT", true]);
    hold.resolve();
    expect((await first)[0]).toBe(200);
    expect(verb.calls).toBe(1);
  });

  it("does not store failures, so the caller may try again", async () => {
    const verb = counted((calls) => {
      if (calls === 1) throw new PlanwrightError("DEPENDENCY_DOWN");
    });
    const key = await open(verb.execute);
    expect((await send(key, "k1")).slice(0, 2)).toEqual([503, "DEPENDENCY_DOWN"]);
    expect((await send(key, "k1"))[0]).toBe(200);
    expect(verb.calls).toBe(2);
  });

  it("does not store the rejection of an unreadable body", async () => {
    const key = await open();
    expect((await send(key, "k1", { verb_id: 1 }))[0]).toBe(422);
    expect((await send(key, "k1"))[0]).toBe(200);
  });

  it("does not repeat work whose caller timed out", async () => {
    const { verb, hold, begun } = held();
    const key = await open(verb.execute);
    const late = send(key, "k1");
    await begun.promise;
    world.clock.advance(30_000);
    expect((await late).slice(0, 2)).toEqual([504, "TIMEOUT"]);
    // The clock jumped past the claim; its renewal is on its way to the store.
    const stored = await claimOf(key);
    const claim = () => world.planwright.store.claim("acme", stored);
    await expect.poll(async () => (await claim())?.expiresAt).toBeGreaterThan(world.clock.now());
    expect((await send(key, "k1"))[1]).toBe("IDEMPOTENCY_IN_FLIGHT");
    hold.resolve();
    let [status, , response] = await send(key, "k1");
    while (status === 409) [status, , response] = await send(key, "k1");
    expect([status, response.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(verb.calls).toBe(1);
  });

  it("expires after the process that claimed it died", async () => {
    const key = await open();
    const hash = "0".repeat(64);
    const dead = { tenant: "acme", key: await claimOf(key), bodyHash: hash, expiresAt: world.clock.now() + 60_000 };
    await world.planwright.store.write((tx) => tx.claim(dead, world.clock.now()));
    expect((await send(key, "k1"))[1]).toBe("IDEMPOTENCY_KEY_REUSED");
    world.clock.advance(60_000);
    expect((await send(key, "k1"))[0]).toBe(200);
  });

  it("expires after a day", async () => {
    const verb = counted(() => {});
    const key = await open(verb.execute);
    await send(key, "k1");
    world.clock.advance(answerTtlMs);
    const [, , response] = await send(key, "k1");
    expect([response.headers.has("idempotency-replayed"), verb.calls]).toEqual([false, 2]);
  });

  it.each(["a b", "é", "x".repeat(256)])("is rejected when it is %j", async (idempotencyKey) => {
    const key = await open();
    expect((await send(key, idempotencyKey)).slice(0, 2)).toEqual([422, "INVALID_INPUT"]);
  });
});
