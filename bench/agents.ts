import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { type Agent, createAgent } from "../src/agents/profile/agent.ts";
import { createDaemon, type Daemon } from "../src/agents/daemon.ts";
import { queues } from "../src/agents/agent-deps.ts";
import { AgentProfile } from "../src/contracts/react/agent-profile.ts";
import type { PlanReactRequest, PlanReactResponse } from "../src/contracts/react/plan-react.ts";
import type { LeasedJob } from "../src/ports/engine.ts";
import type { Store } from "../src/ports/store.ts";
import { createTimeIds } from "../src/runtime/time-ids.ts";
import { openDatabase } from "../src/store/sqlite/database.ts";
import { createSqliteStore } from "../src/store/sqlite/store.ts";
import { createFakeClock, type FakeClock } from "../src/testing/fake-clock.ts";
import type { BenchOptions, Measurement } from "./bench.ts";
import { type Figure, figure } from "./figure.ts";
import { heapMb, ratiosOf, timed } from "./measure.ts";

const tenant = "bench";
const zones = ["UTC", "America/Denver", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland"];

/** Daemons on SQLite files, every commit synced, and without the disk; the planner answers at once. */
export async function measure({ quick }: BenchOptions): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-agents-"));
  const size = quick ? { sizes: [100, 1000], ticks: 40 } : { sizes: [100, 1000, 10_000], ticks: 300 };
  try {
    const figures: Figure[] = [];
    for (const place of [{ root: folder, said: "" }, { said: " without the disk" }])
      figures.push(...(await timeFigures(place, size)), ...(await eventFigures(place, size.sizes)));
    return { figures };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Where the database is: in memory without a root. */
type StoreLocation = { root?: string; said: string };
type SizeSettings = { sizes: readonly number[]; ticks: number };

type AgentsBench = {
  size: number;
  agents: Agent[];
  daemon: Daemon;
  store: Store;
  clock: FakeClock;
  heap: number;
  firstMs: number;
};

/** The sizes alternate, so that noise affects all of them. */
async function timeFigures({ root, said }: StoreLocation, { sizes, ticks }: SizeSettings): Promise<Figure[]> {
  const worlds: AgentsBench[] = [];
  const again = new Map<number, number>();
  for (const size of sizes) {
    const world = await open(root, size, (at) => ({
      time: [{ cron: `${at % 60} ${Math.floor(at / 60) % 24} * * *`, timezone: zones[at % zones.length] }],
    }));
    worlds.push(world);
    again.set(size, await timed(() => createDaemon(partsOf(world)).reload()));
  }
  const perSize = (): Map<number, number[]> => new Map(sizes.map((size) => [size, []]));
  const [looks, slots, scans] = [perSize(), perSize(), perSize()];
  for (let at = 0; at < ticks; at += 1)
    for (const world of worlds) {
      looks.get(world.size)?.push((await timed(() => look(world))) * 1000);
      slots.get(world.size)?.push((await slot(world)) * 1000);
      if (at % 10 === 0) scans.get(world.size)?.push((await timed(() => scan(world))) * 1000);
    }
  for (const { store } of worlds) await store.close();
  const [smallest] = sizes;
  return worlds.flatMap(({ size, firstMs, heap }) => {
    const row = { table: `Agents with a daily cron trigger${said}`, name: `${size} agents`, better: "lower" } as const;
    const us = { ...row, unit: "µs" } as const;
    return [
      figure({ ...us, what: "a look with nothing due" }, looks.get(size) ?? []),
      figure({ ...us, what: "a slot, decided and run" }, slots.get(size) ?? []),
      figure({ ...row, what: `to ${smallest} agents`, unit: "×" }, ratiosOf(slots.get(size), slots.get(smallest ?? 0))),
      figure({ ...us, what: "a scan of all schedules instead" }, scans.get(size) ?? []),
      figure({ ...row, what: "first start", unit: "ms" }, firstMs),
      figure({ ...row, what: "later starts", unit: "ms" }, again.get(size) ?? 0),
      figure({ ...row, what: "heap an agent", unit: "KB" }, (heap * 1024) / size),
    ];
  });
}

/** The query of the engine at every poll. */
async function look({ store, clock }: AgentsBench): Promise<void> {
  await store.jobs.due(clock.now(), 100);
  await store.jobs.nextDueAt(clock.now());
}

/** The cost without jobs: every schedule at every tick. */
function scan({ agents, clock }: AgentsBench): number {
  let first = Infinity;
  for (const { triggers } of agents)
    for (const armed of triggers)
      if (armed.kind === "time") first = Math.min(first, armed.schedule.next(clock.now()) ?? Infinity);
  return first;
}

/** Milliseconds for one slot, from the tick that finds it to the end of its run; slots of the same minute share the time. */
async function slot({ store, clock, daemon }: AgentsBench): Promise<number> {
  const dueAt = (await store.jobs.nextDueAt(clock.now())) ?? clock.now();
  clock.advance(dueAt - clock.now());
  const start = performance.now();
  const jobs = (await store.jobs.due(clock.now(), 100)).filter(({ queue }) => queue === queues.time);
  for (const job of jobs) await handle(daemon, job);
  for (const next of await store.jobs.due(clock.now(), 100)) if (next.queue === queues.run) await handle(daemon, next);
  return (performance.now() - start) / jobs.length;
}

/** Accepted and decided, 64 at a time; one in a hundred fires a trigger. */
async function eventFigures({ root, said }: StoreLocation, sizes: readonly number[]): Promise<Figure[]> {
  const shapes = {
    "a channel each": (at: number) => ({ channel: `c${at}`, conditions: {} }),
    "one channel, a value each": (at: number) => ({ channel: "c", conditions: { to: at } }),
    "one channel, a bound each": (at: number) => ({ channel: "c", conditions: { min_size: at + 1 } }),
  };
  const figures: Figure[] = [];
  const events = 2000;
  for (const [name, shape] of Object.entries(shapes)) {
    for (const size of [sizes[0] ?? 0, sizes.at(-1) ?? 0]) {
      const world = await open(root, size, (at) => ({ events: [shape(at)] }));
      const ms = await timed(() => storm(world, events, name !== "a channel each"));
      await world.store.close();
      const row = { table: `Events a second${said}`, name, what: `${size} agents`, unit: "/s" } as const;
      figures.push(figure({ ...row, better: "higher" }, (events * 1000) / ms));
    }
  }
  return figures;
}

async function storm({ daemon, store, clock, size }: AgentsBench, events: number, isShared: boolean): Promise<void> {
  const lane = async (from: number): Promise<void> => {
    for (let at = from; at < events; at += 64) {
      // One in a hundred fires a trigger.
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

async function open(root: string | undefined, size: number, triggers: (at: number) => object): Promise<AgentsBench> {
  const path = root === undefined ? ":memory:" : join(mkdtempSync(join(root, "w-")), "planwright.db");
  const store = createSqliteStore(openDatabase({ path }));
  const clock = createFakeClock();
  const before = heapMb();
  const agents = Array.from({ length: size }, (_, at) => createAgent(tenant, profileOf(at, triggers(at))));
  const world = { size, agents, store, clock, heap: 0, firstMs: 0 };
  const daemon = createDaemon(partsOf(world));
  const firstMs = await timed(() => daemon.reload());
  return { ...world, daemon, firstMs, heap: heapMb() - before };
}

function partsOf({
  agents,
  store,
  clock,
}: Pick<AgentsBench, "agents" | "store" | "clock">): Parameters<typeof createDaemon>[0] {
  const byId = new Map(agents.map((agent) => [agent.profile.id, agent]));
  const quiet = (): void => undefined;
  return {
    store,
    clock,
    ids: createTimeIds(clock),
    log: { debug: quiet, info: quiet, warn: console.warn, error: console.error },
    registry: { find: (_, id) => byId.get(id), all: () => agents },
    reason: async (request) => answerTo(request),
    sender: async () => undefined,
    keepDays: 30,
    keepEntriesDays: 365,
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
