import { afterEach, describe, expect, it } from "vitest";
import { openRunsWorld, planOf, type RunsWorld, tenant } from "../../test/support/runs-world.ts";
import { toPlan } from "../contracts/structured/mapping.ts";
import type { Choice } from "../ports/fact.ts";
import type { Store } from "../ports/store.ts";
import { FakeFailure, type FakeVerb } from "../testing/fake-verbs.ts";
import { createMemoryStore } from "../testing/memory-store/store.ts";

let world: RunsWorld;
afterEach(() => world.engine.stop());

const echo: FakeVerb = { run: ({ text }) => ({ echo: text ?? null }) };
const broken: FakeVerb = { run: () => Promise.reject(new FakeFailure("tool_failed", "no luck")) };

/** Fails the given number of times, then answers. */
function flaky(times: number, code = "tool_failed"): FakeVerb {
  let left = times;
  return {
    run() {
      if (left > 0) {
        left -= 1;
        throw new FakeFailure(code);
      }
      return { done: true };
    },
  };
}

const tool = (id: string, name: string, more: object = {}) => ({ id, kind: "tool", tool: name, ...more });

async function rowsOf(runId: string): Promise<string[]> {
  const view = await world.runs.view({ tenant, runId });
  return (view?.rows ?? []).map((row) => `${row.step_id} ${row.ok ? "ok" : (row.reason ?? "?")}`);
}

async function decide(decision: Choice) {
  const [wait] = await world.runs.waits(tenant);
  const answer = await world.runs.decide({ tenant, waitId: wait?.id ?? "" }, decision, "ann");
  await world.settle();
  return answer;
}

const runNow = async (runId: string) => world.store.run(tenant, runId);

