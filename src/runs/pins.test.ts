import { afterEach, describe, expect, it } from "vitest";
import { openRunsWorld, type RunsWorld, tenant } from "../../test/support/runs-world.ts";
import { FakeFailure, type FakeVerb } from "../testing/fake-verbs.ts";

let world: RunsWorld;
afterEach(() => world.engine.stop());

const echo: FakeVerb = { run: ({ text }) => ({ echo: text ?? null }) };
const broken: FakeVerb = { run: () => Promise.reject(new FakeFailure("tool_failed", "no luck")) };
const steps = [
  { id: "a", kind: "tool", tool: "broken", escalate: true },
  { id: "b", kind: "tool", tool: "echo", dependsOn: ["a"] },
];

async function retry() {
  const [wait] = await world.runs.waits(tenant);
  await world.runs.decide({ tenant, waitId: wait?.id ?? "" }, { choice: "retry" }, "ann");
  await world.settle();
}

const runNow = async (runId: string) => world.store.run(tenant, runId);

describe("a verb that changed while the run waited", () => {
  it("stops the run and names the verb, and lets it continue once restored", async () => {
    world = await openRunsWorld({ broken, echo });
    const run = await world.run(steps);
    world.verbs.set("echo", { ...echo, inputSchema: { type: "object", required: ["other"] } });
    world.verbs.set("broken", echo);
    await retry();
    expect(await runNow(run.id)).toMatchObject({ status: "waiting" });
    const [wait] = await world.runs.waits(tenant);
    expect(wait).toMatchObject({
      kind: "incompatible",
      step: "b",
      error: { message: expect.stringMatching(/echo has changed/) },
    });
    world.verbs.set("echo", echo);
    await retry();
    expect(await runNow(run.id)).toMatchObject({ status: "completed" });
  });
});

describe("rules that changed while the run waited", () => {
  it.each([
    ["the policy", { policyVersion: "1" }, { policyVersion: "2" }, /created under the policy 1, which is 2 now/],
    ["the agent's profile", { profileHash: "ab" }, { profileHash: "cd" }, /profile of its agent ab, which is cd now/],
    ["a profile that is gone", { profileHash: "ab" }, {}, /profile of its agent ab, which is gone/],
  ])("stop the run and name the change, and let it continue once restored: %s", async (_, before, after, message) => {
    let now: object = before;
    world = await openRunsWorld({ broken, echo }, { currentPolicy: () => now });
    const run = await world.run(steps);
    expect(run.pins).toMatchObject(before);
    now = after;
    await retry();
    const [wait] = await world.runs.waits(tenant);
    expect(wait).toMatchObject({ kind: "incompatible", step: "a", error: { code: "incompatible" } });
    expect(wait?.error?.message).toMatch(message);
    expect(world.verbs.calls).toHaveLength(1);
    now = before;
    world.verbs.set("broken", echo);
    await retry();
    expect(await runNow(run.id)).toMatchObject({ status: "completed" });
  });

  it("do not affect a run without pins", async () => {
    let now: object = {};
    world = await openRunsWorld({ broken, echo }, { currentPolicy: () => now });
    const run = await world.run(steps);
    now = { policyVersion: "2" };
    world.verbs.set("broken", echo);
    await retry();
    expect(await runNow(run.id)).toMatchObject({ status: "completed" });
  });
});
