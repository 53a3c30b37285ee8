import { afterEach, describe, expect, it } from "vitest";
import { openRunsWorld, planOf, type RunsWorld, tenant } from "../../../test/support/runs-world.ts";
import type { PlanPreview, StepPreview } from "../../contracts/api/run.ts";
import { FakeFailure, type FakeVerb } from "../../testing/fake-verbs.ts";

let world: RunsWorld;
afterEach(() => world.engine.stop());

const deals: FakeVerb = { run: () => ({ deals: [{ id: "D-1" }, { id: "D-2" }] }) };
const update: FakeVerb = {
  effect: "destructive",
  run: ({ id = null }) => ({ id }),
  look: ({ stage = null }) => ({ before: { stage: "offer" }, after: { stage }, isWhole: true }),
};

const tool = (id: string, name: string, more: object = {}) => ({ id, kind: "tool", tool: name, ...more });

async function preview(...steps: unknown[]): Promise<PlanPreview> {
  const request = { tenant, caller: "test", plan: planOf(steps), signal: new AbortController().signal };
  const shown = await world.runs.preview(request);
  if (!shown.ok) throw new Error(JSON.stringify(shown.issues));
  return shown.value;
}

const row = ({ steps }: PlanPreview, id: string): StepPreview | undefined => steps.find((step) => step.step_id === id);

describe("the preview of a plan", () => {
  it("makes the reads, resolves what they give, and calls no write", async () => {
    world = await openRunsWorld({ deals, update });
    const args = { id: "{{find.deals.1.id}}", stage: "won" };
    const shown = await preview(tool("find", "deals"), tool("win", "update", { args, dependsOn: ["find"] }));
    expect(shown).toMatchObject({ writes: 1, failures: 0 });
    expect(row(shown, "win")).toMatchObject({
      does: "write",
      args: { id: "D-2", stage: "won" },
      changes: { before: { stage: "offer" }, after: { stage: "won" } },
    });
    expect(world.verbs.calls.map(({ verb }) => verb)).toEqual(["deals"]);
    expect(await world.store.runs({ tenant, limit: 5 })).toEqual([]);
  });

  it("lists what only a run can know, and shows every item of an iteration", async () => {
    world = await openRunsWorld({ deals, update });
    const each = { args: { id: "{{d.id}}" }, forEach: { over: "{{find.deals}}", as: "d" }, dependsOn: ["find"] };
    const content = "{{each.0.id}} of {{find.deals.0.id}}";
    const shown = await preview(tool("find", "deals"), tool("each", "update", each), {
      id: "say",
      kind: "message",
      channel: "assistant",
      content,
      dependsOn: ["find", "each"],
    });
    expect(shown.steps.map(({ step_id, item }) => [step_id, item])).toEqual([
      ["find", null],
      ["each", 0],
      ["each", 1],
      ["say", null],
    ]);
    expect(row(shown, "say")).toMatchObject({
      args: { content: "{{each.0.id}} of D-1" },
      unresolved: ["{{each.0.id}}"],
    });
  });

  it("names the step that would fail, what is skipped for it, and what waits", async () => {
    const broken: FakeVerb = { run: () => Promise.reject(new FakeFailure("tool_failed", "no luck")) };
    world = await openRunsWorld({ broken, update });
    const shown = await preview(
      tool("s1", "broken", { onError: "continue" }),
      tool("s2", "update", { dependsOn: ["s1"] }),
      { id: "s3", kind: "wait", wait: { for: "answer", question: "Who?" } },
      { id: "s4", kind: "action", action: "call them", mode: "manual" },
    );
    expect(shown.steps.map(({ does, error, approval }) => [does, error?.message ?? approval])).toEqual([
      ["read", "no luck"],
      ["skip", "dependency_failed"],
      ["wait", null],
      ["write", "a person does this step"],
    ]);
    expect(shown).toMatchObject({ writes: 1, approvals: 1, failures: 1 });
  });

  it("names the earlier run that did the same write, unless it was undone since", async () => {
    let isThere = true;
    const readBack: FakeVerb["readBack"] = () => (isThere ? { state: "done", output: {} } : { state: "absent" });
    world = await openRunsWorld({ update: { ...update, readBack } });
    const step = tool("s1", "update", { args: { id: "D-1" }, effect: { class: "destructive", scope: "deal:D-1" } });
    const run = await world.run([step]);
    expect(row(await preview(step), "s1")).toMatchObject({ done_by: run.id });
    isThere = false;
    expect(row(await preview(step), "s1")).toMatchObject({ done_by: null });
    expect(world.verbs.calls).toHaveLength(1);
  });

  it("includes the steps of a saved plan that a step runs", async () => {
    const child = planOf([tool("pay", "update", { args: { id: "D-9" } })]);
    world = await openRunsWorld({ update }, { childPlans: async () => ({ ok: true, value: child }) });
    const shown = await preview({ id: "close", kind: "plan", plan: "month-end", parameters: {} });
    expect(shown.steps.map(({ step_id, does }) => [step_id, does])).toEqual([
      ["close", "plan"],
      ["close/pay", "write"],
    ]);
    expect(world.verbs.calls).toEqual([]);
  });
});
