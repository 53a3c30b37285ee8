import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasEnded } from "../../src/ports/run.ts";
import type { Store, Tx } from "../../src/ports/store.ts";
import { decideWait } from "../../src/runs/decide-wait.ts";
import type { WaitNotification } from "../../src/runs/follow-up-handler.ts";
import { planOf, tenant } from "../support/runs-world.ts";
import { createCrashingWorld, type CrashingWorld } from "./support/crashing-world.ts";

const minute = 60_000;
const rules = {
  assignee: "tg:1",
  backup: "tg:2",
  remindMs: 10 * minute,
  handOverMs: 20 * minute,
  deadlineMs: 60 * minute,
  onDeadline: "skip",
} as const;

const sign = { id: "sign", kind: "action", action: "sign the papers", mode: "manual" };
const ask = { id: "who", kind: "wait", wait: { for: "answer", question: "Who?", onTimeout: "continue" } };

/** Counted in the transaction: a notification that is rolled back was never sent. */
const notifyOfWait = (tx: Tx, { kind, tenant: of }: WaitNotification): void =>
  tx.count({ tenant: of, key: `news:${kind}`, add: 1 });

async function worldWith(step: object): Promise<{ world: CrashingWorld; runId: string }> {
  const world = createCrashingWorld(2, { followUp: rules, notifyOfWait });
  await world.boot();
  const made = await world.runs().create({ tenant, caller: "test", plan: planOf([step]) });
  if (!made.ok) throw new Error("not created");
  await world.quiet();
  return { world, runId: made.value.id };
}

const sent = ({ store }: CrashingWorld, kind: WaitNotification["kind"]): Promise<number> =>
  store.counter(tenant, `news:${kind}`);

async function pass(world: CrashingWorld, minutes: number): Promise<void> {
  world.clock.advance(minutes * minute);
  await world.quiet();
}

describe("a question that nobody answers", () => {
  it("goes to its assignee, who is reminded, then to the backup, and is decided at the deadline", async () => {
    const { world, runId } = await worldWith(sign);
    const asked = async () => (await world.runs().waits(tenant))[0]?.followUp;
    expect([await sent(world, "asked"), (await asked())?.assignee]).toEqual([1, "tg:1"]);
    await pass(world, 10);
    expect([await sent(world, "reminder"), (await asked())?.remindedAt]).toEqual([1, world.clock.now()]);
    await pass(world, 10);
    expect(await sent(world, "handed_over")).toBe(1);
    expect(await asked()).toMatchObject({ assignee: "tg:2", handOvers: [{ to: "tg:2", by: "planwright" }] });
    await pass(world, 40);
    expect(await world.store.run(tenant, runId)).toMatchObject({ status: "completed" });
    expect(await world.store.waits(tenant, { runId })).toMatchObject([
      {
        state: "decided",
        by: "planwright",
        decision: { choice: "skip", reason: "nobody decided before the deadline" },
      },
    ]);
  });

  it("keeps the mark of a reminder that comes at the same moment as the decision", async () => {
    const { world } = await worldWith(sign);
    const { store, clock } = world;
    const [wait] = await world.runs().waits(tenant);
    if (wait === undefined) throw new Error("nothing is asked");
    const reminded = { ...wait, followUp: { ...wait.followUp, remindedAt: clock.now() } };
    let isFirst = true;
    const racing: Store = {
      ...store,
      async run(...of) {
        if (isFirst) await store.write((tx) => tx.changeWait(reminded, wait));
        isFirst = false;
        return store.run(...of);
      },
    };
    const decision = { choice: "done", output: null } as const;
    const decided = await decideWait(
      { store: racing, clock, verbs: { list: () => [] } },
      { tenant, waitId: wait.id },
      { decision, by: "tg:1" },
    );
    expect(decided).toMatchObject({ ok: true });
    expect(await store.wait(tenant, wait.id)).toMatchObject({
      state: "decided",
      by: "tg:1",
      followUp: { remindedAt: clock.now() },
    });
  });

  it("aborts where it offers no skip", async () => {
    const review = { id: "check", kind: "safety", check: "limits", severity: "warn", manualReview: true };
    const { world, runId } = await worldWith(review);
    await pass(world, 60);
    const [wait] = await world.store.waits(tenant, { runId });
    expect(wait).toMatchObject({ kind: "review", decision: { choice: "abort" } });
  });

  it("ends a wait for an answer by the timer of its step, with the deadline of the configuration", async () => {
    const { world, runId } = await worldWith(ask);
    await pass(world, 30);
    expect([await sent(world, "handed_over"), (await world.runs().waits(tenant)).length]).toEqual([1, 1]);
    await pass(world, 30);
    expect(await world.store.run(tenant, runId)).toMatchObject({ status: "completed" });
  });

  it("asks another person by hand, with the reason, and no longer hands over to that person by itself", async () => {
    const { world } = await worldWith(sign);
    const [wait] = await world.runs().waits(tenant);
    const of = { tenant, waitId: wait?.id ?? "" };
    expect(await world.runs().assign(of, { to: "tg:2", by: "tg:1", reason: "on holiday" })).toMatchObject({ ok: true });
    await pass(world, 30);
    const [now] = await world.runs().waits(tenant);
    expect(now?.followUp).toMatchObject({ assignee: "tg:2", handOvers: [{ by: "tg:1", reason: "on holiday" }] });
    expect(now?.followUp?.handOvers).toHaveLength(1);
    expect(await world.runs().assign({ tenant, waitId: "none" }, { to: "a", by: "b" })).toMatchObject({ ok: false });
  });
});

