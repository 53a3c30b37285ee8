import { afterEach, describe, expect, it } from "vitest";
import { StoreError } from "../ports/store-error.ts";
import { createFakeClock, type FakeClock } from "../testing/fake-clock.ts";
import { FakeFailure, type FakeVerb } from "../testing/fake-verbs.ts";
import { openRunsWorld, type RunsWorld, tenant } from "../../test/support/runs-world.ts";
import { expireLeases } from "../../test/support/test-store.ts";

let worlds: RunsWorld[] = [];
afterEach(async () => {
  const stopped = Promise.all(worlds.map(({ engine }) => engine.stop()));
  // Writes in flight are given up in time.
  for (const world of worlds) await pass(world, 20_000);
  await stopped;
  worlds = [];
});

async function open(...given: Parameters<typeof openRunsWorld>): Promise<RunsWorld> {
  const world = await openRunsWorld(...given);
  worlds.push(world);
  return world;
}

type SlowTool = { clock: FakeClock; actsAfterMs: number; timeoutMs?: number };

/** A tool that acts long after it was called, whether or not the caller still waits. */
function slowTool({ clock, actsAfterMs, timeoutMs = 30_000 }: SlowTool) {
  const created: string[] = [];
  let sent = 0;
  const create: FakeVerb = {
    effect: "additive",
    timeoutMs,
    run: (_, { effectKey = "", signal }) =>
      new Promise((resolve, reject) => {
        sent += 1;
        clock.setTimer(clock.now() + actsAfterMs, () => {
          created.push(effectKey);
          resolve({ id: created.length });
        });
        clock.setTimer(clock.now() + timeoutMs, () => reject(new FakeFailure("timeout")));
        signal.addEventListener("abort", () => reject(new FakeFailure("canceled")));
      }),
    readBack: ({ key }) =>
      created.includes(key) ? { state: "done", output: { id: created.indexOf(key) + 1 } } : { state: "absent" },
  };
  return { create, created, sent: () => sent };
}

const write = (more: object = {}) => [{ id: "a", kind: "tool", tool: "create", args: {}, ...more }];

/** Lets time pass in small steps, so that everything due on the way happens in order. */
async function pass(world: RunsWorld, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    world.clock.advance(Math.min(500, left));
    await world.settle();
  }
}

const runOf = (world: RunsWorld, runId: string) => world.store.run(tenant, runId);

describe("a write whose tool acts after a crash", () => {
  async function crashed(actsAfterMs: number, { afterMs = 1_500, jumpMs = 0 } = {}) {
    const clock = createFakeClock();
    const tool = slowTool({ clock, actsAfterMs: jumpMs + actsAfterMs });
    const before = await open({ create: tool.create }, { clock });
    const { id } = await before.create(write());
    await pass(before, afterMs);
    // The first process dies without an answer; the second starts immediately.
    await expireLeases(before.store);
    clock.advance(jumpMs);
    const after = await open({ create: tool.create }, { clock, store: before.store });
    return { id, after, tool };
  }

  it("is sent once: its absence right after the crash proves nothing", async () => {
    const { id, after, tool } = await crashed(8_000);
    await pass(after, 5_000);
    expect([tool.sent(), (await runOf(after, id))?.status]).toEqual([1, "running"]);
    await pass(after, 10_000);
    expect(await runOf(after, id)).toMatchObject({ status: "completed", taskStatus: "COMPLETED" });
    expect([tool.sent(), tool.created.length]).toEqual([1, 1]);
  });

  it("is sent once, when it has timed out and the clock jumps by ten minutes before the next process starts", async () => {
    const { id, after, tool } = await crashed(40_000, { afterMs: 32_000, jumpMs: 600_000 });
    await pass(after, 15_000);
    expect(await runOf(after, id)).toMatchObject({ status: "completed" });
    expect([tool.sent(), tool.created.length]).toEqual([1, 1]);
  });

  it("is sent again once it can no longer take effect", async () => {
    const { after, tool } = await crashed(Number.MAX_SAFE_INTEGER / 2);
    await pass(after, 30_000);
    expect(tool.sent()).toBe(1);
    await pass(after, 10_000);
    expect(tool.sent()).toBe(2);
  });
});

it("a clock that jumps forward, or another machine's, does not make absence conclusive", async () => {
  const clock = createFakeClock();
  const tool = slowTool({ clock, actsAfterMs: 120_000 + 12_000, timeoutMs: 122_000 });
  const world = await open({ create: tool.create }, { clock });
  const { id } = await world.create(write({ onError: "retry", retries: 5 }));
  await world.settle();
  // The machine's clock was two minutes behind when the call was sent: it times out, and acts ten seconds later.
  clock.advance(120_000);
  await pass(world, 25_000);
  expect(await runOf(world, id)).toMatchObject({ status: "completed" });
  expect([tool.sent(), tool.created.length]).toEqual([1, 1]);
});

