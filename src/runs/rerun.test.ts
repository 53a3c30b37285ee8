import { afterEach, describe, expect, it } from "vitest";
import { FakeFailure, type FakeVerb } from "../testing/fake-verbs.ts";
import { openRunsWorld, type RunsWorld, tenant } from "../../test/support/runs-world.ts";
import type { JsonObject } from "../plan/json.ts";

let world: RunsWorld;
afterEach(() => world.engine.stop());

const writes = { effect: "additive", retryClass: "never" } as const;
type RerunCase = { from: string; args?: JsonObject };

async function rerun(runId: string, { from: fromStep, args }: RerunCase) {
  const made = await world.runs.rerun({ tenant, runId, fromStep, caller: "test", ...(args && { args }) });
  await world.settle();
  return made.ok ? { run: await world.store.run(tenant, made.value.id) } : { refused: made.issues[0]?.code };
}

/** An outside world in which `create` and `remove` keep a set of names, and `fail` fails as long as told. */
function outside() {
  const log: string[] = [];
  const there = new Set<string>();
  let failures = 1;
  const note = (name: string, change: (what: string) => void): FakeVerb => ({
    ...writes,
    run({ what }) {
      if (typeof what !== "string") throw new FakeFailure("tool_failed");
      log.push(`${name} ${what}`);
      change(what);
      return { id: `${what} ${log.length}` };
    },
  });
  const fail: FakeVerb = {
    ...writes,
    run() {
      if (failures-- > 0) throw new FakeFailure("tool_failed");
      return "ok";
    },
  };
  const create = note("create", (what) => there.add(what));
  const remove = note("remove", (what) => there.delete(what));
  return { log, there, tools: { create, remove, fail, list: { run: () => ["p", "q"] } } };
}

const tool = (id: string, name: string, more: object = {}) => ({ id, kind: "tool", tool: name, ...more });
const create = (id: string, more: object = {}) =>
  tool(id, "create", { args: { what: id }, compensate: { tool: "remove", args: { what: id } }, ...more });

describe("a rerun after compensations", () => {
  it("does again what was undone, and what was built on it", async () => {
    const { tools, log, there } = outside();
    world = await openRunsWorld(tools);
    const on = tool("b", "create", { args: { what: "on {{a.id}}" }, dependsOn: ["a"] });
    const { id } = await world.run([create("a"), on, create("c"), tool("z", "fail", { dependsOn: ["b", "c"] })]);
    expect([...there]).toEqual(["on a 1"]);
    expect(await rerun(id, { from: "z" })).toMatchObject({ run: { status: "completed", taskStatus: "COMPLETED" } });
    expect([...there].toSorted()).toEqual(["a", "c", "on a 1", "on a 6"]);
    expect(log.filter((line) => line.startsWith("remove"))).toHaveLength(2);
  });

  it("does again only the items that were undone", async () => {
    const { tools, log } = outside();
    let refusals = 1;
    const remove: FakeVerb = {
      ...writes,
      run(args, options) {
        if (refusals-- > 0) throw new FakeFailure("tool_failed");
        return tools.remove.run(args, options);
      },
    };
    world = await openRunsWorld({ ...tools, remove });
    const each = { dependsOn: ["l"], forEach: { over: "{{l}}" }, args: { what: "{{item}}" } };
    const compensate = { tool: "remove", args: { what: "{{item}}" } };
    const steps = [tool("l", "list"), create("a", { ...each, compensate }), tool("z", "fail", { dependsOn: ["a"] })];
    const { id } = await world.run(steps);
    const [kept] = await world.runs.waits(tenant);
    await world.runs.decide({ tenant, waitId: kept?.id ?? "" }, { choice: "skip" }, "ann");
    await world.settle();
    expect(await rerun(id, { from: "z" })).toMatchObject({ run: { status: "completed" } });
    expect(log.toSorted()).toEqual(["create p", "create p", "create q", "remove p"]);
  });

  it("does not take a scope as used that was undone", async () => {
    const { tools, there } = outside();
    world = await openRunsWorld(tools);
    const scoped = create("a", { effect: { class: "additive", scope: "a for ever" } });
    const { id } = await world.run([scoped, tool("z", "fail", { dependsOn: ["a"] })]);
    expect([...there]).toEqual([]);
    expect(await rerun(id, { from: "z" })).toMatchObject({ run: { status: "completed" } });
    expect([...there]).toEqual(["a"]);
  });

  it("is refused until the run has ended", async () => {
    const { tools } = outside();
    world = await openRunsWorld(tools);
    const { id } = await world.run([create("a"), tool("z", "fail", { dependsOn: ["a"], escalate: true })]);
    expect(await rerun(id, { from: "z" })).toEqual({ refused: "RUN_NOT_ENDED" });
  });
});

describe("a rerun of a run with an unknown outcome", () => {
  const hang: FakeVerb = { ...writes, run: () => Promise.reject(new FakeFailure("timeout")) };

  async function aborted(verb: FakeVerb) {
    world = await openRunsWorld({ ...outside().tools, hang: verb });
    const { id } = await world.run([tool("y", "hang"), tool("z", "list")]);
    for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 5_000) {
      world.clock.advance(5_000);
      await world.settle();
    }
    const [wait] = await world.runs.waits(tenant);
    await world.runs.decide({ tenant, waitId: wait?.id ?? "" }, { choice: "abort" }, "ann");
    await world.settle();
    return id;
  }

  it("writes again only if its step is named", async () => {
    const id = await aborted(hang);
    expect(await rerun(id, { from: "z" })).toEqual({ refused: "OUTCOME_UNKNOWN" });
    expect(world.verbs.calls).toHaveLength(2);
    expect(await rerun(id, { from: "y" })).toMatchObject({ run: { status: "waiting" } });
    expect(world.verbs.calls).toHaveLength(3);
  });

  it("is refused if the write is found", async () => {
    const id = await aborted({ ...hang, readBack: () => ({ state: "unknowable", reason: "not indexed yet" }) });
    world.verbs.set("hang", { ...hang, readBack: () => ({ state: "done", output: 1 }) });
    expect(await rerun(id, { from: "y" })).toEqual({ refused: "OUTCOME_UNKNOWN" });
    expect(world.verbs.calls).toHaveLength(2);
  });
});

describe("a rerun of a reviewed plan", () => {
  async function reviewed(severity: string) {
    const { tools, log } = outside();
    world = await openRunsWorld(tools);
    const safety = { id: "s", kind: "safety", check: "c", severity, manualReview: true };
    const { id } = await world.run([create("a"), safety]);
    const [wait] = await world.runs.waits(tenant);
    await world.runs.decide({ tenant, waitId: wait?.id ?? "" }, { choice: "approve" }, "ann");
    await world.settle();
    return { id, log };
  }

  it.each(["info", "warn"])(
    "with other arguments is reviewed again, and nothing starts before: %s",
    async (severity) => {
      const { id, log } = await reviewed(severity);
      expect(await rerun(id, { from: "a", args: { what: "another" } })).toMatchObject({ run: { status: "waiting" } });
      expect((await world.runs.waits(tenant)).map(({ kind }) => kind)).toEqual(["review"]);
      expect(log).toEqual(["create a"]);
    },
  );

  it("with the same arguments is not", async () => {
    const { id, log } = await reviewed("info");
    expect(await rerun(id, { from: "a" })).toMatchObject({ run: { status: "completed" } });
    expect(log).toEqual(["create a", "create a"]);
  });
});
