import { afterEach, describe, expect, it } from "vitest";
import type { ReactPlanner } from "../../src/agents/agent-deps.ts";
import type { OverlapPolicy } from "../../src/contracts/react/trigger.ts";
import type { Store } from "../../src/ports/store.ts";
import { createMemoryStore } from "../../src/testing/memory-store/store.ts";
import { expireLeases, openTestStore } from "../support/test-store.ts";
import { type AgentsWorld, answerTo, openAgentsWorld, profileOf, tenant } from "./support/agents-world.ts";

let world: AgentsWorld;
afterEach(() => world?.stop());

/** A planner whose runs end when the test says so, or when they are cancelled; like the real one, each once. */
function createSlowPlanner() {
  const running = new Map<string, PromiseWithResolvers<"done" | "cancelled">>();
  const ended = new Set<string>();
  let mostAtOnce = 0;
  const reason: ReactPlanner = async (request, { cancel, signal }) => {
    const id = request.request_id ?? "";
    if (cancel.aborted && !running.has(id)) throw new Error("cancelled before it started");
    const run = running.get(id) ?? Promise.withResolvers<"done" | "cancelled">();
    running.set(id, run);
    mostAtOnce = Math.max(mostAtOnce, running.size - ended.size);
    const stop = (): void => {
      ended.add(id);
      run.resolve("cancelled");
    };
    if (cancel.aborted) stop();
    cancel.addEventListener("abort", stop);
    const gone = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("gone"))));
    if ((await Promise.race([run.promise, gone])) === "done") return answerTo(request);
    const error = { code: "cancelled", message: "The run was cancelled." };
    return answerTo(request, { status: "error", error });
  };
  const finishAll = (): void => {
    for (const [id, { resolve }] of running) {
      ended.add(id);
      resolve("done");
    }
  };
  return { reason, finishAll, mostAtOnce: () => mostAtOnce };
}

const freely = { max_runs_per_day: 99, min_interval_seconds: 0, max_concurrent_runs: 1 };
const profile = (overlap: OverlapPolicy, limits = freely) =>
  profileOf("agent.a", { triggers: { events: [{ channel: "c", overlap }] }, limits });

async function send(...ids: string[]): Promise<void> {
  for (const id of ids) {
    await world.daemon().publish(tenant, { id, channel: "c", payload: {} });
    await world.settle();
  }
}

async function endings(): Promise<string[]> {
  return (await world.runs()).map(({ slot, record }) => {
    const status = record === undefined ? "running" : record.status;
    return `${slot} ${record?.status === "error" ? (record.error?.code ?? status) : status}`;
  });
}

describe("a firing while the agent is running", () => {
  it.each([
    ["skip", ["e1 success"]],
    ["queue", ["e1 success", "e2 success", "e3 success"]],
    ["queue_one", ["e1 success", "e2 success"]],
    ["cancel_other", ["e1 cancelled", "e2 cancelled", "e3 success"]],
  ] as const)("follows the policy %s", async (overlap, expected) => {
    const planner = createSlowPlanner();
    world = await openAgentsWorld({ profiles: [profile(overlap)], reason: planner.reason });
    await send("e1", "e2", "e3");
    for (let round = 0; round < 3; round += 1) {
      planner.finishAll();
      await world.pass(1000);
    }
    expect(await endings()).toEqual(expected);
    expect(planner.mostAtOnce()).toBe(1);
  });

  it("cancels nothing when it may not start itself", async () => {
    const planner = createSlowPlanner();
    const limits = { ...freely, min_interval_seconds: 60 };
    world = await openAgentsWorld({ profiles: [profile("cancel_other", limits)], reason: planner.reason });
    await send("e1", "e2");
    expect(await endings()).toEqual(["e1 running"]);
    expect(await world.decisions()).toMatchObject([{ outcome: "fired" }, { outcome: "skipped", reason: "interval" }]);
  });

  it("cancels nothing when its goal cannot be filled in", async () => {
    const planner = createSlowPlanner();
    const agent = profile("cancel_other");
    agent.goal_template.description = "look at {{event.order}}";
    world = await openAgentsWorld({ profiles: [agent], reason: planner.reason });
    await world.daemon().publish(tenant, { id: "e1", channel: "c", payload: { order: "O-1" } });
    await world.settle();
    await send("e2");
    planner.finishAll();
    await world.pass(1000);
    expect(await endings()).toEqual(["e1 success"]);
    expect(await world.decisions()).toMatchObject([{ outcome: "fired" }, { outcome: "skipped", reason: "goal" }]);
  });

  it("takes the place of an earlier firing of its trigger that still waits for a run to be cancelled", async () => {
    const stubborn: ReactPlanner = (request, { signal }) =>
      new Promise((resolve, reject) => {
        finish = () => resolve(answerTo(request));
        signal.addEventListener("abort", () => reject(new Error("gone")));
      });
    let finish = (): void => undefined;
    world = await openAgentsWorld({ profiles: [profile("cancel_other")], reason: stubborn });
    await send("e1", "e2", "e3");
    finish();
    await world.pass(1000);
    expect(await endings()).toEqual(["e1 success", "e3 running"]);
    const decided = (await world.decisions()).map(({ slot, outcome }) => `${slot} ${outcome}`);
    expect(decided).toEqual(["e1 fired", "e2 queued", "e3 queued", "e2 skipped", "e3 fired"]);
  });
});

describe("a process that dies while one run replaces another", () => {
  it("loses neither the cancellation nor the firing, wherever it dies", async () => {
    let writes = Infinity;
    for (let diesAfter = 0; diesAfter < writes; diesAfter += 1) {
      const planner = createSlowPlanner();
      const { store: kept } = await openTestStore(createMemoryStore);
      const dying = dyingStore(kept);
      world = await openAgentsWorld({
        profiles: [profile("cancel_other")],
        reason: planner.reason,
        store: dying.store,
      });
      await send("e1");
      dying.dieAfter(diesAfter);
      await world
        .daemon()
        .publish(tenant, { id: "e2", channel: "c", payload: {} })
        .catch(() => undefined);
      await world.settle();
      if (!dying.isDead()) writes = diesAfter;
      await world.stop();
      await expireLeases(kept);
      dying.revive();
      await world.start();
      // A bus delivers again what was not acknowledged.
      await send("e2");
      await world.pass(30_000);
      planner.finishAll();
      await world.pass(1000);
      expect([diesAfter, ...(await endings())]).toEqual([diesAfter, "e1 cancelled", "e2 success"]);
      expect(planner.mostAtOnce()).toBe(1);
      await world.stop();
    }
    expect(writes).toBeGreaterThan(3);
  });
});

/** A store that refuses everything after some writes, as for a process that is gone. */
function dyingStore(kept: Store) {
  let left = Infinity;
  const write: Store["write"] = async (change) => {
    if (left <= 0) throw new Error("the process is gone");
    left -= 1;
    await kept.write(change);
  };
  return {
    store: { ...kept, write },
    dieAfter: (writes: number) => void (left = writes),
    isDead: () => left <= 0,
    revive: () => void (left = Infinity),
  };
}
