import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type Agent, createAgent } from "../src/agents/agent.ts";
import { createDaemon, type Daemon } from "../src/agents/daemon.ts";
import { queues } from "../src/agents/parts.ts";
import { AgentProfile } from "../src/contracts/react/agent-profile.ts";
import type { PlanReactRequest, PlanReactResponse } from "../src/contracts/react/plan-react.ts";
import type { LeasedJob } from "../src/ports/engine.ts";
import type { Store } from "../src/ports/store.ts";
import { createTimeIds } from "../src/runtime/time-ids.ts";
import { openDatabase } from "../src/store/sqlite/database.ts";
import { createSqliteStore } from "../src/store/sqlite/store.ts";
import { createFakeClock, type FakeClock } from "../src/testing/fake-clock.ts";
import { print, quantile, round, type Section } from "./measure.ts";

const sizes = [100, 1000, 10_000] as const;
const ticks = 300;
const tenant = "bench";
const zones = ["UTC", "America/Denver", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland"];

/**
 * Daemons on SQLite files, every commit synced, or with `--memory` without the disk; the planner answers at once. The sizes
 * take turns, so that noise falls on all.
 */
export async function run(args: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-agents-"));
  const root = args.includes("--memory") ? undefined : folder;
  try {
    print([...(await timeSections(root)), await eventSection(root)], args);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type World = {
  size: number;
  agents: Agent[];
  daemon: Daemon;
  store: Store;
  clock: FakeClock;
  heapMb: number;
  firstMs: number;
};

async function timeSections(root: string | undefined): Promise<Section[]> {
  const worlds: World[] = [];
  const again = new Map<number, number>();
  for (const size of sizes) {
    const world = await open(root, size, (at) => ({
      time: [{ cron: `${at % 60} ${Math.floor(at / 60) % 24} * * *`, timezone: zones[at % zones.length] }],
    }));
    worlds.push(world);
    again.set(size, await timed(() => createDaemon(partsOf(world)).reload()));
  }
  const looks = perSize();
  const slots = perSize();
  const scans = perSize();
  for (let at = 0; at < ticks; at += 1)
    for (const world of worlds) {
      looks.get(world.size)?.push((await timed(() => look(world))) * 1000);
      slots.get(world.size)?.push((await slot(world)) * 1000);
      if (at % 10 === 0) scans.get(world.size)?.push((await timed(async () => scan(world))) * 1000);
    }
  for (const { store } of worlds) await store.close();
  const us = (times: Map<number, number[]>, size: number): number => round(quantile(times.get(size) ?? [], 0.5));
  return [
    {
      title: `Agents with a daily cron trigger; medians of ${ticks} interleaved ticks`,
      rows: worlds.map(({ size }) => ({
        agents: size,
        "µs a look with nothing due": us(looks, size),
        "µs a slot, decided and run": us(slots, size),
        "× of 100 agents": round(us(slots, size) / us(slots, 100)),
        "µs a scan of all instead": us(scans, size),
      })),
    },
    {
      title: "Start-up",
      rows: worlds.map(({ size, firstMs, heapMb }) => ({
        agents: size,
        "ms the first time": round(firstMs),
        "ms later": round(again.get(size) ?? 0),
        "µs an agent, later": round(((again.get(size) ?? 0) * 1000) / size),
        "KB an agent": round((heapMb * 1024) / size),
      })),
    },
  ];
}

function perSize(): Map<number, number[]> {
  return new Map(sizes.map((size) => [size, []]));
}

/** What the engine asks at every look. */
async function look({ store, clock }: World): Promise<void> {
  await store.jobs.due(clock.now(), 100);
  await store.jobs.nextDueAt(clock.now());
}

/** What a daemon without jobs would do: every schedule, every time. */
function scan({ agents, clock }: World): number {
  let first = Infinity;
  for (const { triggers } of agents)
    for (const armed of triggers)
      if (armed.kind === "time") first = Math.min(first, armed.schedule.next(clock.now()) ?? Infinity);
  return first;
}

/** Milliseconds for one slot, from the look that finds it to the end of its run; those of the same minute share the time. */
async function slot({ store, clock, daemon }: World): Promise<number> {
  const dueAt = (await store.jobs.nextDueAt(clock.now())) ?? clock.now();
  clock.advance(dueAt - clock.now());
  const start = performance.now();
  const jobs = (await store.jobs.due(clock.now(), 100)).filter(({ queue }) => queue === queues.time);
  for (const job of jobs) await handle(daemon, job);
  for (const next of await store.jobs.due(clock.now(), 100)) if (next.queue === queues.run) await handle(daemon, next);
  return (performance.now() - start) / jobs.length;
}

async function eventSection(root: string | undefined): Promise<Section> {
  const shapes = {
    "a channel each": (at: number) => ({ channel: `c${at}`, conditions: {} }),
    "one channel, a value each": (at: number) => ({ channel: "c", conditions: { to: at } }),
    "one channel, a bound each": (at: number) => ({ channel: "c", conditions: { min_size: at + 1 } }),
  };
  const rows: Section["rows"][number][] = [];
  for (const [name, shape] of Object.entries(shapes)) {
    const rates: number[] = [];
    for (const size of [100, 10_000]) {
      const world = await open(root, size, (at) => ({ events: [shape(at)] }));
      const events = 2000;
      const ms = await timed(() => storm(world, events, name !== "a channel each"));
      rates.push((events * 1000) / ms);
      await world.store.close();
    }
    const [few = 0, many = 0] = rates;
    rows.push({
      conditions: name,
      "events/s with 100": Math.round(few),
      "with 10,000": Math.round(many),
      "× slower": round(few / many),
    });
  }
  return {
    title: "Events, taken and decided, 64 at a time; one in a hundred sets somebody off",
    rows,
  };
}

async function storm({ daemon, store, clock, size }: World, events: number, isShared: boolean): Promise<void> {
  const lane = async (from: number): Promise<void> => {
    for (let at = from; at < events; at += 64) {
      // One in a hundred sets somebody off.
      const to = at % 100 === 0 ? at % size : -1;
      await daemon.publish(tenant, { id: `e${at}`, channel: isShared ? "c" : `c${to}`, payload: { to, size: 0 } });
    }
  };
  await Promise.all(Array.from({ length: 64 }, (_, from) => lane(from)));
  for (;;) {
    const jobs = (await store.jobs.due(clock.now(), 64)).filter(
      ({ queue }) => queue === queues.event || queue === queues.run,
    );
    if (jobs.length === 0) return;
    await Promise.all(jobs.map((job) => handle(daemon, job)));
  }
}

async function open(root: string | undefined, size: number, triggers: (at: number) => object): Promise<World> {
  const path = root === undefined ? ":memory:" : join(mkdtempSync(join(root, "w-")), "planwright.db");
  const store = createSqliteStore(openDatabase({ path }));
  const clock = createFakeClock();
  const before = heapMb();
  const agents = Array.from({ length: size }, (_, at) => createAgent(tenant, profileOf(at, triggers(at))));
  const world = { size, agents, store, clock, heapMb: 0, firstMs: 0 };
  const daemon = createDaemon(partsOf(world));
  const firstMs = await timed(() => daemon.reload());
  return { ...world, daemon, firstMs, heapMb: heapMb() - before };
}

function partsOf({
  agents,
  store,
  clock,
}: Pick<World, "agents" | "store" | "clock">): Parameters<typeof createDaemon>[0] {
  const byId = new Map(agents.map((agent) => [agent.profile.id, agent]));
  const quiet = (): void => undefined;
  return {
    store,
    clock,
    ids: createTimeIds(clock),
    log: { debug: quiet, info: quiet, warn: console.warn, error: console.error },
    book: { find: (_, id) => byId.get(id), all: () => agents },
    reason: async (request) => answerTo(request),
    sender: async () => undefined,
    keepDays: 30,
  };
}

function profileOf(at: number, triggers: object): AgentProfile {
  return AgentProfile.parse({
    id: `agent.a${at}`,
    description: "For the bench.",
    goal_template: { type: "agent_task", description: "Reflect." },
    toolset: ["recall.fetch_context"],
    triggers,
    limits: { max_runs_per_day: 1000, min_interval_seconds: 0, max_concurrent_runs: 100 },
  });
}

function answerTo({ request_id = "" }: PlanReactRequest): PlanReactResponse {
  const usage = { steps: 1, tokens_reason: 10, tokens_answer: 5, tools_called: [], duration_ms: 1 };
  return { request_id, status: "ok", final_answer: { content: "Done." }, trace: [], usage };
}

async function handle(daemon: Daemon, job: LeasedJob): Promise<void> {
  const signal = new AbortController().signal;
  await daemon.queues[job.queue]?.({ job, signal, onWake: () => undefined });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function heapMb(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)(); // what the flag gives
  return process.memoryUsage().heapUsed / 2 ** 20;
}
