import { describe, expect, it, vi } from "vitest";
import { openRunsWorld, planOf, tenant } from "../../test/support/runs-world.ts";

const hour = 3_600_000;
const verbs = { read: { run: () => "ok" } };

function wait(of: Record<string, unknown>, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: "w", kind: "wait", wait: of, ...more };
}

const after = { id: "b", kind: "tool", tool: "read", dependsOn: ["w"] };

describe("a wait for time", () => {
  it("holds no job before its time, then continues", async () => {
    const world = await openRunsWorld(verbs);
    const { id } = await world.run([wait({ for: "duration", seconds: 3600 }), after]);
    const run = await world.store.run(tenant, id);
    expect(run).toMatchObject({ status: "waiting", waiting: { for: "timer", until: world.clock.now() + hour } });
    expect(await world.store.jobs.due(world.clock.now() + hour - 1, 9)).toEqual([]);
    world.clock.advance(hour);
    await world.settle();
    expect(await world.store.run(tenant, id)).toMatchObject({ status: "completed", taskStatus: "COMPLETED" });
  });

  it("lets steps that do not depend on it run", async () => {
    const world = await openRunsWorld(verbs);
    const { id } = await world.run([wait({ for: "duration", seconds: 60 }), { id: "x", kind: "tool", tool: "read" }]);
    const view = await world.runs.view({ tenant, runId: id });
    expect(view?.rows.map(({ step_id, ok }) => [step_id, ok])).toEqual([
      ["w", false],
      ["x", true],
    ]);
  });

  it("passes at once when the time is over, and fails when it is not a time", async () => {
    const world = await openRunsWorld({ read: { run: () => ({ at: "soon" }) } });
    const past = await world.run([wait({ for: "time", until: "1999-01-01T00:00:00Z" })]);
    expect(past).toMatchObject({ status: "completed" });
    const steps = [
      { id: "a", kind: "tool", tool: "read" },
      wait({ for: "time", until: "{{a.at}}" }, { dependsOn: ["a"] }),
    ];
    expect(await world.run(steps)).toMatchObject({ status: "failed", error: { code: "invalid_wait" } });
  });
});

