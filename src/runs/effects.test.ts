import { afterEach, describe, expect, it } from "vitest";
import { openRunsWorld, planOf, type RunsWorld, tenant } from "../../test/support/runs-world.ts";
import type { JsonObject } from "../plan/json.ts";
import { contentHashFull } from "../plan/hash.ts";
import type { Choice } from "../ports/fact.ts";
import type { RetryClass } from "../ports/verbs.ts";
import { FakeFailure, type FakeVerb } from "../testing/fake-verbs.ts";

let world: RunsWorld;
afterEach(() => world.engine.stop());

/** An outside world: what was created there, by effect key. Answers can get lost after the write. */
function outside(given: { retryClass?: RetryClass; readable?: boolean } = {}) {
  const created: { key: string; payload: JsonObject }[] = [];
  let lose: ("before" | "after")[] = [];
  const create: FakeVerb = {
    effect: "additive",
    retryClass: given.retryClass ?? "never",
    run(payload, { effectKey = "" }) {
      const when = lose.shift();
      if (when === "before") throw new FakeFailure("timeout");
      const known = given.retryClass === "keyed" && created.some(({ key }) => key === effectKey);
      if (!known) created.push({ key: effectKey, payload });
      if (when === "after") throw new FakeFailure("timeout");
      return { id: created.length };
    },
    ...(given.readable === true && {
      readBack: ({ key }: { key: string }) => {
        const at = created.findIndex((one) => one.key === key);
        return at === -1 ? { state: "absent" as const } : { state: "done" as const, output: { id: at + 1 } };
      },
    }),
  };
  return { create, created, lose: (...when: typeof lose) => (lose = when) };
}

const step = (id: string, more: object = {}) => ({ id, kind: "tool", tool: "create", args: { name: id }, ...more });
const statesOf = async (runId: string) =>
  (await world.store.effects(tenant, runId)).map(({ key, state }) => `${key} ${state}`);
const runNow = async (runId: string) => world.store.run(tenant, runId);

async function decide(decision: Choice): Promise<void> {
  const [wait] = await world.runs.waits(tenant);
  const answer = await world.runs.decide({ tenant, waitId: wait?.id ?? "" }, decision, "ann");
  expect(answer).toMatchObject({ ok: true });
  await world.settle();
}

