import { compact } from "../../src/plan/compact.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Plan } from "../../src/plan/plan.ts";
import type { RunFilter, RunIndex, RunSort } from "../../src/ports/run-index.ts";
import type { Run } from "../../src/ports/run.ts";
import type { Store } from "../../src/ports/store.ts";
import { now, sampleRun, tenant } from "../../src/testing/store-suite/samples.ts";

export type RunIndexHost = { store: Store; index: RunIndex; stop(): Promise<void> };

/** The requirements of a run index, over the store whose runs it lists. */
export function runIndexSuite(name: string, open: () => Promise<RunIndexHost>): void {
  describe(`the run index of ${name}`, () => {
    let host: RunIndexHost;

    beforeEach(async () => {
      host = await open();
      const { store } = host;
      await add(store, "run-1", { text: "Order bolts", tool: "create_order", caller: "ann" });
      await add(store, "run-2", { text: "Найди сделку Ромашка", tool: "find_deal", caller: "boris" });
      await add(store, "run-3", { text: "100%_sure", tool: "echo_tool", caller: "ann" });
      await end(store, "run-2", 500);
      await end(store, "run-3", 9_000);
      await store.write((tx) => tx.putRecord(reactRecord("react-1"), 0));
    });
    afterEach(() => host.stop());

    const ids = async (filter: Partial<RunFilter> = {}, sort: RunSort = "newest"): Promise<string[]> =>
      (await host.index.list({ tenant, sort, limit: 10, ...filter })).map(({ id }) => id);

    const world: World = { host: () => host, ids };
    listingTests(world);
    lifeTests(world);
  });
}

type World = {
  host: () => RunIndexHost;
  ids: (filter?: Partial<RunFilter>, sort?: RunSort) => Promise<string[]>;
};

function listingTests({ host, ids }: World): void {
  it("lists runs of plans and ReAct runs, newest first, with what they did", async () => {
    expect(await ids()).toEqual(["react-1", "run-3", "run-2", "run-1"]);
    const [react, , deal] = await host().index.list({ tenant, sort: "newest", limit: 3 });
    expect(react).toMatchObject({ kind: "react", status: "running", title: "Watch the stock", agent: "watcher" });
    expect(react?.tools).toEqual(["read_stock"]);
    expect(deal).toMatchObject({
      kind: "plan",
      status: "completed",
      caller: "boris",
      tools: ["find_deal"],
      steps: 1,
    });
    await add(host().store, "run-4", { text: "Order and tell", tool: "create_order echo_tool", caller: "ann" });
    const [both] = await host().index.list({ tenant, sort: "newest", limit: 1, tool: "echo_tool" });
    expect([both?.id, both?.tools]).toEqual(["run-4", ["create_order", "echo_tool"]]);
    expect((deal?.endedAt ?? 0) - (deal?.createdAt ?? 0)).toBe(500);
  });

  it.each<[string, Partial<RunFilter>, string[]]>([
    ["kind", { kind: "react" }, ["react-1"]],
    ["status", { status: "queued" }, ["run-1"]],
    ["tool", { tool: "find_deal" }, ["run-2"]],
    ["a part of a tool's name, which is not the tool", { tool: "find" }, []],
    ["agent", { agent: "watcher" }, ["react-1"]],
    ["caller", { caller: "ann" }, ["run-3", "run-1"]],
    ["time", { since: now + 2_000, until: now + 3_000 }, ["run-2"]],
    ["words in any order and case", { text: "BOLTS order" }, ["run-1"]],
    ["Cyrillic words in any case", { text: "ромашка" }, ["run-2"]],
    ["characters that mean something in a pattern", { text: "0%_s" }, ["run-3"]],
    ["an id", { text: "react-1" }, ["react-1"]],
  ])("filters by %s", async (_, filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });
}

function lifeTests({ host, ids }: World): void {
  it("sorts, and continues after the last entry of a page", async () => {
    expect(await ids({}, "oldest")).toEqual(["run-1", "run-2", "run-3", "react-1"]);
    expect((await ids({}, "longest")).slice(0, 2)).toEqual(["run-3", "run-2"]);
    for (const sort of ["newest", "oldest", "longest"] as const) {
      const all = await ids({}, sort);
      const paged: string[] = [];
      for (let after: string | undefined; ; after = paged.at(-1)) {
        const page = await host().index.list(compact({ tenant, sort, limit: 1, after }));
        if (page.length === 0) break;
        paged.push(...page.map(({ id }) => id));
      }
      expect(paged).toEqual(all);
    }
  });

  it("counts by status, whatever status is filtered by", async () => {
    expect(await host().index.counts({ tenant, status: "queued" })).toEqual({ queued: 1, completed: 2, running: 1 });
    expect(await host().index.counts({ tenant, caller: "ann" })).toEqual({ queued: 1, completed: 1 });
  });

  it("follows a ReAct run to its end, and forgets it with its record", async () => {
    await host().store.write((tx) => tx.putRecord({ ...reactRecord("react-1"), status: "ended", body: ended }, 1));
    const [entry] = await host().index.list({ tenant, sort: "newest", limit: 1 });
    expect(entry).toMatchObject({ status: "failed", error: "No model", steps: 2 });
    await host().store.write((tx) => tx.dropRecord({ tenant, kind: "react.run", id: "react-1" }, 2));
    expect(await ids({ kind: "react" })).toEqual([]);
  });

  it("shows a tenant nothing of another", async () => {
    expect(await ids({ tenant: "globex" })).toEqual([]);
    expect(await host().index.counts({ tenant: "globex" })).toEqual({});
  });
}

type Sample = { text: string; tool: string; caller: string };

async function add(store: Store, id: string, { text, tool, caller }: Sample): Promise<void> {
  const steps = tool.split(" ").map((one, at) => ({ id: `s${at + 1}`, kind: "tool", tool: one }));
  const plan = Plan.parse({ request: { text }, steps });
  const run: Run = { ...sampleRun(id), planHash: `plan of ${id}`, caller, createdAt: createdAt(id) };
  await store.write((tx) => tx.createRun(run, plan));
}

async function end(store: Store, id: string, ms: number): Promise<void> {
  const run = await store.run(tenant, id);
  if (run === undefined) throw new Error(`there is no ${id}`);
  const times = { startedAt: createdAt(id), endedAt: createdAt(id) + ms, costMicroCents: 0 };
  await store.write((tx) => tx.setRun({ ...run, ...times, status: "completed", taskStatus: "COMPLETED" }));
}

function createdAt(id: string): number {
  return now + Number(id.slice(-1)) * 1_000;
}

const goal = { type: "agent_task", description: "Watch the stock", metadata: { agent_id: "watcher" } };
const request = { caller: "agent-daemon", goal, toolset: [{ tool_id: "read_stock" }] };
const ended = {
  request,
  startedAt: now + 9_000,
  status: "ended",
  response: { status: "error", error: { code: "x", message: "No model" }, usage: { steps: 2, duration_ms: 40 } },
};

function reactRecord(id: string) {
  const body = { request, startedAt: now + 9_000, status: "running" };
  return { tenant, kind: "react.run", id, status: "running", body };
}