describe("a wait for an event", () => {
  const paid = { for: "event", channel: "orders", where: [{ path: "order", is: "equal", to: "o-1" }] };
  const event = (world: { clock: { now(): number } }, payload: { order: string }, id = "e1") => ({
    channel: "orders",
    id,
    payload,
    at: world.clock.now(),
  });

  it("is found by an event with very many fields, which is not looked up field by field", async () => {
    const world = await openRunsWorld();
    await world.run([wait(paid)]);
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`f${at}`, at]));
    const records = vi.spyOn(world.store, "records");
    expect(await world.runs.deliverEvent(tenant, event(world, { ...wide, order: "o-2" }))).toBe(0);
    expect(await world.runs.deliverEvent(tenant, event(world, { ...wide, order: "o-1" }))).toBe(1);
    expect(records.mock.calls.length).toBeGreaterThan(0);
    expect(records.mock.calls.length).toBeLessThan(10);
  });

  it("ends with the first event that matches, which its dependents can refer to", async () => {
    const world = await openRunsWorld({ read: { run: ({ order }) => order ?? null } });
    const use = { ...after, args: { order: "{{w.event.payload.order}}" } };
    const { id } = await world.run([wait(paid), use]);
    expect(await world.store.run(tenant, id)).toMatchObject({ status: "waiting", waiting: { for: "event" } });
    expect(await world.store.jobs.due(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
    expect(await world.runs.deliverEvent(tenant, event(world, { order: "o-2" }))).toBe(0);
    expect(await world.runs.deliverEvent("other", event(world, { order: "o-1" }))).toBe(0);
    expect(await world.runs.deliverEvent(tenant, event(world, { order: "o-1" }, "e2"))).toBe(1);
    expect(await world.runs.deliverEvent(tenant, event(world, { order: "o-1" }, "e2"))).toBe(0);
    await world.settle();
    const view = await world.runs.view({ tenant, runId: id });
    expect(view?.rows.map(({ output }) => output)).toEqual([{ timed_out: false, event: event2 }, "o-1"]);
    const replayed = await world.runs.replay({ tenant, runId: id, mode: "mock_replay", caller: "test" });
    expect(replayed).toMatchObject({ value: { matches: true } });
  });
  const event2 = { channel: "orders", id: "e2", payload: { order: "o-1" } };

  it("ignores an event from before the step started", async () => {
    const world = await openRunsWorld(verbs);
    const early = event(world, { order: "o-1" });
    world.clock.advance(1000);
    await world.run([wait(paid)]);
    expect(await world.runs.deliverEvent(tenant, early)).toBe(0);
  });

  describe("with events since the run was created", () => {
    const early = { ...paid, since: "run" };
    const rows = async (world: Awaited<ReturnType<typeof openRunsWorld>>, runId: string) =>
      (await world.runs.view({ tenant, runId }))?.rows.map(({ output }) => output);
    const pause = { id: "p", kind: "wait", wait: { for: "duration", seconds: 60 } };

    it("takes an event that came before it started, once, oldest first", async () => {
      const world = await openRunsWorld(verbs);
      const again = { ...wait(early), id: "again", dependsOn: ["w"] };
      const { id } = await world.run([pause, wait(early, { dependsOn: ["p"] }), again]);
      for (const order of ["o-2", "o-1"]) await world.runs.deliverEvent(tenant, event(world, { order }, `e-${order}`));
      await world.runs.deliverEvent(tenant, event(world, { order: "o-1" }, "e-o-1"));
      world.clock.advance(1000);
      await world.runs.deliverEvent(tenant, event(world, { order: "o-1" }, "e-3"));
      world.clock.advance(59_000);
      const status = async (): Promise<string | undefined> => {
        world.clock.advance(1000);
        return (await world.store.run(tenant, id))?.status;
      };
      await expect.poll(status).toBe("completed");
      const [, first, second] = (await rows(world, id)) ?? [];
      expect([first, second]).toMatchObject([{ event: { id: "e-o-1" } }, { event: { id: "e-3" } }]);
      const left = async (): Promise<unknown[]> => {
        world.clock.advance(1000);
        const buffers = await world.store.records({ tenant, kind: "runs.buffer", limit: 9 });
        return [...buffers, ...(await world.store.jobs.depths(Number.MAX_SAFE_INTEGER))];
      };
      await expect.poll(left).toEqual([]);
    });

    it("takes one that comes later, never one from before the run, too many or too old ones", async () => {
      const world = await openRunsWorld(verbs);
      const before = event(world, { order: "o-1" }, "before");
      world.clock.advance(1000);
      const long = { ...pause, wait: { for: "duration", seconds: 8 * 86_400 } };
      const { id } = await world.run([long, wait(early, { dependsOn: ["p"] })]);
      await world.runs.deliverEvent(tenant, before);
      for (let at = 0; at < 150; at += 1)
        await world.runs.deliverEvent(tenant, event(world, { order: "o-1" }, `e${at}`));
      await world.settle();
      const [buffer] = await world.store.records({ tenant, kind: "runs.buffer", limit: 9 });
      expect(buffer?.body).toMatchObject({ events: { length: 100 } });
      world.clock.advance(8 * 86_400_000);
      await world.settle();
      expect(await world.store.run(tenant, id)).toMatchObject({ status: "waiting", waiting: { for: "event" } });
      await world.runs.deliverEvent(tenant, event(world, { order: "o-1" }, "late"));
      await world.settle();
      expect((await rows(world, id))?.[1]).toMatchObject({ event: { id: "late" } });
    });

    it("needs a channel that is known before the run", async () => {
      const world = await openRunsWorld({ read: { run: () => ({ name: "orders" }) } });
      const steps = [
        { id: "a", kind: "tool", tool: "read" },
        wait({ ...early, channel: "{{a.name}}" }, { dependsOn: ["a"] }),
      ];
      expect(await world.run(steps)).toMatchObject({ status: "failed", error: { code: "invalid_wait" } });
    });
  });

  it("fails at its deadline, or continues if the step allows it, and leaves no subscription", async () => {
    const world = await openRunsWorld(verbs);
    const failing = await world.run([wait({ ...paid, timeoutSeconds: 60 }), after]);
    const lenient = await world.run([wait({ ...paid, timeoutSeconds: 60, onTimeout: "continue" }), after]);
    world.clock.advance(60_000);
    await world.settle();
    expect(await world.store.run(tenant, failing.id)).toMatchObject({
      status: "failed",
      error: { code: "wait_timeout" },
    });
    expect(await world.store.run(tenant, lenient.id)).toMatchObject({ status: "completed" });
    expect(await world.store.records({ tenant, kind: "runs.subscription", limit: 9 })).toEqual([]);
  });

  it("leaves no subscription of a cancelled run", async () => {
    const world = await openRunsWorld(verbs);
    const { id } = await world.run([wait(paid)]);
    await world.runs.cancel({ tenant, runId: id }, { by: "test", reason: "" });
    await world.settle();
    expect(await world.store.run(tenant, id)).toMatchObject({ status: "cancelled" });
    expect(await world.store.records({ tenant, kind: "runs.subscription", limit: 9 })).toEqual([]);
  });
});