describe("effects", () => {
  it("are reserved before the call, confirmed after it, and keyed by run, step and item", async () => {
    const { create, created } = outside();
    let before: string[] = [];
    world = await openRunsWorld({
      list: { run: () => [1, 2] },
      create: {
        ...create,
        run: async (payload, options) => {
          before = before.concat(await statesOf("run-000001"));
          return create.run(payload, options);
        },
      },
    });
    const run = await world.run([
      step("a"),
      { id: "l", kind: "tool", tool: "list", dependsOn: ["a"] },
      step("b", { dependsOn: ["l"], forEach: { over: "{{l}}" }, args: { n: "{{item}}" } }),
    ]);
    expect(run.status).toBe("completed");
    expect(before[0]).toBe("run:run-000001:step:a sent");
    expect(await statesOf(run.id)).toEqual([
      "run:run-000001:step:a confirmed",
      "run:run-000001:step:b:item:0 confirmed",
      "run:run-000001:step:b:item:1 confirmed",
    ]);
    expect(created).toHaveLength(3);
  });

  it("of a call whose answer was lost are read back: done", async () => {
    const { create, created, lose } = outside({ readable: true });
    world = await openRunsWorld({ create });
    lose("after");
    const run = await world.run([step("a")]);
    expect(run).toMatchObject({ status: "completed", taskStatus: "COMPLETED" });
    expect([created.length, await statesOf(run.id)]).toEqual([1, ["run:run-000001:step:a confirmed"]]);
  });

  it("of a call that never arrived are read back: absent, and the step's error policy applies", async () => {
    const { create, created, lose } = outside({ readable: true });
    world = await openRunsWorld({ create });
    lose("before");
    const run = await world.run([step("a", { onError: "retry", retries: 1 })]);
    // Until it can no longer arrive, its absence proves nothing.
    for (let waited = 0; waited < 40_000; waited += 500) {
      world.clock.advance(500);
      await world.settle();
    }
    expect(await runNow(run.id)).toMatchObject({ status: "completed" });
    expect(created).toHaveLength(1);
  });

  it("wait for a person when the read-back is impossible", async () => {
    const { create, lose } = outside({ readable: true });
    world = await openRunsWorld({ create: { ...create, readBack: () => new Promise(() => undefined) } });
    lose("after");
    const run = await world.run([step("a")]);
    for (let waited = 0; waited < 400_000; waited += 5_000) {
      world.clock.advance(5_000);
      await world.settle();
    }
    expect(await runNow(run.id)).toMatchObject({ status: "waiting", waiting: { for: "operator" } });
  });

  it("of keyed tools are resent under the same key", async () => {
    const { create, created, lose } = outside({ retryClass: "keyed" });
    world = await openRunsWorld({ create });
    lose("after", "after");
    const run = await world.run([step("a")]);
    for (const ms of [500, 1000]) {
      world.clock.advance(ms);
      await world.settle();
    }
    expect(await runNow(run.id)).toMatchObject({ status: "completed" });
    expect([created.length, world.verbs.calls.length]).toEqual([1, 3]);
  });

  it.each<[string, Choice, number, object]>([
    ["it happened", { choice: "done", output: { id: 1 } }, 1, { status: "completed", taskStatus: "PARTIAL" }],
    ["it did not", { choice: "resend" }, 2, { status: "completed", taskStatus: "COMPLETED" }],
    ["enough", { choice: "abort" }, 1, { status: "failed" }],
  ])("without read-back wait for a person: %s", async (_, choice, deeds, ended) => {
    const { create, created, lose } = outside();
    world = await openRunsWorld({ create });
    lose("after");
    const run = await world.run([
      step("a"),
      { id: "b", kind: "message", channel: "user", content: "{{a.id}}", dependsOn: ["a"] },
    ]);
    expect(await statesOf(run.id)).toEqual(["run:run-000001:step:a unknown"]);
    expect((await world.runs.waits(tenant))[0]).toMatchObject({ kind: "effect", effectKey: "run:run-000001:step:a" });
    await decide(choice);
    expect(await runNow(run.id)).toMatchObject(ended);
    expect(created).toHaveLength(deeds);
    expect(await statesOf(run.id)).toEqual([
      `run:run-000001:step:a ${choice.choice === "abort" ? "unknown" : "confirmed"}`,
    ]);
  });

  it("reported as failed are retried under the same key", async () => {
    let left = 1;
    const create: FakeVerb = {
      effect: "additive",
      run() {
        if (left-- > 0) throw new FakeFailure("rate_limited");
        return 1;
      },
    };
    world = await openRunsWorld({ create });
    const run = await world.run([step("a", { onError: "retry", retries: 1 })]);
    expect(await statesOf(run.id)).toEqual(["run:run-000001:step:a reserved"]);
    world.clock.advance(500);
    await world.settle();
    expect(await runNow(run.id)).toMatchObject({ status: "completed" });
    expect(new Set(world.verbs.calls.map(({ effectKey }) => effectKey)).size).toBe(1);
  });
});

describe("arguments that a person edited", () => {
  const edited = { name: "edited" };

  it("are what is sent after the approval that the edit needed", async () => {
    const { create, created } = outside();
    let failures = 1;
    const guarded: FakeVerb = {
      ...create,
      run(payload, options) {
        if (failures-- > 0) throw new FakeFailure("tool_failed");
        if (options.approvedBy === undefined) throw new FakeFailure("needs_approval");
        return create.run(payload, options);
      },
    };
    world = await openRunsWorld({ create: guarded });
    await world.run([step("a", { escalate: true })]);
    await decide({ choice: "edit", args: edited });
    expect((await world.runs.waits(tenant))[0]).toMatchObject({ kind: "approval", call: { args: edited } });
    await decide({ choice: "approve" });
    expect(created).toMatchObject([{ payload: edited }]);
  });

  it("are looked for before the call is sent again, and found", async () => {
    const { create, created, lose } = outside();
    const asked: JsonObject[] = [];
    let isIndexed = false;
    const readBack: FakeVerb["readBack"] = ({ payload }) => {
      asked.push(payload);
      return isIndexed ? { state: "done", output: { id: 1 } } : { state: "unknowable", reason: "not indexed yet" };
    };
    let failures = 1;
    const run: FakeVerb["run"] = (payload, options) => {
      if (failures-- > 0) throw new FakeFailure("tool_failed");
      return create.run(payload, options);
    };
    world = await openRunsWorld({ create: { ...create, run, readBack } });
    const { id } = await world.run([step("a", { escalate: true })]);
    lose("after");
    await decide({ choice: "edit", args: edited });
    for (let waited = 0; waited < 60_000; waited += 5_000) {
      world.clock.advance(5_000);
      await world.settle();
    }
    expect((await world.runs.waits(tenant))[0]).toMatchObject({ kind: "effect", call: { args: edited } });
    isIndexed = true;
    await decide({ choice: "resend" });
    expect(await runNow(id)).toMatchObject({ status: "completed" });
    expect([created.length, new Set(asked.map(({ name }) => name))]).toEqual([1, new Set(["edited"])]);
  });
});