describe("a run", () => {
  it("passes results with their types, and as text inside text", async () => {
    world = await openRunsWorld({ echo, count: { run: () => ({ n: 3, list: [1, 2] }) } });
    const run = await world.run([
      tool("s1", "count"),
      tool("s2", "echo", { args: { text: "{{s1.n}}" }, dependsOn: ["s1"] }),
      {
        id: "s3",
        kind: "message",
        channel: "assistant",
        content: "{{s2.echo}} of {{s1.list}}",
        dependsOn: ["s1", "s2"],
      },
      {
        id: "s4",
        kind: "lookup",
        query: "q {{s1.n}}",
        target: "database",
        filters: { n: "{{s1.n}}" },
        dependsOn: ["s1"],
        onError: "continue",
      },
    ]);
    const view = await world.runs.view({ tenant, runId: run.id });
    expect(view?.rows.map(({ output }) => output).slice(0, 3)).toEqual([
      { n: 3, list: [1, 2] },
      { echo: 3 },
      { channel: "assistant", content: "3 of [1,2]", metadata: {} },
    ]);
    expect(world.verbs.calls.find(({ verb }) => verb === "lookup.database")?.payload).toEqual({
      query: "q 3",
      filters: { n: 3 },
    });
  });

  it("fails a step with an unresolved reference, without a call", async () => {
    world = await openRunsWorld({ echo });
    const run = await world.run([
      tool("s1", "echo"),
      tool("s2", "echo", { args: { text: "{{s1.nope.deep}}" }, dependsOn: ["s1"] }),
    ]);
    expect(run).toMatchObject({ status: "failed", error: { code: "reference_missing" } });
    expect(world.verbs.calls).toHaveLength(1);
  });

  it.each([
    ["abort", ["a tool_failed", "b aborted", "c dependency"]],
    ["continue", ["a tool_failed", "b ok", "c dependency"]],
  ])("after a failure with on_error %s", async (onError, rows) => {
    world = await openRunsWorld({ echo, broken });
    const run = await world.run([
      tool("a", "broken", { onError }),
      tool("b", "echo", { dependsOn: ["d"] }),
      tool("c", "echo", { dependsOn: ["a"] }),
      tool("d", "echo"),
    ]);
    expect(run).toMatchObject({ status: "failed", taskStatus: "FAILED" });
    expect((await rowsOf(run.id)).slice(0, 3)).toEqual(rows);
  });

  it("retries up to the limit with growing backoff, then aborts", async () => {
    const down: FakeVerb = { run: () => Promise.reject(new FakeFailure("unavailable", "no luck")) };
    world = await openRunsWorld({ broken: down, flaky: flaky(2, "unavailable") });
    const { id } = await world.run([tool("a", "flaky", { onError: "retry", retries: 3 })]);
    expect(await runNow(id)).toMatchObject({ status: "waiting", waiting: { for: "timer" } });
    for (const ms of [500, 1000]) {
      world.clock.advance(ms);
      await world.settle();
    }
    expect(await runNow(id)).toMatchObject({ status: "completed" });
    const other = await world.run([
      tool("a", "broken", { onError: "retry", retries: 1 }),
      tool("b", "broken", { dependsOn: ["a"] }),
    ]);
    world.clock.advance(500);
    await world.settle();
    expect(await runNow(other.id)).toMatchObject({ status: "failed", taskStatus: "FAILED" });
    expect(world.verbs.calls.filter(({ verb }) => verb === "broken")).toHaveLength(2);
  });

  it("sends content and summary of a message as text, also where they are one reference", async () => {
    world = await openRunsWorld({ count: { run: () => ({ n: 3, list: [1, 2] }) } });
    const message = { kind: "message", channel: "assistant", dependsOn: ["a"] };
    const { id } = await world.run(
      [
        tool("a", "count", { resultKey: "found" }),
        { ...message, id: "b", content: "{{results.found}}", summary: "{{results.found.n}}" },
      ],
      { spelling: "results" },
    );
    const [, row] = (await world.runs.view({ tenant, runId: id }))?.rows ?? [];
    expect(row && "output" in row ? row.output : undefined).toMatchObject({
      content: "n: 3, list: 1; 2",
      summary: "3",
    });
  });

  it("is PARTIAL if a fallback step replaces a tool that is not available", async () => {
    world = await openRunsWorld({ echo_tool: echo });
    const step = {
      step_id: "step_1",
      title: "Send it",
      description: "send_email is not available, so this step is downgraded to echo_tool: send it.",
      dependencies: [],
      deliverable: "The request as text from echo_tool, downgraded from send_email.",
      acceptance: "echo_tool returns without an error.",
      tool: { name: "echo_tool", args: { text: "send it" } },
    };
    const plan = toPlan({ task_summary: "Send it", steps: [step], assumptions: [], risks: [] });
    const { id } = await world.run(plan.steps, { spelling: "dollar" });
    expect(await runNow(id)).toMatchObject({ status: "completed", taskStatus: "PARTIAL" });
    expect((await world.runs.view({ tenant, runId: id }))?.rows).toMatchObject([
      { ok: true, degraded: true, degraded_reason: "send_email is not available", degraded_from: "send_email" },
    ]);
  });

  it("lets quick reads run ahead of the disk up to a limit", async () => {
    const memory = createMemoryStore();
    let commits = 0;
    const write: Store["write"] = async (change) => {
      await new Promise((resolve) => setImmediate(resolve));
      commits += 1;
      return memory.write(change);
    };
    world = await openRunsWorld({ echo }, { store: { ...memory, write } });
    const chain = Array.from({ length: 2560 }, (_, at) =>
      tool(`s${at}`, "echo", { dependsOn: at === 0 ? [] : [`s${at - 1}`] }),
    );
    expect(await world.run(chain)).toMatchObject({ status: "completed" });
    expect(commits).toBeGreaterThanOrEqual(10);
    expect(commits).toBeLessThan(30);
  });

  it("names what keeps a plan from finishing, and stores nothing", async () => {
    world = await openRunsWorld({ echo });
    const plan = planOf([
      tool("a", "echo", { dependsOn: ["b"] }),
      tool("b", "echo", { dependsOn: ["a", "x"] }),
      tool("b", "echo"),
    ]);
    const made = await world.runs.create({ tenant, caller: "test", plan });
    expect(made.ok ? [] : made.issues.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      "DEPENDENCY_CYCLE /steps/0",
      "UNKNOWN_DEPENDENCY /steps/1/dependsOn/1",
      "DUPLICATE_STEP_ID /steps/2/id",
    ]);
    expect(await world.runs.list({ tenant, limit: 5 })).toEqual([]);
  });

  it("returns one run for one idempotency key, and rejects the key for another plan", async () => {
    world = await openRunsWorld({ echo });
    const request = { tenant, caller: "test", plan: planOf([tool("a", "echo")]), idempotencyKey: "k" };
    const [first, second] = await Promise.all([world.runs.create(request), world.runs.create(request)]);
    expect([first.ok && first.value.id, second.ok]).toEqual([second.ok && second.value.id, true]);
    const other = await world.runs.create({ ...request, plan: planOf([tool("b", "echo")]) });
    expect(other).toMatchObject({ ok: false, issues: [{ code: "IDEMPOTENCY_CONFLICT" }] });
  });
});