describe("a wait for an answer", () => {
  const ask = { for: "answer", question: "Which one?", choices: ["a", "b"] };

  it("asks, accepts only an offered answer, and continues with it", async () => {
    const world = await openRunsWorld({ read: { run: ({ which }) => which ?? null } });
    const { id } = await world.run([wait(ask), { ...after, args: { which: "{{w.answer}}" } }]);
    expect(await world.store.run(tenant, id)).toMatchObject({ waiting: { for: "answer" } });
    const [open] = await world.runs.waits(tenant);
    expect(open).toMatchObject({ kind: "answer", question: "Which one?", answers: ["a", "b"] });
    const of = { tenant, waitId: open?.id ?? "" };
    expect(await world.runs.decide(of, { choice: "answer", answer: "c" }, "ann")).toMatchObject({ ok: false });
    expect(await world.runs.decide(of, { choice: "answer", answer: "b" }, "ann")).toMatchObject({ ok: true });
    await world.settle();
    const view = await world.runs.view({ tenant, runId: id });
    expect(view?.rows.map(({ output }) => output)).toEqual([{ timed_out: false, answer: "b", by: "ann" }, "b"]);
  });

  it("ends the run at its deadline, also as its last step", async () => {
    const world = await openRunsWorld(verbs);
    const { id } = await world.run([wait({ ...ask, timeoutSeconds: 60, onTimeout: "continue" })]);
    world.clock.advance(60_000);
    await world.settle();
    expect(await world.store.run(tenant, id)).toMatchObject({ status: "completed" });
  });

  it("closes the question at its deadline; an escalated failure can ask again", async () => {
    const world = await openRunsWorld(verbs);
    const { id } = await world.run([wait({ ...ask, timeoutSeconds: 60 }, { escalate: true })]);
    world.clock.advance(60_000);
    await world.settle();
    const [failure] = await world.runs.waits(tenant);
    expect(failure).toMatchObject({ kind: "failure", error: { code: "wait_timeout" } });
    await world.runs.decide({ tenant, waitId: failure?.id ?? "" }, { choice: "retry" }, "ann");
    await world.settle();
    const [again] = await world.runs.waits(tenant);
    expect(again).toMatchObject({ kind: "answer", attempt: 2 });
    await world.runs.decide({ tenant, waitId: again?.id ?? "" }, { choice: "answer", answer: "a" }, "ann");
    await world.settle();
    expect(await world.store.run(tenant, id)).toMatchObject({ status: "completed" });
  });
});

describe("run_at", () => {
  it("starts a run no sooner, even if its job is woken, and can be cancelled before", async () => {
    const world = await openRunsWorld(verbs);
    const request = { tenant, caller: "test", plan: planOf([{ id: "a", kind: "tool", tool: "read" }]) };
    const made = await world.runs.create({ ...request, runAt: world.clock.now() + hour });
    const other = await world.runs.create({ ...request, runAt: world.clock.now() + hour });
    if (!made.ok || !other.ok) throw new Error("not created");
    await world.store.write((tx) =>
      tx.enqueue({ queue: "runs", key: made.value.id, tenant, dueAt: world.clock.now() }, world.clock.now()),
    );
    await world.settle();
    expect(world.verbs.calls).toEqual([]);
    await world.runs.cancel({ tenant, runId: other.value.id }, { by: "test", reason: "" });
    await world.settle();
    expect(await world.store.run(tenant, other.value.id)).toMatchObject({ status: "cancelled" });
    world.clock.advance(hour);
    await world.settle();
    expect(await world.store.run(tenant, made.value.id)).toMatchObject({ status: "completed" });
  });
});