const happenings = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("pass" as const), minutes: fc.constantFrom(1, 5, 9, 10, 11, 25, 61) }),
    fc.record({ kind: fc.constant("crash" as const), arrives: fc.boolean() }),
    fc.record({ kind: fc.constant("assign" as const), to: fc.constantFrom("tg:2", "tg:3") }),
    fc.constant({ kind: "back" as const }),
    fc.constant({ kind: "decide" as const }),
  ),
  { maxLength: 12 },
);

type FollowUpEvent = (typeof happenings extends fc.Arbitrary<infer T> ? T : never)[number];

async function happen(world: CrashingWorld, step: object, one: FollowUpEvent): Promise<void> {
  const [wait] = await world.runs().waits(tenant);
  const of = { tenant, waitId: wait?.id ?? "" };
  // Without a pause between them: the timer and the person act at the same time.
  if (one.kind === "pass") world.clock.advance(one.minutes * minute);
  else if (one.kind === "back") world.clock.advance(-minute);
  else if (one.kind === "assign") await world.runs().assign(of, { to: one.to, by: "tg:1" });
  else if (one.kind === "crash") await world.crash(one.arrives);
  else if (wait?.kind === "answer") await world.runs().decide(of, { choice: "answer", answer: "me" }, "tg:1");
  else await world.runs().decide(of, { choice: "done", output: step === sign }, "tg:1");
}

describe("reminders, hand-overs and deadlines", () => {
  it("act once each, in 1,000 mixes of time, clocks that go back, people and crashes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(sign, ask), happenings, async (step, script) => {
        const { world, runId } = await worldWith(step);
        for (const one of script) {
          await happen(world, step, one);
          if (one.kind !== "assign") await world.quiet();
        }
        await pass(world, 120);
        await pass(world, 120);
        const byHand = script.filter(({ kind }) => kind === "assign").length;
        expect(await sent(world, "asked")).toBe(1);
        expect(await sent(world, "reminder")).toBeLessThanOrEqual(1);
        expect(await sent(world, "handed_over")).toBeLessThanOrEqual(byHand + 1);
        const run = await world.store.run(tenant, runId);
        expect(run !== undefined && hasEnded(run)).toBe(true);
        const waits = await world.store.waits(tenant, { runId });
        expect(waits.map(({ state }) => state)).not.toContain("open");
        expect(waits).toHaveLength(1);
        expect(await world.store.jobs.due(Number.MAX_SAFE_INTEGER, 9)).toEqual([]);
      }),
      { seed: 20260316, numRuns: 1000 },
    );
  }, 120_000);
});