describe("an idempotency key", () => {
  it("makes repeated reruns and full replays one run each", async () => {
    world = await openRunsWorld({ echo });
    const { id } = await world.run([tool("a", "echo")]);
    const again = { tenant, runId: id, fromStep: "a", caller: "test", idempotencyKey: "again" };
    const [first, second] = [await world.runs.rerun(again), await world.runs.rerun(again)];
    expect(first.ok && first.value.id).toBe(second.ok && second.value.id);
    const full = { tenant, runId: id, mode: "full_replay", caller: "test", idempotencyKey: "full" } as const;
    await world.runs.replay(full);
    await world.runs.replay(full);
    expect(await world.runs.list({ tenant, limit: 9 })).toHaveLength(3);
  });
});

describe("iteration", () => {
  const items = { run: () => ({ list: [{ n: 1 }, { n: 2 }, { n: 3 }] }) };
  const each = (more: object = {}) => [
    tool("a", "items"),
    tool("b", "odd", { args: { n: "{{item.n}}" }, dependsOn: ["a"], forEach: { over: "{{a.list}}" }, ...more }),
  ];
  const odd: FakeVerb = {
    run({ n }) {
      if (Number(n) % 2 === 0) throw new FakeFailure("tool_failed");
      return { n: n ?? null };
    },
  };

  it("gives the outputs in the order of the items", async () => {
    world = await openRunsWorld({ items, odd: { run: ({ n }) => Number(n) * 10 } });
    const { id } = await world.run(each());
    expect((await world.runs.view({ tenant, runId: id }))?.rows[1]?.output).toEqual([10, 20, 30]);
  });

  it("leaves a gap for a failed item, and marks the step degraded", async () => {
    world = await openRunsWorld({ items, odd });
    const run = await world.run(each({ onError: "continue" }));
    const row = (await world.runs.view({ tenant, runId: run.id }))?.rows[1];
    expect(row).toMatchObject({ ok: true, degraded: true, output: [{ n: 1 }, null, { n: 3 }] });
    expect(run).toMatchObject({ status: "completed", taskStatus: "PARTIAL" });
  });

  it("fails with its first failed item where that aborts, and a list beyond the limit before any item", async () => {
    world = await openRunsWorld({ items, odd });
    expect(await world.run(each())).toMatchObject({ status: "failed" });
    const run = await world.run(each({ forEach: { over: "{{a.list}}", limit: 2 } }));
    expect(run).toMatchObject({ status: "failed", error: { code: "not_a_list" } });
  });
});