describe("a timeout shorter than the act", () => {
  it("ends with the late result of the tool, and asks nobody", async () => {
    const clock = createFakeClock();
    const tool = slowTool({ clock, actsAfterMs: 8_000, timeoutMs: 2_000 });
    const world = await open({ create: tool.create }, { clock });
    const { id } = await world.create(write({ escalate: true }));
    await pass(world, 20_000);
    expect(await runOf(world, id)).toMatchObject({ status: "completed" });
    expect([tool.sent(), tool.created.length]).toEqual([1, 1]);
  });

  it("asks as kind effect, and reads back before it is sent again for a person", async () => {
    const clock = createFakeClock();
    const tool = slowTool({ clock, actsAfterMs: 60_000, timeoutMs: 2_000 });
    const world = await open({ create: tool.create }, { clock });
    const { id } = await world.create(write({ escalate: true }));
    await pass(world, 40_000);
    const [wait] = await world.runs.waits(tenant);
    expect(wait).toMatchObject({ kind: "effect", error: { code: "timeout" } });
    await pass(world, 30_000);
    await world.runs.decide({ tenant, waitId: wait?.id ?? "" }, { choice: "resend" }, "ann");
    await world.settle();
    expect(await runOf(world, id)).toMatchObject({ status: "completed" });
    expect([tool.sent(), tool.created.length]).toEqual([1, 1]);
  });
});

it("a long write that outlives the process is settled by the next one, and nobody is asked to retry it", async () => {
  const clock = createFakeClock();
  const tool = slowTool({ clock, actsAfterMs: 15_000, timeoutMs: 60_000 });
  const before = await open({ create: tool.create }, { clock });
  const { id } = await before.create(write({ escalate: true }));
  await pass(before, 1_000);
  const stopped = before.engine.stop();
  await pass(before, 11_000);
  await stopped;
  const after = await open({ create: tool.create }, { clock, store: before.store });
  await pass(after, 10_000);
  expect(await runOf(after, id)).toMatchObject({ status: "completed" });
  expect([tool.sent(), tool.created.length, (await after.runs.waits(tenant)).length]).toEqual([1, 1, 0]);
});

it("a cancelled run ends when it is known what became of its write", async () => {
  const clock = createFakeClock();
  const tool = slowTool({ clock, actsAfterMs: 8_000 });
  const world = await open({ create: tool.create }, { clock });
  const { id } = await world.create(write());
  await pass(world, 1_000);
  await world.runs.cancel({ tenant, runId: id }, { by: "ann", reason: "no" });
  await pass(world, 3_000);
  expect((await runOf(world, id))?.status).toBe("running");
  await pass(world, 10_000);
  expect(["completed", "cancelled"]).toContain((await runOf(world, id))?.status);
  expect(await world.store.effects(tenant, id)).toMatchObject([{ state: "confirmed" }]);
});

it("shows until when a write may still take effect", async () => {
  const clock = createFakeClock();
  const tool = slowTool({ clock, actsAfterMs: 1e9 });
  const { readBack: _, ...create } = tool.create;
  const world = await open(
    { create: { ...create, run: () => Promise.reject(new FakeFailure("connection_lost")) } },
    { clock },
  );
  await world.create(write());
  await world.settle();
  const until = new Date(clock.now() + 35_000).toISOString();
  expect((await world.runs.waits(tenant))[0]?.question).toContain(`may still take effect until ${until}`);
});

describe("a tool that sends heartbeats", () => {
  /** Works for 10 seconds with a timeout of 2, and says so every second. */
  function beating(clock: FakeClock) {
    const created: string[] = [];
    const create: FakeVerb = {
      effect: "additive",
      timeoutMs: 2_000,
      run: (_, { effectKey = "", onHeartbeat }) =>
        new Promise((resolve) => {
          for (let second = 1; second < 10; second += 1)
            clock.setTimer(clock.now() + second * 1_000, () => onHeartbeat?.());
          clock.setTimer(clock.now() + 10_000, () => {
            created.push(effectKey);
            resolve({ id: created.length });
          });
        }),
      readBack: ({ key }) => (created.includes(key) ? { state: "done", output: { id: 1 } } : { state: "absent" }),
    };
    return { create, created };
  }

  it("may work longer than its timeout", async () => {
    const clock = createFakeClock();
    const tool = beating(clock);
    const world = await open({ create: tool.create }, { clock });
    const { id } = await world.create(write());
    await pass(world, 11_000);
    expect(await runOf(world, id)).toMatchObject({ status: "completed" });
    expect(world.verbs.calls).toHaveLength(1);
  });
});

it("finish although the lease cannot be confirmed for another write, which is sent later", async () => {
  const clock = createFakeClock();
  const tool = slowTool({ clock, actsAfterMs: 5_000 });
  let readBacks = 0;
  const create: FakeVerb = {
    ...tool.create,
    readBack: () => {
      readBacks += 1;
      return { state: "unknowable", reason: "not asked for" };
    },
  };
  let confirmed = 0;
  const confirm = async (): Promise<boolean> => {
    confirmed += 1;
    if (confirmed === 2) throw new StoreError("busy", "the database does not answer");
    return true;
  };
  const world = await open({ create }, { clock, guard: { stillLeased: () => true, confirm } });
  const { id } = await world.create([...write(), ...write({ id: "b" })]);
  await pass(world, 20_000);
  expect((await runOf(world, id))?.status).toBe("completed");
  expect([tool.created.length, tool.sent(), readBacks]).toEqual([2, 2, 0]);
});
