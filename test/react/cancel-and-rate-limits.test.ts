import { describe, expect, it } from "vitest";
import type { Model } from "../../src/ports/model.ts";
import { createModelReasoner } from "../../src/react/model-reasoner.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { FakeFailure, type FakeVerb } from "../../src/testing/fake-verbs.ts";
import { createScriptedModel, type ScriptTurn } from "../../src/testing/scripted-model.ts";
import { openTestStore as openStore } from "../support/test-store.ts";
import { createTools, type KeptWorld, openKept, requestOf, scripted, settle, tenant } from "./support/react-world.ts";

const find: ScriptTurn = { calls: [{ name: "find_items", args: { query: "bolts" } }] };
const add: ScriptTurn = { calls: [{ name: "add_item", args: { name: "bolt" } }] };
const key = { tenant, requestId: "r1" };

async function ask({ react }: Pick<KeptWorld, "react">, request = requestOf({ id: "r1" })) {
  const started = await react.start(request, tenant);
  if (!started.ok) throw new Error(JSON.stringify(started.issues));
  return react.result(key);
}

describe("a run", () => {
  it.each([
    ["thinking", [{ holds: true }]],
    ["a call", [find]],
  ] as const)("ends when it is cancelled during %s", async (_, [turn]) => {
    const store = (await openStore()).store;
    const verbs = createTools({ find_items: { run: () => new Promise(() => undefined) } });
    const model: Model = {
      call: (...asked) => ("holds" in turn ? new Promise(() => undefined) : inner.call(...asked)),
    };
    const inner = createScriptedModel(() => find);
    const clock = createFakeClock();
    const { react } = await openKept({
      reasoner: createModelReasoner({ model, name: "test/one" }),
      store,
      verbs,
      clock,
    });
    const answer = ask({ react });
    await settle();
    await react.cancel({ tenant: "globex", requestId: "r1" });
    await react.cancel(key);
    await react.cancel(key);
    expect(await answer).toMatchObject({ status: "error", error: { code: "cancelled" } });
    const depths = () => {
      clock.advance(1000);
      return store.jobs.depths(Number.MAX_SAFE_INTEGER);
    };
    await expect.poll(depths).toEqual([]);
  });

  it("that was cancelled before a crash asks nobody", async () => {
    const store = (await openStore()).store;
    const first = await openKept({
      ...scripted(() => find),
      store,
      verbs: createTools({ find_items: { run: () => new Promise(() => undefined) } }),
    });
    void ask(first);
    await settle();
    void first.engine.stop();
    await first.react.cancel(key);
    const { reasoner, model } = scripted([{ text: "done" }]);
    const second = await openKept({ reasoner, store });
    expect(await second.react.result(key)).toMatchObject({ status: "error", error: { code: "cancelled" } });
    expect(model.requests).toEqual([]);
  });
});

describe("a call beyond a rate limit", () => {
  /** The first call gets a place five seconds later; it is sent only then. */
  function limited(clock: { now(): number }) {
    const sent: number[] = [];
    const start = clock.now();
    const run: FakeVerb["run"] = (_, { rateWait }) => {
      if (rateWait?.place === undefined) {
        if (start + 5000 <= (rateWait?.latest ?? 0)) rateWait?.onPlace(start + 5000);
        throw new FakeFailure("rate_limited");
      }
      sent.push(clock.now() - start);
      return {};
    };
    return { sent, verbs: createTools({ find_items: { run }, add_item: { effect: "additive", run } }) };
  }

  it.each([
    ["a read", find],
    ["a write", add],
  ] as const)("waits for its place: %s, also after a crash", async (_, turn) => {
    const store = (await openStore()).store;
    const clock = createFakeClock();
    const { sent, verbs } = limited(clock);
    const open = (script: readonly ScriptTurn[]) => openKept({ ...scripted([...script]), store, verbs, clock });
    const first = await open([turn]);
    void ask(first);
    await settle();
    void first.engine.stop();
    await settle();
    const second = await open([{ text: "done" }]);
    await settle();
    expect(sent).toEqual([]);
    clock.advance(5000);
    await settle();
    expect(sent).toEqual([5000]);
    expect(await second.react.result(key)).toMatchObject({ status: "ok" });
  });

  it("is refused where its place is after the deadline of the run", async () => {
    const clock = createFakeClock();
    const { sent, verbs } = limited(clock);
    const world = await openKept({ ...scripted([find, { text: "done" }]), verbs, clock });
    const response = await ask(world, requestOf({ id: "r1", limits: { timeout_seconds: 3 } }));
    expect(response?.trace[0]?.observation).toMatchObject({ ok: false, error: { code: "rate_limited" } });
    expect(sent).toEqual([]);
  });
});
