import { describe, expect, it } from "vitest";
import { FakeFailure, type FakeVerb } from "../testing/fake-verbs.ts";
import { openRunsWorld, tenant } from "../../test/support/runs-world.ts";

const writes = { effect: "additive", retryClass: "never" } as const;

function toolsOf(log: string[]) {
  const note = (name: string) => ({
    ...writes,
    run: (args: unknown) => {
      log.push(`${name} ${JSON.stringify(args)}`);
      return { id: `${name}-1` };
    },
  });
  return {
    create: note("create"),
    remove: note("remove"),
    fail: { ...writes, run: () => Promise.reject(new FakeFailure("tool_failed")) },
    read: { run: () => [{ n: 1 }, { n: 2 }] },
  };
}

const create = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  kind: "tool",
  tool: "create",
  args: { step: id },
  compensate: { tool: "remove", args: { step: id, created: `{{${id}.id}}` } },
  ...more,
});
const fail = (dependsOn: string[]) => ({ id: "z", kind: "tool", tool: "fail", dependsOn });

describe("compensations", () => {
  it("undo confirmed steps of a failed plan in reverse order, each with its own effect", async () => {
    const log: string[] = [];
    const world = await openRunsWorld(toolsOf(log));
    const { id } = await world.run([create("a"), create("b", { dependsOn: ["a"] }), fail(["b"])]);
    expect(log).toEqual([
      'create {"step":"a"}',
      'create {"step":"b"}',
      'remove {"step":"b","created":"create-1"}',
      'remove {"step":"a","created":"create-1"}',
    ]);
    const view = await world.runs.view({ tenant, runId: id });
    expect(view?.run).toMatchObject({ status: "failed", error: { code: "tool_failed" } });
    expect(view?.rows.map(({ undone }) => undone?.[0]?.ok)).toEqual([true, true, undefined]);
    const keys = (await world.store.effects(tenant, id)).map(({ key, state }) => [key, state]);
    expect(keys).toContainEqual([`run:${id}:step:a:undo`, "confirmed"]);
    const replayed = await world.runs.replay({ tenant, runId: id, mode: "mock_replay", caller: "test" });
    expect(replayed).toMatchObject({ value: { matches: true } });
  });

  it("do nothing when the plan succeeds", async () => {
    const log: string[] = [];
    const world = await openRunsWorld(toolsOf(log));
    expect(await world.run([create("a")])).toMatchObject({ status: "completed" });
    expect(log).toHaveLength(1);
  });

  it("undo each item of an iteration with its own result", async () => {
    const log: string[] = [];
    const world = await openRunsWorld(toolsOf(log));
    const each = { dependsOn: ["r"], forEach: { over: "{{r}}" }, args: { n: "{{item.n}}" } };
    const compensate = { tool: "remove", args: { n: "{{item.n}}", created: "{{a.id}}" } };
    const steps = [{ id: "r", kind: "tool", tool: "read" }, create("a", { ...each, compensate }), fail(["a"])];
    await world.run(steps);
    expect(log.filter((line) => line.startsWith("remove"))).toEqual([
      'remove {"n":2,"created":"create-1"}',
      'remove {"n":1,"created":"create-1"}',
    ]);
  });

  it("undo a cancelled plan that waits, once a person has let it", async () => {
    const log: string[] = [];
    const tools = toolsOf(log);
    const remove: FakeVerb = {
      ...writes,
      run(args, { approvedBy }) {
        if (approvedBy === undefined) throw new FakeFailure("needs_approval");
        return tools.remove.run(args);
      },
    };
    const world = await openRunsWorld({ ...tools, remove });
    const { id } = await world.run([
      create("a"),
      { id: "w", kind: "wait", dependsOn: ["a"], wait: { for: "duration", seconds: 60 } },
    ]);
    await world.runs.cancel({ tenant, runId: id }, { by: "test", reason: "no longer needed" });
    await world.settle();
    const [approval] = await world.runs.waits(tenant);
    expect(approval).toMatchObject({ kind: "approval", step: "a", undo: true, call: { verb: "remove" } });
    await world.runs.decide({ tenant, waitId: approval?.id ?? "" }, { choice: "approve" }, "ann");
    await world.settle();
    expect(await world.store.run(tenant, id)).toMatchObject({ status: "cancelled", reason: "no longer needed" });
    expect(log.at(-1)).toBe('remove {"step":"a","created":"create-1"}');
  });

  it("leave a write that a cancel interrupted to a person, though nothing undoes it", async () => {
    const hang: FakeVerb = {
      ...writes,
      run: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(new FakeFailure("canceled")));
        }),
    };
    const world = await openRunsWorld({ hang });
    const { id } = await world.run([{ id: "a", kind: "tool", tool: "hang" }]);
    await world.runs.cancel({ tenant, runId: id }, { by: "test", reason: "no longer needed" });
    await world.settle();
    const [open] = await world.runs.waits(tenant);
    expect(open).toMatchObject({ kind: "effect", step: "a", error: { code: "canceled" } });
    expect(await world.store.run(tenant, id)).toMatchObject({ status: "waiting", waiting: { for: "operator" } });
    await world.runs.decide({ tenant, waitId: open?.id ?? "" }, { choice: "done", output: 7 }, "ann");
    await world.settle();
    const view = await world.runs.view({ tenant, runId: id });
    expect(view).toMatchObject({ run: { status: "cancelled" }, rows: [{ ok: true, output: 7 }] });
    expect(await world.store.effects(tenant, id)).toMatchObject([{ state: "confirmed" }]);
  });

  it("leave a failed compensation to a person, who may skip it", async () => {
    const log: string[] = [];
    const world = await openRunsWorld(toolsOf(log));
    const { id } = await world.run([create("a", { compensate: { tool: "fail" } }), fail(["a"])]);
    const [open] = await world.runs.waits(tenant);
    expect(open).toMatchObject({ kind: "failure", undo: true });
    await world.runs.decide({ tenant, waitId: open?.id ?? "" }, { choice: "skip" }, "ann");
    await world.settle();
    const view = await world.runs.view({ tenant, runId: id });
    expect(view?.run).toMatchObject({ status: "failed" });
    expect(view?.rows[0]?.undone).toEqual([{ item: null, tool: "fail", ok: false, skipped: true }]);
  });
});
