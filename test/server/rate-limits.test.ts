import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

let world: ServerWorld;
afterEach(() => world?.stop());

const minute = 60_000;

/** A workspace with a tool that two calls a minute may use. */
async function open() {
  const calls: number[] = [];
  const find = defineTool({
    name: "crm_find",
    description: "Finds records.",
    input: z.strictObject({ text: z.string() }),
    output: z.strictObject({ found: z.string() }),
    effect: "read",
    run: ({ text }) => {
      calls.push(world.clock.now());
      return { found: text };
    },
  });
  world = await openServerWorld(
    { limits: { tools: [{ tools: ["crm_*"], calls: 2, per: "minute" }] } },
    { tools: [find] },
  );
  const key = await world.key("acme", ["runs", "tools"]);
  return { calls, key };
}

describe("calls beyond the rate limit of a tool", () => {
  it("wait in a run without using its retries or a worker", async () => {
    const { calls, key } = await open();
    const steps = Array.from({ length: 5 }, (_, at) => ({
      id: `s${at}`,
      kind: "tool",
      tool: "crm_find",
      args: { text: `${at}` },
    }));
    const created = await world.call("startRun", { body: { plan: { steps } } }, key);
    const { run_id: id } = (await created.json()) as { run_id: string };
    const becomes = (status: object) =>
      vi.waitFor(async () => expect(await world.planwright.store.run("acme", id)).toMatchObject(status), 30_000);
    // A call counts for a minute; one that waited may be sent 2 s after its time.
    let until = world.clock.now();
    for (const [sent, leastMs] of [
      [2, minute],
      [4, minute + 2000],
    ] as const) {
      // Times are rounded to 600 ms.
      until = Math.ceil((until + leastMs) / 600) * 600;
      await becomes({ status: "waiting", waiting: { for: "timer", until } });
      expect(calls).toHaveLength(sent);
      world.clock.advance(until - world.clock.now());
    }
    await becomes({ status: "completed" });
    expect(calls).toHaveLength(5);
    const journal = await world.planwright.store.journal("acme", id);
    expect(journal.filter(({ fact }) => fact.kind === "attempt")).toHaveLength(8);
  });

  it("are refused with the time of the next one, where the caller cannot wait", async () => {
    const { calls, key } = await open();
    const call = async () => {
      const body = { verb_id: "crm_find", payload: { text: "x" }, request_id: `r${calls.length}`, caller: "test" };
      return (await (await world.call("executeVerb", { body }, key)).json()) as object;
    };
    for (let at = 0; at < 2; at += 1) expect(await call()).toMatchObject({ ok: true });
    const next = new Date(world.clock.now() + minute).toISOString().slice(0, 16);
    expect(await call()).toMatchObject({
      ok: false,
      error: { code: "rate_limited", message: expect.stringContaining(next) },
    });
    world.clock.advance(minute);
    expect(await call()).toMatchObject({ ok: true });
  });
});
