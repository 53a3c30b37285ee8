import { afterEach, describe, expect, it } from "vitest";
import { openRunsWorld, type RunsWorld, tenant } from "../../test/support/runs-world.ts";
import { FakeFailure, type FakeVerb } from "../testing/fake-verbs.ts";
import type { RetryClass } from "../ports/verbs.ts";

let world: RunsWorld;
let calls: number;
afterEach(() => world.engine.stop());

/** A tool whose first call acts, and hangs or fails instead of answering. */
async function open(first: () => Promise<never>, retryClass: RetryClass = "never"): Promise<void> {
  calls = 0;
  const note: FakeVerb = {
    effect: "additive",
    retryClass,
    run: () => ((calls += 1) === 1 ? first() : { id: calls }),
  };
  world = await openRunsWorld({ note });
}

const hang = () => new Promise<never>(() => {});
const fail = (code: string) => () => Promise.reject(new FakeFailure(code));
const signal = new AbortController().signal;
const send = (key = "k", text = "x") =>
  world.runs.callOnce({
    call: { verb_id: "note", payload: { text }, request_id: "r", caller: "me" },
    options: { tenant, signal },
    key,
  });
const lost = { ok: false, error: { code: "connection_lost" } };

describe("a write that is sent outside a run, with a key", () => {
  it("is not sent again after the process that sent it is gone, and a person is asked", async () => {
    await open(hang);
    void send();
    await world.settle();
    expect([await send(), await send()]).toMatchObject([lost, lost]);
    await world.settle();
    const [asked, ...others] = await world.runs.waits(tenant);
    expect([asked?.kind, others, calls]).toEqual(["effect", [], 1]);
    await world.runs.decide({ tenant, waitId: asked?.id ?? "" }, { choice: "done", output: { id: 1 } }, "ann");
    await world.settle();
    expect(await send()).toEqual({ ok: true, output: { id: 1 }, error: null });
    expect(await send("k", "y")).toMatchObject({ ok: false, error: { code: "effect_conflict" } });
    expect([calls, await send("another")]).toMatchObject([1, { ok: true }]);
  });

  it("that got no answer is asked about", async () => {
    await open(fail("timeout"));
    expect(await send()).toMatchObject({ ok: false, error: { code: "timeout" } });
    await world.settle();
    expect(await world.runs.waits(tenant)).toMatchObject([{ kind: "effect" }]);
    expect([await send(), calls]).toMatchObject([lost, 1]);
  });

  it.each<[string, string, RetryClass]>([
    ["failed", "tool_failed", "never"],
    ["got no answer from a tool that takes the key", "timeout", "keyed"],
  ])("that %s may be sent again", async (_, code, retryClass) => {
    await open(fail(code), retryClass);
    expect([await send(), await send(), await send()]).toMatchObject([{ ok: false }, { ok: true }, { ok: true }]);
    expect([calls, await world.runs.waits(tenant)]).toEqual([2, []]);
    expect(new Set(world.verbs.calls.map(({ effectKey }) => effectKey)).size).toBe(1);
  });
});
