import { describe, expect, it } from "vitest";
import type { LeaseGuard } from "../../src/ports/engine.ts";
import type { Store } from "../../src/ports/store.ts";
import { createReact, type React } from "../../src/react/react.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { createFakeIds } from "../../src/testing/fake-ids.ts";
import { FakeFailure, type FakeVerb, type FakeVerbs } from "../../src/testing/fake-verbs.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import { createMemoryStore } from "../../src/testing/memory-store/store.ts";
import type { Script, ScriptTurn } from "../../src/testing/scripted-model.ts";
import { createTools, requestOf, scripted, settle, tenant } from "./support/react-world.ts";

const key = { tenant, requestId: "r1" };
const add: ScriptTurn = { calls: [{ name: "add_item", args: { name: "bolt" } }] };

/** A worker on a store that others share: one stretch of work on the run, with whatever hold it has. */
function workerOn(store: Store, verbs: FakeVerbs, script: Script) {
  const clock = createFakeClock();
  const { reasoner } = scripted(script);
  const parts = { store, verbs, clock, log: createMemoryLog(), vetoes: [], reasoner, parallel: 8 };
  const react = createReact({ ...parts, ids: createFakeIds() });
  const work = async (signal: AbortSignal, hold: LeaseGuard): Promise<void> => {
    const [job] = await store.jobs.due(Number.MAX_SAFE_INTEGER, 1);
    if (job === undefined) throw new Error("there is no job");
    await react.handler({ job, signal, guard: hold, onWake: () => undefined });
  };
  return { react, work };
}

const start = (react: React): Promise<unknown> => react.start(requestOf({ id: "r1" }), tenant);
const holds: LeaseGuard = { stillLeased: () => true, confirm: async () => true };

/** A lease that is lost at its n-th check; either the engine reports it first, or only the check does. */
function leavesAt(nth: number, isTold: boolean): { hold: LeaseGuard; signal: AbortSignal } {
  const stop = new AbortController();
  let asked = 0;
  const confirm = async (): Promise<boolean> => {
    asked += 1;
    if (asked === nth && isTold) stop.abort();
    return asked < nth;
  };
  return { hold: { stillLeased: () => asked < nth, confirm }, signal: stop.signal };
}

const statesOf = async (store: Store) =>
  (await store.effects(tenant, "react:r1")).map(({ unit, state }) => `${unit} ${state}`).toSorted();

const never: FakeVerb = { effect: "additive", run: () => ({ id: "I-1" }) };

describe.each([
  ["is told to leave", true],
  ["cannot be sure of its lease", false],
])("a worker that %s", (_, isTold) => {
  it("marks an unsent write as not sent, and the next worker sends it", async () => {
    const [store, verbs] = [createMemoryStore(), createTools({ add_item: never })];
    const first = workerOn(store, verbs, [add]);
    await start(first.react);
    const { hold, signal } = leavesAt(1, isTold);
    await first.work(signal, hold).catch(() => undefined);
    expect([verbs.calls.length, await statesOf(store)]).toEqual([0, ["turn:0:call:0 reserved"]]);
    const second = workerOn(store, verbs, [{ text: "done" }]);
    await second.work(new AbortController().signal, holds);
    expect(await second.react.result(key)).toMatchObject({ status: "ok", trace: [{ observation: { ok: true } }, {}] });
    expect([verbs.calls.length, await statesOf(store)]).toEqual([1, ["turn:0:call:0 confirmed"]]);
  });

  it("lets calls in flight finish and stores their results", async () => {
    const release: (() => void)[] = [];
    const slow: FakeVerb = { effect: "additive", run: () => new Promise((done) => release.push(() => done("late"))) };
    const [store, verbs] = [createMemoryStore(), createTools({ add_item: slow })];
    const names = ["a", "b"].map((name) => ({ name: "add_item", args: { name } }));
    const first = workerOn(store, verbs, [{ calls: names }]);
    await start(first.react);
    const { hold, signal } = leavesAt(2, isTold);
    const left = first.work(signal, hold).catch(() => undefined);
    await settle();
    expect(release).toHaveLength(1);
    release[0]?.();
    await left;
    expect(await statesOf(store)).toEqual(["turn:0:call:0 confirmed", "turn:0:call:1 reserved"]);
    verbs.set("add_item", never);
    const second = workerOn(store, verbs, [{ text: "done" }]);
    await second.work(new AbortController().signal, holds);
    expect((await second.react.result(key))?.trace.map(({ observation }) => observation?.ok)).toEqual([
      true,
      true,
      undefined,
    ]);
    expect(verbs.calls.map(({ effectKey }) => effectKey)).toEqual(["react:r1:turn:0:call:0", "react:r1:turn:0:call:1"]);
  });

  it("does not mark a write as unsent that may have been sent before", async () => {
    const lost: FakeVerb = {
      effect: "additive",
      retryClass: "keyed",
      run: () => Promise.reject(new FakeFailure("timeout")),
    };
    const [store, verbs] = [createMemoryStore(), createTools({ add_item: lost })];
    const first = workerOn(store, verbs, [add]);
    await start(first.react);
    const { hold, signal } = leavesAt(2, isTold);
    await first.work(signal, hold).catch(() => undefined);
    expect([verbs.calls.length, await statesOf(store)]).toEqual([1, ["turn:0:call:0 sent"]]);
  });
});

describe("a sub-goal", () => {
  it("of a run that another worker may own writes nothing, reports it, and continues on the next worker", async () => {
    const [store, verbs] = [createMemoryStore(), createTools({ add_item: never })];
    const { react } = workerOn(store, verbs, [add]);
    await start(react);
    const call = { tenant, requestId: "r1:turn:0:call:0" };
    const { signal } = new AbortController();
    await expect(react.subGoal({ goal: "add a bolt" }, { ...call, stillLeased: () => false }, signal)).rejects.toThrow(
      "taken over",
    );
    const states = async () => (await store.effects(tenant, `react:${call.requestId}`)).map(({ state }) => state);
    expect([verbs.calls.length, await states()]).toEqual([0, ["reserved"]]);
    const second = workerOn(store, verbs, [{ text: "done" }]);
    expect(
      await second.react.subGoal({ goal: "add a bolt" }, { ...call, stillLeased: () => true }, signal),
    ).toMatchObject({
      status: "ok",
    });
    expect([verbs.calls.length, await states()]).toEqual([1, ["confirmed"]]);
  });

  it("is not confused with another run of the same id", async () => {
    const { react } = workerOn(createMemoryStore(), createTools(), []);
    await start(react);
    const call = { tenant, requestId: "r1:turn:0:call:0" };
    await react.start(requestOf({ id: call.requestId, goal: "add a bolt", tools: [] }), tenant);
    expect(await react.subGoal({ goal: "add a bolt" }, call, new AbortController().signal)).toMatchObject({
      code: "REQUEST_ID_REUSED",
    });
  });
});
