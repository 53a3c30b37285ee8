import { type Agent, createAgent } from "../../../src/agents/profile/agent.ts";
import { AgentRun } from "../../../src/agents/runs/agent-run.ts";
import { createDaemon, type Daemon } from "../../../src/agents/daemon.ts";
import { Decision } from "../../../src/agents/decisions/decision.ts";
import { type AgentDirectory, kinds, type ReactPlanner } from "../../../src/agents/agent-deps.ts";
import { eachRecord, readState } from "../../../src/agents/records.ts";
import type { Sender } from "../../../src/agents/outputs/send-handler.ts";
import { AgentProfile } from "../../../src/contracts/react/agent-profile.ts";
import type { PlanReactRequest, PlanReactResponse } from "../../../src/contracts/react/plan-react.ts";
import type { Engine, Lock } from "../../../src/ports/engine.ts";
import type { Ids } from "../../../src/ports/ids.ts";
import type { Store } from "../../../src/ports/store.ts";
import { openDatabase } from "../../../src/store/sqlite/database.ts";
import { createSqliteStore } from "../../../src/store/sqlite/store.ts";
import { createFakeClock } from "../../../src/testing/fake-clock.ts";
import { createMemoryLog } from "../../../src/testing/memory-log.ts";
import { createTestEngine, freeLock, openTestStore, runEventLoop } from "../../support/test-store.ts";

export const tenant = "acme";

/** A profile of which only what matters is said: no interval, many runs. */
export function profileOf(id: string, more: object = {}): AgentProfile {
  return AgentProfile.parse({
    id,
    description: "A test.",
    goal_template: { type: "agent_task", description: "Reflect." },
    toolset: [],
    limits: { max_runs_per_day: 1000, min_interval_seconds: 0, max_concurrent_runs: 1 },
    ...more,
  });
}

export function answerTo(request: PlanReactRequest, more: Partial<PlanReactResponse> = {}): PlanReactResponse {
  const answer = {
    request_id: request.request_id ?? "",
    status: "ok",
    final_answer: { content: "Done." },
    trace: [],
    usage: { steps: 1, tokens_reason: 10, tokens_answer: 5, tools_called: [], duration_ms: 1 },
    ...more,
  };
  return answer as PlanReactResponse; // the tests' own words
}

export type WorldOptions = {
  at?: number;
  profiles: readonly AgentProfile[];
  reason?: ReactPlanner;
  sender?: Sender;
  store?: Store;
  ids?: Ids;
  maxTokensPerDay?: number;
  /** How many daemons there are on the one store; with `lock` one of them works at a time, without or on Postgres all do. */
  daemons?: number;
  lock?: boolean;
};

const keeping = { keepDays: 30, keepEntriesDays: 365, notifyVerbs: new Set(["hub.notify"]) };

export type AgentsWorld = Awaited<ReturnType<typeof openAgentsWorld>>;

/** Daemons on one store, under a clock that does not move until it is told otherwise. */
export async function openAgentsWorld(options: WorldOptions) {
  const { daemons: count = 1, lock: hasLock = true, maxTokensPerDay } = options;
  const clock = createFakeClock(options.at);
  const { store, writes } = counting(options.store ?? (await openTestStore(inMemory)).store);
  const log = createMemoryLog();
  const asked: PlanReactRequest[] = [];
  const registry = createOpenBook(options.profiles);
  const lock = createSharedLock();
  const parts = {
    store,
    clock,
    log,
    ids: options.ids ?? createCountingIds(),
    registry,
    reason: noting(asked, options.reason),
    sender: options.sender ?? (async () => undefined),
    ...keeping,
    ...(maxTokensPerDay !== undefined && { maxTokensPerDay }),
  };
  let running: { daemon: Daemon; engine: Engine }[] = [];
  const start = async (): Promise<void> => {
    running = Array.from({ length: count }, () => {
      const own = hasLock ? lock.handle() : freeLock();
      return { daemon: createDaemon(parts), engine: createTestEngine({ jobs: store.jobs, lock: own, clock, log }) };
    });
    for (const { daemon, engine } of running) {
      await daemon.reload();
      await engine.start(daemon.queues);
    }
    await settle();
  };
  const settle = (): Promise<void> => untilStill(writes);
  const stop = async (): Promise<void> => {
    await Promise.all(running.splice(0).map(({ engine }) => engine.stop()));
  };
  await start();
  return {
    clock,
    store,
    log,
    asked,
    settle,
    stop,
    start,
    daemon: (at = 0): Daemon => running[at]?.daemon ?? raise("no daemon is running"),
    agent: (id: string): Agent => registry.find(tenant, id) ?? raise(`no agent ${id}`),
    async pass(ms: number): Promise<void> {
      clock.advance(ms);
      await settle();
    },
    /** The agents in force from now on. */
    async replace(profiles: readonly AgentProfile[]): Promise<void> {
      registry.replace(profiles);
      for (const { daemon } of running) await daemon.reload();
      await settle();
    },
    runs: () => readAll(store, kinds.run, AgentRun),
    decisions: () => readAll(store, kinds.decision, Decision),
    state: async (id: string) => (await readState(store, tenant, id)).value,
  };
}

function createOpenBook(
  profiles: readonly AgentProfile[],
): AgentDirectory & { replace(with_: readonly AgentProfile[]): void } {
  const toAgents = (list: readonly AgentProfile[]): Agent[] => list.map((profile) => createAgent(tenant, profile));
  let agents = toAgents(profiles);
  return {
    find: (of, id) => agents.find((one) => one.tenant === of && one.profile.id === id),
    all: () => agents,
    replace: (others) => void (agents = toAgents(others)),
  };
}

function noting(asked: PlanReactRequest[], reason: ReactPlanner = async (request) => answerTo(request)): ReactPlanner {
  return async (request, call) => {
    asked.push(request);
    return await reason(request, call);
  };
}

/** Until nothing is written any more. */
async function untilStill(writes: () => number): Promise<void> {
  for (let before = -1, still = 0; still < 3;) {
    still = before === writes() ? still + 1 : 0;
    before = writes();
    await runEventLoop(6);
  }
}

async function readAll<T>(store: Store, kind: string, schema: { parse(body: unknown): T }): Promise<T[]> {
  const rows: T[] = [];
  await eachRecord(store, { tenant, kind }, ({ body }) => rows.push(schema.parse(body)));
  return rows.toReversed();
}

function counting(store: Store): { store: Store; writes: () => number } {
  let count = 0;
  const write: Store["write"] = async (change) => {
    count += 1;
    await store.write(change).finally(() => (count += 1));
  };
  return { store: { ...store, write }, writes: () => count };
}

function inMemory(): Store {
  return createSqliteStore(openDatabase({ path: ":memory:" }));
}

/** One of all who ask holds it. */
function createSharedLock(): { handle(): Lock } {
  let holder: Lock | undefined;
  return {
    handle() {
      const own: Lock = {
        tryAcquire: () => (holder ??= own) === own,
        release: () => {
          if (holder === own) holder = undefined;
        },
      };
      return own;
    },
  };
}

/** They sort in the order they were made. */
function createCountingIds(): Ids {
  let count = 0;
  return { next: () => `id-${String((count += 1)).padStart(9, "0")}` };
}

function raise(message: string): never {
  throw new Error(message);
}