describe("a scope of the plan's own", () => {
  const scoped = (args: object = { name: "x" }, scope = "linear:create_issue:deal-1:brief") => [
    step("a", { args, effect: { class: "additive", scope } }),
  ];

  it("happens once over all runs, and the later run gets the first run's answer", async () => {
    const { create, created } = outside();
    world = await openRunsWorld({ create });
    const [first, second] = [await world.run(scoped()), await world.run(scoped())];
    const outputs = await Promise.all(
      [first, second].map(async ({ id }) => (await world.runs.view({ tenant, runId: id }))?.rows[0]?.output),
    );
    expect(outputs).toEqual([{ id: 1 }, { id: 1 }]);
    expect(created).toHaveLength(1);
  });

  const rowOf = async (runId: string) => (await world.runs.view({ tenant, runId }))?.rows[0];

  it("says that it was reused, from which run, and how to repeat it", async () => {
    const { create } = outside();
    world = await openRunsWorld({ create });
    const [first, second] = [await world.run(scoped()), await world.run(scoped())];
    expect(await rowOf(first.id)).not.toHaveProperty("reused");
    expect(await rowOf(second.id)).toMatchObject({
      ok: true,
      reused: { run_id: first.id, hint: expect.stringContaining("repeat") },
    });
  });

  it("is written again if the tool reports that the effect no longer exists", async () => {
    const { create, created } = outside({ readable: true });
    world = await openRunsWorld({ create });
    await world.run(scoped());
    const kept = await world.run(scoped());
    expect([created.length, await rowOf(kept.id)]).toMatchObject([1, { reused: {} }]);
    created.length = 0;
    const again = await world.run(scoped());
    expect([created.length, await rowOf(again.id)]).toMatchObject([1, { ok: true }]);
    expect(await rowOf(again.id)).not.toHaveProperty("reused");
    expect(await world.store.effect(tenant, "linear:create_issue:deal-1:brief")).toMatchObject({ runId: again.id });
  });

  it("is written again on purpose with repeat, once for one idempotency key", async () => {
    const { create, created } = outside();
    world = await openRunsWorld({ create });
    await world.run(scoped());
    const request = { tenant, caller: "test", plan: planOf(scoped()), repeat: true, idempotencyKey: "k" };
    const ids = [await world.runs.create(request), await world.runs.create(request)].map(
      (made) => made.ok && made.value.id,
    );
    await world.settle();
    expect([created.length, ids[0] === ids[1]]).toEqual([2, true]);
  });

  it("is rejected for other arguments", async () => {
    const { create, created } = outside();
    world = await openRunsWorld({ create });
    await world.run(scoped());
    const run = await world.run(scoped({ name: "other" }));
    expect(run).toMatchObject({ status: "failed", error: { code: "effect_conflict" } });
    expect(run).toHaveProperty("error.message", expect.stringContaining("give the step another scope"));
    expect(created).toHaveLength(1);
  });

  it("is waited for while another run uses it", async () => {
    let answer: (() => void) | undefined;
    const create: FakeVerb = {
      effect: "additive",
      run: () => new Promise((resolve) => (answer = () => resolve({ id: 1 }))),
    };
    world = await openRunsWorld({ create });
    const [first, second] = [await world.run(scoped()), await world.run(scoped())];
    expect((await runNow(second.id))?.status).toBe("waiting");
    answer?.();
    await world.settle();
    world.clock.advance(500);
    await world.settle();
    expect([await runNow(first.id), await runNow(second.id)]).toMatchObject([
      { status: "completed" },
      { status: "completed" },
    ]);
    expect(world.verbs.calls).toHaveLength(1);
  });

  it("is sent though a worker that lost its lease marks it as sent first", async () => {
    const { create, created } = outside();
    const key = "linear:create_issue:deal-1:brief";
    const argsHash = contentHashFull({ name: "x" });
    const late = { key, tenant, unit: "step:a", verb: "create", argsHash, attempt: 1, state: "sent", at: 0 } as const;
    const list = { run: () => world.store.write((tx) => tx.reserve({ ...late, runId: "run-000001" })).then(() => []) };
    world = await openRunsWorld({ create, list });
    const steps = scoped().map((one) => ({ ...one, dependsOn: ["l"] }));
    expect(await world.run([{ id: "l", kind: "tool", tool: "list" }, ...steps])).toMatchObject({ status: "completed" });
    expect(created).toHaveLength(1);
  });

  it("is sent again though a worker that lost its lease marks an answered attempt as sent", async () => {
    const { create, created, lose } = outside({ retryClass: "keyed" });
    world = await openRunsWorld({ create });
    lose("before");
    const run = await world.run(scoped());
    const [effect] = await world.store.effects(tenant, run.id);
    await world.store.write((tx) => effect && tx.moveEffect({ ...effect, state: "sent" }, [effect.state]));
    for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 1_000) {
      world.clock.advance(1_000);
      await world.settle();
    }
    expect(await runNow(run.id)).toMatchObject({ status: "completed" });
    expect(created).toHaveLength(1);
  });

  it("is taken over from a run that failed before anything happened", async () => {
    const { create, created } = outside();
    world = await openRunsWorld({
      create: { effect: "additive", run: () => Promise.reject(new FakeFailure("tool_failed")) },
    });
    await world.run(scoped());
    world.verbs.set("create", create);
    expect(await world.run(scoped({ name: "better" }))).toMatchObject({ status: "completed" });
    expect(created).toHaveLength(1);
  });

  it("fails where its reference is not in the results", async () => {
    const { create, created } = outside();
    world = await openRunsWorld({ create, list: { run: () => ({}) } });
    const effect = { class: "additive", scope: "task:{{l.id}}" };
    const run = await world.run([{ id: "l", kind: "tool", tool: "list" }, step("a", { dependsOn: ["l"], effect })]);
    expect(run).toMatchObject({ status: "failed", error: { code: "reference_missing" } });
    expect(created).toEqual([]);
  });

  it.each([
    ["a call", { kind: "tool", tool: "create", args: { n: "{{item}}" } }],
    ["a queued action", { kind: "action", action: "create", parameters: { n: "{{item}}" }, mode: "queue" }],
  ])("of %s names its item, or gets the item's index", async (_, call) => {
    const { create, created } = outside();
    world = await openRunsWorld({ create, list: { run: () => ["p", "q"] } });
    const each = { dependsOn: ["l"], forEach: { over: "{{l}}" }, ...call };
    await world.run([
      { id: "l", kind: "tool", tool: "list" },
      { id: "a", ...each, effect: { class: "additive", scope: "task:{{item}}" } },
      { id: "b", ...each, effect: { class: "additive", scope: "note" } },
    ]);
    const keys = ["note:item:0", "note:item:1", "task:p", "task:q"];
    expect(created.map(({ key }) => key).toSorted()).toEqual(keys);
  });

  describe("of a write whose run was ended before its outcome was known", () => {
    async function leftBehind(readable: boolean) {
      const outer = outside({ readable });
      const { readBack: _, ...blind } = outer.create;
      world = await openRunsWorld({ create: blind });
      outer.lose("after");
      await world.run(scoped());
      await decide({ choice: "abort" });
      world.verbs.set("create", outer.create);
      const { id } = await world.run(scoped());
      return { ...outer, id };
    }

    it.each<[string, Choice, number]>([
      ["asks a person, and takes the answer for every later run", { choice: "done", output: { id: 1 } }, 1],
      ["sends it if the person says so", { choice: "resend" }, 2],
    ])("%s", async (_, choice, times) => {
      const { id, created } = await leftBehind(false);
      expect(await world.runs.waits(tenant)).toMatchObject([{ runId: id, kind: "effect" }]);
      await decide(choice);
      expect([await runNow(id), await world.run(scoped())]).toMatchObject([
        { status: "completed" },
        { status: "completed" },
      ]);
      expect(created).toHaveLength(times);
    });

    it("reads it back if the tool can report it", async () => {
      const { id, created } = await leftBehind(true);
      expect([created.length, await runNow(id)]).toMatchObject([1, { status: "completed" }]);
    });
  });
});
