import { describe, expect, it, vi } from "vitest";
import type { PlanReactRequest } from "../../src/contracts/react/plan-react.ts";
import type { Model } from "../../src/ports/model.ts";
import type { Store } from "../../src/ports/store.ts";
import { createModelReasoner } from "../../src/react/model-reasoner.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { FakeFailure, type FakeVerb } from "../../src/testing/fake-verbs.ts";
import { openTestStore as openStore } from "../support/test-store.ts";
import { createScriptedModel, type ScriptTurn } from "../../src/testing/scripted-model.ts";
import { createTools, type KeptWorld, openKept, requestOf, scripted, settle, tenant } from "./support/react-world.ts";

const find: ScriptTurn = { calls: [{ name: "find_items", args: { query: "bolts" } }] };
const add: ScriptTurn = { calls: [{ name: "add_item", args: { name: "bolt" } }] };
const key = { tenant, requestId: "r1" };

async function ask({ react }: KeptWorld, request: PlanReactRequest = requestOf({ id: "r1" })) {
  const started = await react.start(request, tenant);
  if (!started.ok) throw new Error(JSON.stringify(started.issues));
  return react.result({ tenant, requestId: started.value.requestId });
}

describe("a kept run", () => {
  it("stores its turns as facts by key, and its answer under the request's id", async () => {
    const world = await openKept(scripted([find, add, { text: "done" }]));
    const response = await ask(world);
    const facts = await world.store.records({ tenant, kind: "react.fact", group: "r1", limit: 10 });
    expect(facts.map(({ id }) => id).toSorted()).toEqual([
      "r1/turn:0:call:0",
      "r1/turn:0:model",
      "r1/turn:1:call:0",
      "r1/turn:1:model",
      "r1/turn:2:model",
    ]);
    expect(await world.store.record({ tenant, kind: "react.run", id: "r1" })).toMatchObject({ status: "ended" });
    expect(await world.react.result(key)).toEqual(response);
    expect(await world.store.jobs.depths(Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  it("is the same run for the same id and request, and no other run for another request", async () => {
    const { reasoner, model } = scripted([find, { text: "done" }]);
    const world = await openKept({ reasoner });
    const [first, second] = await Promise.all([ask(world), ask(world)]);
    expect(second).toEqual(first);
    expect(await ask(world)).toEqual(first);
    expect(model.requests).toHaveLength(2);
    expect(await world.react.start(requestOf({ id: "r1", goal: "something else" }), tenant)).toMatchObject({
      issues: [{ code: "REQUEST_ID_REUSED", pointer: "/request_id" }],
    });
  });

  it("never starts with an invalid request", async () => {
    const { react } = await openKept(scripted([]));
    const twice = requestOf({ tools: ["find_items", "find_items"] });
    const broken = requestOf({ tools: [{ tool_id: "find_items", input_schema: { type: "wrong" } }] });
    expect(await react.start(twice, tenant)).toMatchObject({ issues: [{ pointer: "/toolset/1/tool_id" }] });
    expect(await react.start(broken, tenant)).toMatchObject({ issues: [{ code: "UNUSABLE_TOOL_SCHEMA" }] });
    expect(await react.result({ tenant, requestId: "nothing" })).toBeUndefined();
  });

  it("belongs to its tenant: the same id elsewhere is another run", async () => {
    const world = await openKept(scripted(() => ({ text: "done" })));
    await ask(world);
    expect(await world.react.result({ tenant: "globex", requestId: "r1" })).toBeUndefined();
    expect(await world.react.start(requestOf({ id: "r1", goal: "mine" }), "globex")).toMatchObject({ ok: true });
  });
});

describe("after a crash", () => {
  /** A store that dies after so many writes: what is written later is lost, as all that the process knew. */
  function dying(store: Store, writes: number): Store {
    let left = writes;
    return {
      ...store,
      write: async (change) => {
        left -= 1;
        return left < 0 ? new Promise<never>(() => undefined) : store.write(change);
      },
    };
  }

  type ProcessLives = { turns: readonly ScriptTurn[]; verb?: FakeVerb };

  /** Runs with a crash after every number of writes there is, and goes on each time; says what happened in the outside. */
  async function crashEverywhere({ turns, verb }: ProcessLives) {
    const stories = [];
    for (let writes = 1; writes < 20; writes += 1) {
      const store = (await openStore()).store;
      const clock = createFakeClock();
      const done: string[] = [];
      const tool: FakeVerb = verb ?? { effect: "additive", run: () => ({ id: "I-1" }) };
      const verbs = createTools({
        add_item: { ...tool, run: (payload, call) => (done.push(String(call.effectKey)), tool.run(payload, call)) },
      });
      const answered: string[] = [];
      const open = (kept: Store) => openKept({ reasoner: byTurn(turns, answered), store: kept, verbs, clock });
      const first = await open(dying(store, writes));
      void first.react.start(requestOf({ id: "r1" }), tenant).catch(() => undefined);
      await settle();
      const isWhole = (await store.record({ tenant, kind: "react.run", id: "r1" }))?.status === "ended";
      const facts = (await store.records({ tenant, kind: "react.fact", limit: 50 })).map(({ id }) => id);
      const before = [...answered];
      void first.engine.stop();
      const second = await open(store);
      await settle();
      stories.push({
        writes,
        response: await second.react.result(key),
        done,
        facts,
        before,
        again: answered.slice(before.length),
      });
      if (isWhole) break;
    }
    return stories;
  }

  /** Answers by how far the conversation has come, so that it does not matter which process asks. */
  function byTurn(turns: readonly ScriptTurn[], answered: string[]) {
    const inner = (at: number): Model => createScriptedModel(() => turns[at] ?? { text: "out of turns" });
    const model: Model = {
      call(request, call) {
        const at = request.messages.filter(({ role }) => role === "assistant").length;
        answered.push(`turn:${at}:model`);
        return inner(at).call(request, call);
      },
    };
    return createModelReasoner({ model, name: "test/one" });
  }

  it("a write whose tool acts long after the crash is sent once", async () => {
    const store = (await openStore()).store;
    const clock = createFakeClock();
    const created: string[] = [];
    let sent = 0;
    const verbs = createTools({
      add_item: {
        effect: "additive",
        run: (_, { effectKey = "" }) =>
          new Promise((resolve) => {
            sent += 1;
            clock.setTimer(clock.now() + 8_000, () => resolve({ id: created.push(effectKey) }));
          }),
        readBack: ({ key: effect }) =>
          created.includes(effect) ? { state: "done", output: { id: 1 } } : { state: "absent" },
      },
    });
    const turns: ScriptTurn[] = [{ calls: [{ name: "add_item", args: { name: "x" } }] }, { text: "done" }];
    const open = (kept: Store) => openKept({ reasoner: byTurn(turns, []), store: kept, verbs, clock });
    const pass = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 500) {
        clock.advance(500);
        await settle();
      }
    };
    const first = await open(store);
    await first.react.start(requestOf({ id: "r1" }), tenant);
    await pass(1_500);
    const second = await open(store);
    await pass(12_000);
    expect([sent, created.length]).toEqual([1, 1]);
    expect(await second.react.result(key)).toMatchObject({ status: "ok" });
    const stopped = Promise.all([first.engine.stop(), second.engine.stop()]);
    await pass(20_000);
    await stopped;
  });

  it("at every write: the run ends the same, and no stored answer is paid for again", async () => {
    const stories = await crashEverywhere({ turns: [find, add, find, { text: "done" }] });
    expect(stories.length).toBeGreaterThan(4);
    for (const { response, facts, again, before } of stories) {
      if (before.length > 0) expect(response).toMatchObject({ status: "ok", final_answer: { content: "done" } });
      const stored = facts.map((id) => id.slice("r1/".length));
      expect(again.filter((turn) => stored.includes(turn))).toEqual([]);
    }
  });

  it.each<[string, FakeVerb]>([
    ["a verb that takes its key is sent again under it", { effect: "additive", retryClass: "keyed", run: () => ({}) }],
    [
      "a verb with read-back is read back",
      { effect: "additive", run: () => ({}), readBack: () => ({ state: "done", output: { id: "I-1" } }) },
    ],
    ["a verb that can be neither is not sent again", { effect: "additive", run: () => ({}) }],
  ])("%s", async (_, verb) => {
    for (const { response, done } of await crashEverywhere({ turns: [add, { text: "done" }], verb })) {
      // One key, however often it was sent; only a keyed verb may see it twice.
      expect(new Set(done).size).toBeLessThanOrEqual(1);
      if (verb.retryClass !== "keyed") expect(done.length).toBeLessThanOrEqual(1);
      const first = response?.trace[0]?.observation;
      if (first?.ok === false) expect(first.error.code).toBe("outcome_unknown");
    }
  });

  it("another process shows the same events, from the store", async () => {
    const store = (await openStore()).store;
    const first = await openKept({ ...scripted([find, { text: "done" }]), store });
    await ask(first);
    const other = await openKept({ ...scripted([]), store });
    const types = [];
    for await (const { event } of other.react.events(key, {})) types.push(event.type);
    expect(types).toEqual(["start", "action", "observation", "text_delta", "answer", "end"]);
  });
});

describe("a write", () => {
  it("is in the ledger before it is sent, and confirmed with its observation", async () => {
    const states: unknown[] = [];
    const verbs = createTools({
      add_item: {
        effect: "additive",
        run: async (_, { effectKey = "" }) => (states.push((await world.store.effect(tenant, effectKey))?.state), {}),
      },
    });
    const world = await openKept({ ...scripted([add, { text: "done" }]), verbs });
    await ask(world);
    expect(states).toEqual(["sent"]);
    expect(await world.store.effects(tenant, "react:r1")).toMatchObject([
      { state: "confirmed", unit: "turn:0:call:0" },
    ]);
  });

  it("whose answer is lost cannot be requested again unchanged", async () => {
    const lost: FakeVerb = { effect: "additive", run: () => Promise.reject(new FakeFailure("connection_lost")) };
    const verbs = createTools({ add_item: lost });
    const world = await openKept({ ...scripted([add, add, { text: "done" }]), verbs });
    const response = await ask(world);
    expect(response?.trace.map(({ observation }) => observation?.ok === false && observation.error.code)).toEqual([
      "outcome_unknown",
      "outcome_unknown",
      false,
    ]);
    expect(verbs.calls).toHaveLength(1);
    expect(await world.store.effects(tenant, "react:r1")).toMatchObject([{ state: "unknown" }]);
  });

  it("whose answer is lost may have happened, also if sending it again is refused before it leaves", async () => {
    const failures = ["connection_lost", "unavailable", "unavailable"];
    const lost: FakeVerb = {
      effect: "additive",
      retryClass: "keyed",
      run: () => Promise.reject(new FakeFailure(failures.shift() ?? "connection_lost")),
    };
    const world = await openKept({ ...scripted([add, { text: "done" }]), verbs: createTools({ add_item: lost }) });
    const response = await ask(world);
    expect(response?.trace[0]?.observation).toMatchObject({ ok: false, error: { code: "outcome_unknown" } });
    expect(await world.store.effects(tenant, "react:r1")).toMatchObject([{ state: "unknown" }]);
  });

  it("that needs approval becomes an observation; nothing hangs", async () => {
    const held: FakeVerb = {
      effect: "additive",
      run: () => Promise.reject(new FakeFailure("needs_approval", "ask Ann")),
    };
    const verbs = createTools({ add_item: held });
    const world = await openKept({ ...scripted([add, { text: "Ann must approve.", expects: /ask Ann/ }]), verbs });
    expect(await ask(world)).toMatchObject({
      status: "ok",
      trace: [{ observation: { error: { code: "needs_approval", message: "ask Ann" } } }, {}],
    });
  });

  it("in flight at the deadline leaves its effect unknown", async () => {
    const verbs = createTools({ add_item: { effect: "additive", run: () => new Promise(() => undefined) } });
    const world = await openKept({ ...scripted([add]), verbs });
    const asked = ask(world);
    await settle();
    world.clock.advance(60_000);
    expect(await asked).toMatchObject({ status: "timeout", trace: [{ observation: { ok: false } }] });
    expect(await world.store.effects(tenant, "react:r1")).toMatchObject([{ state: "unknown" }]);
  });
});

describe("a run found again after its time", () => {
  it("ends with its stored state, and an unanswered write of an earlier process is reported", async () => {
    const store = (await openStore()).store;
    const clock = createFakeClock();
    const verbs = createTools({ add_item: { effect: "additive", run: () => new Promise(() => undefined) } });
    const first = await openKept({ ...scripted([find, add]), verbs, store, clock });
    await first.react.start(requestOf({ id: "r1" }), tenant);
    await settle();
    void first.engine.stop();
    await settle();
    clock.advance(3_600_000);
    const { reasoner, model } = scripted([]);
    const second = await openKept({ reasoner, verbs, store, clock });
    const response = await second.react.result(key);
    expect(response).toMatchObject({ status: "timeout", usage: { duration_ms: 3_600_000 } });
    expect(response?.trace.map(({ observation }) => observation?.ok)).toEqual([true, false]);
    expect(await store.effects(tenant, "react:r1")).toMatchObject([{ state: "unknown" }]);
    expect(model.requests).toEqual([]);
  });
});

describe("when the process stops", () => {
  const held = (release: (() => void)[]) => () => new Promise<string>((done) => release.push(() => done("late")));

  it("a write in flight finishes and is stored, and the next process continues", async () => {
    const release: (() => void)[] = [];
    const verbs = createTools({ add_item: { effect: "additive", run: held(release) } });
    const store = (await openStore()).store;
    const first = await openKept({ ...scripted([add]), verbs, store });
    await first.react.start(requestOf({ id: "r1" }), tenant);
    await settle();
    const stopped = first.engine.stop();
    release[0]?.();
    await stopped;
    expect(await store.effects(tenant, "react:r1")).toMatchObject([{ state: "confirmed" }]);
    const second = await openKept({ ...scripted([{ text: "done", expects: "late" }]), verbs, store });
    expect(await second.react.result(key)).toMatchObject({ status: "ok", final_answer: { content: "done" } });
    expect(verbs.calls).toHaveLength(1);
  });

  it("a read in flight is aborted and repeated by the next process", async () => {
    const verbs = createTools({
      count_items: {
        run: (_, { signal }) =>
          new Promise((_done, fail) => signal.addEventListener("abort", () => fail(new FakeFailure("canceled")))),
      },
    });
    const store = (await openStore()).store;
    const first = await openKept({ ...scripted([{ calls: [{ name: "count_items" }] }]), verbs, store });
    await first.react.start(requestOf({ id: "r1" }), tenant);
    await settle();
    await first.engine.stop();
    verbs.set("count_items", { run: () => 7 });
    const second = await openKept({ ...scripted([{ text: "seven" }]), verbs, store });
    expect(await second.react.result(key)).toMatchObject({ trace: [{ observation: { output: 7 } }, {}] });
  });

  it("a model or verb that ignores its signal cannot block the stop", async () => {
    const verbs = createTools({ add_item: { effect: "additive", run: () => new Promise(() => undefined) } });
    const model: Model = { call: () => new Promise(() => undefined) };
    for (const reasoner of [createModelReasoner({ model, name: "test/one" }), scripted([add]).reasoner]) {
      const world = await openKept({ reasoner, verbs });
      await world.react.start(requestOf({ id: "r1" }), tenant);
      await settle();
      let isStopped = false;
      void world.engine.stop().then(() => (isStopped = true));
      await settle();
      expect(isStopped).toBe(false);
      world.clock.advance(10_000);
      await vi.waitFor(() => expect(isStopped).toBe(true), { timeout: 10_000 });
    }
  });
});

describe("a session", () => {
  it("passes earlier questions and answers to the next turn", async () => {
    const { reasoner, model } = scripted([{ text: "Seven." }, { text: "In the drawer." }, { text: "ok" }]);
    const world = await openKept({ reasoner });
    const context = { session_id: "s1" };
    await ask(world, requestOf({ id: "a", goal: "how many bolts?", context }));
    await ask(world, requestOf({ id: "b", goal: "where?", context }));
    await ask(world, requestOf({ id: "c", goal: "else?", context: { session_id: "s2" } }));
    const said = model.requests.map(({ messages }) => messages.slice(1).map(({ content }) => content));
    expect(said).toEqual([["how many bolts?"], ["how many bolts?", "Seven.", "where?"], ["else?"]]);
    expect(await world.store.record({ tenant, kind: "react.session", id: "s1" })).toMatchObject({ version: 2 });
  });

  it("stores concurrent turns once each", async () => {
    const world = await openKept(scripted(() => ({ text: "ok" })));
    const context = { session_id: "s1" };
    await Promise.all([1, 2, 3].map((at) => ask(world, requestOf({ id: `q${at}`, context }))));
    const body = (await world.store.record({ tenant, kind: "react.session", id: "s1" }))?.body;
    expect(body).toMatchObject({ turns: expect.objectContaining({ length: 3 }) });
  });
});
