import { afterEach, describe, expect, it } from "vitest";
import type { FakeVerb } from "../testing/fake-verbs.ts";
import { openRunsWorld, type RunsWorld, tenant } from "../../test/support/runs-world.ts";

let world: RunsWorld;
afterEach(() => world.engine.stop());

const create: FakeVerb = { effect: "additive", run: () => ({ id: 1 }) };
const call = (id: string, more: object = {}) => ({ id, kind: "tool", tool: "create", args: {}, ...more });
const safety = (id: string, more: object = {}) => ({ id, kind: "safety", check: "c", severity: "block", ...more });

describe("a safety step that can stop the plan", () => {
  it.each([
    ["first, without dependencies", [safety("s"), call("a")]],
    ["last, without dependencies", [call("a"), safety("s")]],
    ["after another step", [call("a"), safety("s", { dependsOn: ["a"] }), call("b", { dependsOn: ["s"] })]],
    ["with a finding about a later result", [call("a"), safety("s", { detectedIssues: ["{{a.id}}"] })]],
  ])("blocks before any other step starts: %s", async (_, steps) => {
    world = await openRunsWorld({ create });
    const run = await world.run(steps);
    expect(run).toMatchObject({ status: "failed", taskStatus: "BLOCKED" });
    expect(world.verbs.calls).toEqual([]);
  });

  it.each([
    ["approve", { status: "completed" }, 2],
    ["abort", { status: "failed", taskStatus: "BLOCKED" }, 0],
  ] as const)("holds every other step until its review, which may %s", async (choice, ended, calls) => {
    world = await openRunsWorld({ create });
    const steps = [call("a"), call("b"), safety("s", { severity: "warn", manualReview: true })];
    const { id } = await world.run(steps);
    const [wait] = await world.runs.waits(tenant);
    expect([wait?.kind, world.verbs.calls.length]).toEqual(["review", 0]);
    await world.runs.decide({ tenant, waitId: wait?.id ?? "" }, { choice }, "ann");
    await world.settle();
    expect(await world.store.run(tenant, id)).toMatchObject(ended);
    expect(world.verbs.calls).toHaveLength(calls);
  });

  it("asks for nothing else before its review", async () => {
    world = await openRunsWorld({ create });
    const manual = { id: "m", kind: "action", action: "create", mode: "manual" };
    await world.run([manual, safety("s", { severity: "info", manualReview: true })]);
    expect((await world.runs.waits(tenant)).map(({ kind }) => kind)).toEqual(["review"]);
  });

  it("runs its fallback, and nothing else", async () => {
    world = await openRunsWorld({ create });
    const run = await world.run([call("a"), safety("s", { fallbackStep: "f" }), call("f"), call("b")]);
    expect(run).toMatchObject({ taskStatus: "BLOCKED" });
    expect(world.verbs.calls.map(({ requestId }) => requestId)).toEqual([`${run.id}:step:f:attempt:1`]);
  });
});