describe("a step that runs a plan", () => {
  const childPlans = async () => ({
    ok: true as const,
    value: planOf([{ id: "inner", kind: "tool", tool: "read", resultKey: "found" }]),
  });

  it("waits for the run of the plan and returns its results", async () => {
    const world = await openRunsWorld(verbs, { childPlans });
    const { id } = await world.run([
      { id: "w", kind: "plan", plan: "other" },
      { ...after, args: { found: "{{w.results.found}}" } },
    ]);
    const view = await world.runs.view({ tenant, runId: id });
    expect(view?.run).toMatchObject({ status: "completed" });
    expect(view?.rows[0]?.output).toMatchObject({ results: { found: "ok" } });
  });

  it("fails with the plan, and a cancellation reaches it", async () => {
    const failing = await openRunsWorld({ read: { run: () => Promise.reject(new Error("no")) } }, { childPlans });
    const failed = await failing.run([{ id: "w", kind: "plan", plan: "other" }]);
    expect(failed).toMatchObject({ status: "failed", error: { code: "plan_failed" } });
    const waiting = async () => ({ ok: true as const, value: planOf([wait({ for: "duration", seconds: 60 })]) });
    const world = await openRunsWorld(verbs, { childPlans: waiting });
    const parent = await world.run([{ id: "w", kind: "plan", plan: "other" }]);
    expect(parent).toMatchObject({ status: "waiting", waiting: { for: "plan" } });
    await world.runs.cancel({ tenant, runId: parent.id }, { by: "test", reason: "" });
    await world.settle();
    const runs = await world.runs.list({ tenant, limit: 9 });
    expect(runs.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  it("does its writes again in a run that repeats, once for all attempts", async () => {
    let failures = 1;
    const fail = () => (failures-- > 0 ? Promise.reject(new Error("no")) : null);
    const outer = { write: { effect: "additive", run: () => null }, flaky: { run: fail } } as const;
    const inner = { id: "a", kind: "tool", tool: "write", effect: { class: "additive", scope: "once" } };
    const steps = [inner, { id: "b", kind: "tool", tool: "flaky", dependsOn: ["a"] }];
    const scoped = async () => ({ ok: true as const, value: planOf(steps) });
    const world = await openRunsWorld(outer, { childPlans: scoped });
    const writes = () => world.verbs.calls.filter(({ verb }) => verb === "write").length;
    const plan = planOf([{ id: "w", kind: "plan", plan: "other", escalate: true }]);
    const first = await world.runs.create({ tenant, caller: "test", plan, repeat: true });
    await world.settle();
    const [asked] = await world.runs.waits(tenant);
    await world.runs.decide({ tenant, waitId: asked?.id ?? "" }, { choice: "retry" }, "ann");
    await world.settle();
    const runId = first.ok ? first.value.id : "";
    expect([await world.store.run(tenant, runId), writes()]).toMatchObject([{ status: "completed" }, 1]);
    await world.runs.create({ tenant, caller: "test", plan, repeat: true });
    await world.settle();
    expect(writes()).toBe(2);
    await world.runs.rerun({ tenant, runId, fromStep: "w", caller: "test" });
    await world.settle();
    expect(writes()).toBe(2);
  });

  it("is refused where plans call plans without end", async () => {
    const endless = async () => ({ ok: true as const, value: planOf([{ id: "w", kind: "plan", plan: "other" }]) });
    const world = await openRunsWorld(verbs, { childPlans: endless });
    const run = await world.run([{ id: "w", kind: "plan", plan: "other" }]);
    expect(run).toMatchObject({ status: "failed" });
    expect((await world.runs.list({ tenant, limit: 99 })).length).toBeLessThan(12);
  });
});

describe("cancelling a run that is due later", () => {
  it("ends it at once, and who follows it sees the end", async () => {
    const world = await openRunsWorld(verbs);
    const plan = planOf([{ id: "x", kind: "tool", tool: "read" }]);
    const made = await world.runs.create({ tenant, caller: "test", plan, runAt: world.clock.now() + hour });
    const runId = made.ok ? made.value.id : "";
    await world.runs.cancel({ tenant, runId }, { by: "ann", reason: "not needed" });
    expect(await world.runs.settled({ tenant, runId })).toMatchObject({ status: "cancelled" });
    expect(world.verbs.calls).toEqual([]);
  });
});
