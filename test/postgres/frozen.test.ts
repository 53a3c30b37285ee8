import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Plan } from "../../src/plan/plan.ts";
import type { Store } from "../../src/ports/store.ts";
import { createRuns, type Runs } from "../../src/runs/runs.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { createTimeIds } from "../../src/runtime/time-ids.ts";
import { createPostgresStore } from "../../src/store/postgres/store.ts";
import { createFakeVerbs } from "../../src/testing/fake-verbs.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import { openSchema, type TestSchema } from "../support/postgres-schema.ts";
import { postgresAbsent } from "../support/postgres-server.ts";

// A worker is stopped by SIGSTOP for longer than its lease; another takes its run over and ends it; then the first goes on
// as if nothing had happened. The outside world sees one order, whatever the first was about to do.
const tenant = "acme";
const child = join(import.meta.dirname, "support/frozen-child.ts");
const order = Plan.parse({ steps: [{ id: "order", kind: "tool", tool: "order", args: {} }] });

/** Before the call is begun, before the tool is run, when the connection stands and nothing is written. */
const moments = [
  ["before the call", 1],
  ["before the tool runs", 2],
  ["when it is connected, before the request is written", 3],
] as const;

describe.skipIf(postgresAbsent !== undefined)(`a frozen worker on Postgres ${postgresAbsent ?? ""}`, () => {
  let schema: TestSchema;
  let outside: Server;
  let address: string;
  let orders: number;
  let onOrder: (pid: number) => void;
  let store: Store;
  let runs: Runs;
  const workers: ChildProcess[] = [];

  beforeEach(async () => {
    schema = await openSchema();
    [orders, onOrder] = [0, () => undefined];
    outside = createServer((request, response) => {
      if (request.method === "POST") {
        orders += 1;
        onOrder(Number(request.headers["x-pid"]));
      }
      response.setHeader("content-type", "application/json");
      response.end(String(orders));
    });
    outside.listen(0, "127.0.0.1");
    await once(outside, "listening");
    const at = outside.address();
    address = `http://127.0.0.1:${typeof at === "object" && at !== null ? at.port : 0}/`;
    const clock = systemClock;
    const verbs = createFakeVerbs({
      order: { effect: "additive", run: () => null, readBack: () => ({ state: "absent" }) },
    });
    store = createPostgresStore(schema.db);
    runs = createRuns({ store, verbs, clock, ids: createTimeIds(clock), log: createMemoryLog() });
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      worker.kill("SIGKILL");
      await once(worker, "close");
    }
    outside.close();
    await schema.drop();
  });

  /** Resolves when it works; `heard` is what it has told. */
  const hire = async (stopAt: number): Promise<{ worker: ChildProcess; heard: string[] }> => {
    const words = [child, schema.url, address, String(stopAt)];
    const worker = spawn(process.execPath, words, {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    workers.push(worker);
    const heard: string[] = [];
    if (worker.stdout !== null) createInterface(worker.stdout).on("line", (line) => heard.push(line));
    await vi.waitFor(() => expect(heard).toContain("ready"), 15_000);
    return { worker, heard };
  };
  const begin = async (): Promise<string> => {
    const made = await runs.create({ tenant, caller: "test", plan: order });
    if (!made.ok) throw new Error(JSON.stringify(made.issues));
    return made.value.id;
  };
  const leases = async (): Promise<unknown[]> =>
    (await schema.db.read("SELECT lease FROM jobs WHERE lease IS NOT NULL", [])).map(({ lease }) => lease);

  it.each(moments)("sends nothing when stopped %s", { timeout: 60_000 }, async (_, stopAt) => {
    const first = await hire(stopAt);
    const runId = await begin();
    await vi.waitFor(async () => expect(await leases()).toHaveLength(1), 10_000);
    const second = await hire(0);
    expect(await runs.settled({ tenant, runId })).toMatchObject({ status: "completed" });
    await vi.waitFor(() => expect(second.heard).toContain("left"), 10_000);
    expect([orders, first.heard.includes("left")]).toEqual([1, false]);
    first.worker.kill("SIGCONT");
    await vi.waitFor(() => expect(first.heard).toContain("left"), 15_000);
    expect(orders).toBe(1);
  });

  it(
    "that was stopped in the middle of its call has its answer rejected; the other reads back",
    { timeout: 60_000 },
    async () => {
      const first = await hire(0);
      onOrder = (pid) => process.kill(pid, "SIGSTOP");
      const runId = await begin();
      await vi.waitFor(() => expect(orders).toBe(1), 10_000);
      await hire(0);
      const ended = await runs.settled({ tenant, runId });
      expect(ended).toMatchObject({ status: "completed" });
      const before = await store.journal(tenant, runId);
      first.worker.kill("SIGCONT");
      await vi.waitFor(() => expect(first.heard).toContain("left"), 15_000);
      expect(orders).toBe(1);
      expect(await store.journal(tenant, runId)).toEqual(before);
      expect(before.map(({ key }) => key)).toEqual(["step:order:attempt:1", "step:order:attempt:1:readback"]);
    },
  );

  it("continues when no worker took over, and asks no person", { timeout: 60_000 }, async () => {
    const first = await hire(1);
    const runId = await begin();
    await vi.waitFor(async () => expect(await leases()).toHaveLength(1), 10_000);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    first.worker.kill("SIGCONT");
    expect(await runs.settled({ tenant, runId })).toMatchObject({ status: "completed" });
    expect(orders).toBe(1);
  });
});
