import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRunsWorld, type RunsWorld, tenant } from "../../../test/support/runs-world.ts";
import { ReplayReport } from "../../contracts/determinism/replay.ts";
import type { Entry } from "../../ports/fact.ts";
import type { Store } from "../../ports/store.ts";
import { FakeFailure, type FakeVerb } from "../../testing/fake-verbs.ts";
import { createMemoryStore } from "../../testing/memory-store/store.ts";

let world: RunsWorld;
let store: Store;
let runId: string;
/** What a test changes in the record before it is replayed. */
let tamper: (entry: Entry) => Entry;

const tool = (id: string, name: string, more: object = {}) => ({ id, kind: "tool", tool: name, ...more });

beforeEach(async () => {
  tamper = (entry) => entry;
  let failures = 1;
  const flaky: FakeVerb = {
    costMicroCents: 5,
    run() {
      if (failures-- > 0) throw new FakeFailure("unavailable");
      return { n: 7 };
    },
  };
  const memory = createMemoryStore();
  store = { ...memory, journal: async (...of) => (await memory.journal(...of)).map((entry) => tamper(entry)) };
  world = await openRunsWorld({ flaky, echo: { run: ({ text }) => ({ echo: text ?? null }) } }, { store });
  const run = await world.run([
    tool("a", "flaky", { onError: "retry", retries: 2 }),
    tool("b", "echo", { args: { text: "{{a.n}}" }, dependsOn: ["a"] }),
    tool("c", "echo", { args: { text: "side" } }),
    { id: "d", kind: "message", channel: "user", content: "{{b.echo}}", dependsOn: ["b", "c"] },
  ]);
  runId = run.id;
  world.clock.advance(500);
  await world.settle();
});
afterEach(() => world.engine.stop());

async function replay(mode: "dry_run" | "mock_replay" | "full_replay" = "mock_replay"): Promise<ReplayReport> {
  const replaying = world.runs.replay({ tenant, runId, mode, caller: "test" });
  await world.settle();
  world.clock.advance(500);
  const report = await replaying;
  if (!report.ok) throw new Error("no report");
  return ReplayReport.parse(report.value);
}

const first = (report: ReplayReport) =>
  report.matches ? "matches" : `${report.first_divergence.step_id} ${report.first_divergence.aspect}`;

describe("replay", () => {
  it.each(["dry_run", "mock_replay"] as const)(
    "%s of an untouched run matches, calls nothing and writes nothing",
    async (mode) => {
      const before = [await store.run(tenant, runId), await store.journal(tenant, runId), world.verbs.calls.length];
      expect(await replay(mode)).toMatchObject({ matches: true, steps_compared: 4, mode });
      expect([await store.run(tenant, runId), await store.journal(tenant, runId), world.verbs.calls.length]).toEqual(
        before,
      );
      expect(await store.runs({ tenant, limit: 9 })).toHaveLength(1);
    },
  );

  it.each<[string, (entry: Entry) => Entry, string]>([
    ["other arguments", (entry) => edit(entry, "b", { argsHash: "0".repeat(64) }), "b params"],
    ["another verb", (entry) => edit(entry, "c", { verb: "other" }), "c skill"],
    ["another answer", (entry) => edit(entry, "a", { result: { ok: true, output: { n: 8 } } }), "a order"],
    ["a retry too many", (entry) => edit(entry, "c", { attempt: 2 }), "c retries"],
    ["another cost", (entry) => edit(entry, "b", { costMicroCents: 99 }), "d cost"],
    ["another message", (entry) => edit(entry, "d", { result: { ok: true, output: "?" } }), "d params"],
    [
      "another end",
      (entry) => edit(entry, "c", { result: { ok: false, error: { code: "x", message: "" } } }),
      "b order",
    ],
  ])("names the first thing that differs: %s", async (_, change, expected) => {
    tamper = change;
    expect(first(await replay())).toBe(expected);
  });

  it("dry_run names the verbs that changed since the record", async () => {
    world.verbs.remove("echo");
    expect(first(await replay("dry_run"))).toBe("b skill");
    expect(first(await replay("mock_replay"))).toBe("matches");
  });

  it("full_replay is a new, linked run with live calls", async () => {
    const report = await replay("full_replay");
    expect(first(report)).toBe("a params");
    expect(report.matches ? [] : report.divergences.map(({ aspect }) => aspect)).toEqual(["params", "retries", "cost"]);
    expect(await store.run(tenant, report.replay_id)).toMatchObject({
      status: "completed",
      origin: { kind: "replay", runId },
    });
    expect(world.verbs.calls).toHaveLength(7);
  });

  it("of an unknown run is rejected", async () => {
    expect(await world.runs.replay({ tenant: "other", runId, mode: "dry_run", caller: "test" })).toMatchObject({
      issues: [{ code: "RUN_NOT_FOUND" }],
    });
  });
});

describe("rerun", () => {
  it("reuses results that do not depend on the step, with edited arguments, as a new, linked run", async () => {
    world.verbs.calls.length = 0;
    const made = await world.runs.rerun({ tenant, runId, fromStep: "b", args: { text: "edited" }, caller: "test" });
    await world.settle();
    const id = made.ok ? made.value.id : "";
    const view = await world.runs.view({ tenant, runId: id });
    expect(view?.run).toMatchObject({ status: "completed", origin: { kind: "rerun", runId, fromStep: "b" } });
    expect(world.verbs.calls.map(({ payload }) => payload)).toEqual([{ text: "edited" }]);
    expect(view?.rows[3]?.output).toMatchObject({ content: "edited" });
    expect(await store.run(tenant, runId)).toMatchObject({ status: "completed" });
  });

  it("rejects an unknown step", async () => {
    const made = await world.runs.rerun({ tenant, runId, fromStep: "bb", caller: "test" });
    expect(made).toMatchObject({ issues: [{ code: "STEP_NOT_FOUND", hint: "Did you mean b?" }] });
  });
});

function edit(entry: Entry, step: string, change: object): Entry {
  const { fact } = entry;
  const isIt = fact.kind === "attempt" && fact.step === step && fact.attempt === 1;
  return isIt ? { ...entry, fact: { ...fact, ...change } } : entry;
}