describe("an operator", () => {
  const steps = [
    tool("a", "flaky", { escalate: true, args: { n: 1 } }),
    tool("b", "echo", { dependsOn: ["a"] }),
    tool("c", "echo", { dependsOn: ["b"] }),
  ];
  const escalated = async (times = 1) => {
    world = await openRunsWorld({ echo, flaky: flaky(times) });
    return (await world.run(steps)).id;
  };

  it("finds the run paused, the rest skipped, and all that is needed to decide", async () => {
    const id = await escalated();
    expect(await runNow(id)).toMatchObject({ status: "waiting", waiting: { for: "operator" } });
    expect(await rowsOf(id)).toEqual(["a pending", "b pending", "c pending"]);
    const view = await world.runs.view({ tenant, runId: id });
    expect(view?.meta).toMatchObject({ task_status: "BLOCKED", steps_failed: 1, steps_skipped: 2 });
    expect(view?.rows[0]).toMatchObject({ ok: false, skipped: false, error: expect.stringMatching(/./) });
    const [wait] = await world.runs.waits(tenant);
    expect(wait).toMatchObject({
      kind: "failure",
      step: "a",
      error: { code: "tool_failed" },
      call: { verb: "flaky", args: { n: 1 } },
    });
    expect(await world.store.jobs.due(Infinity, 10)).toEqual([]);
  });

  it.each<[Choice, string, string[]]>([
    [{ choice: "retry" }, "completed", ["a ok", "b ok", "c ok"]],
    [{ choice: "edit", args: { n: 2 } }, "completed", ["a ok", "b ok", "c ok"]],
    [{ choice: "skip" }, "completed", ["a operator_skipped", "b dependency_skipped", "c dependency_skipped"]],
    [{ choice: "abort" }, "failed", ["a tool_failed", "b dependency", "c dependency"]],
  ])("decides %j", async (choice, status, rows) => {
    const id = await escalated();
    expect((await decide(choice)).ok).toBe(true);
    expect(await runNow(id)).toMatchObject({ status });
    expect(await rowsOf(id)).toEqual(rows);
    if (choice.choice === "edit")
      expect(world.verbs.calls.find(({ requestId }) => requestId.endsWith("a:attempt:2"))?.payload).toEqual({ n: 2 });
  });

  it("decides once, and only what is offered", async () => {
    await escalated();
    const [wait] = await world.runs.waits(tenant);
    const of = { tenant, waitId: wait?.id ?? "" };
    expect(await world.runs.decide(of, { choice: "resend" }, "ann")).toMatchObject({
      issues: [{ code: "CHOICE_NOT_OFFERED" }],
    });
    const both = await Promise.all([
      world.runs.decide(of, { choice: "retry" }, "ann"),
      world.runs.decide(of, { choice: "skip" }, "bob"),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await world.runs.decide({ ...of, tenant: "other" }, { choice: "retry" }, "eve")).toMatchObject({
      issues: [{ code: "WAIT_NOT_FOUND" }],
    });
  });

  it("may take days: nothing is held in memory, and a new process continues", async () => {
    const id = await escalated();
    await world.engine.stop();
    const before = world;
    world = await openRunsWorld({ echo, flaky: flaky(0) }, { store: before.store, clock: before.clock });
    world.clock.advance(7 * 24 * 3_600_000);
    await decide({ choice: "retry" });
    expect(await runNow(id)).toMatchObject({ status: "completed" });
  });
});

describe("cancelling", () => {
  it("aborts the tool call, keeps completed work, and ends the run", async () => {
    let told = false;
    const slow: FakeVerb = {
      run: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            told = true;
            reject(new FakeFailure("canceled"));
          });
        }),
    };
    world = await openRunsWorld({ echo, slow });
    const { id } = await world.run([
      tool("a", "echo"),
      tool("b", "slow", { dependsOn: ["a"] }),
      tool("c", "echo", { dependsOn: ["b"] }),
    ]);
    expect((await world.runs.cancel({ tenant, runId: id }, { by: "ann", reason: "changed my mind" })).ok).toBe(true);
    await world.settle();
    expect([told, await runNow(id)]).toMatchObject([true, { status: "cancelled", reason: "changed my mind" }]);
    expect(await rowsOf(id)).toEqual(["a ok", "b canceled", "c dependency"]);
    expect(await world.runs.cancel({ tenant, runId: id }, { by: "ann", reason: "" })).toMatchObject({
      issues: [{ code: "RUN_ENDED" }],
    });
  });

  it("ends a waiting run, and closes its waits", async () => {
    world = await openRunsWorld({ broken });
    const { id } = await world.run([tool("a", "broken", { escalate: true })]);
    await world.runs.cancel({ tenant, runId: id }, { by: "ann", reason: "" });
    await world.settle();
    expect(await runNow(id)).toMatchObject({ status: "cancelled" });
    expect(await world.runs.waits(tenant)).toEqual([]);
  });
});

describe("safety and action steps", () => {
  const check = (more: object) => ({ id: "check", kind: "safety", check: "pii", severity: "info", ...more });

  it("continue after an approving review, and stop with BLOCKED otherwise", async () => {
    world = await openRunsWorld({ echo });
    const first = await world.run([check({ manualReview: true }), tool("b", "echo", { dependsOn: ["check"] })]);
    await decide({ choice: "approve" });
    expect(await runNow(first.id)).toMatchObject({ status: "completed" });
    const second = await world.run([check({ manualReview: true }), tool("b", "echo")]);
    await decide({ choice: "abort" });
    expect(await runNow(second.id)).toMatchObject({
      status: "failed",
      taskStatus: "BLOCKED",
      error: { code: "safety_block" },
    });
  });

  it("queue an action as a separate run, linked to the step", async () => {
    world = await openRunsWorld({ echo });
    const run = await world.run([
      { id: "a", kind: "action", action: "echo", parameters: { text: "later" }, mode: "queue" },
    ]);
    const output = (await world.runs.view({ tenant, runId: run.id }))?.rows[0]?.output as { run_id: string };
    expect(await runNow(output.run_id)).toMatchObject({
      status: "completed",
      origin: { kind: "step", runId: run.id, step: "a" },
    });
    expect(world.verbs.calls.map(({ payload }) => payload)).toEqual([{ text: "later" }]);
  });

  it("ask a person to do a manual action", async () => {
    world = await openRunsWorld({ echo });
    const run = await world.run([
      { id: "a", kind: "action", action: "sign", parameters: {}, mode: "manual" },
      tool("b", "echo", { args: { text: "{{a.by}}" }, dependsOn: ["a"] }),
    ]);
    await decide({ choice: "done", output: { by: "ann" } });
    expect((await world.runs.view({ tenant, runId: run.id }))?.rows[1]?.output).toEqual({ echo: "ann" });
    expect(await runNow(run.id)).toMatchObject({ taskStatus: "PARTIAL" });
  });
});
