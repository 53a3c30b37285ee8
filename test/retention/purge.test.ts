import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { PlanReactRequest } from "../../src/contracts/react/plan-react.ts";
import { Plan } from "../../src/plan/plan.ts";
import type { Clock } from "../../src/ports/clock.ts";
import { type Backend, openBackend } from "../../src/runtime/storage/backend.ts";
import { openPlanwright, type OpenPlanwright } from "../../src/runtime/open-planwright.ts";
import { RetentionConfig } from "../../src/runtime/config/retention-config.ts";
import { purge, type PurgeCounts } from "../../src/runtime/retention/purge.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { createFakeIds } from "../../src/testing/fake-ids.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import { vendorPlan } from "../support/one-action-plan.ts";
import { openSchema } from "../support/postgres-schema.ts";
import { postgresAbsent } from "../support/postgres-server.ts";

// Purged data is gone. Only old, ended data may be purged, and never an effect key that may be used again.
const tenant = "acme";
const dayMs = 86_400_000;
const nothing: PurgeCounts = {
  runs: 0,
  drafts: 0,
  queries: 0,
  reasoning: 0,
  sessions: 0,
  chats: 0,
  answers: 0,
  audit: 0,
};
const all = { runs_days: 30, drafts_days: 30, reasoning_days: 30, chats_days: 30, audit_days: 30 };

const vendor = (name: string, review = false): Plan =>
  Plan.parse({
    steps: [
      { id: "check", kind: "safety", check: "pii", severity: "info", manualReview: review },
      {
        id: "add",
        kind: "tool",
        tool: "create_vendor",
        args: { name, email: "mail@example.com" },
        dependsOn: ["check"],
        ...(name.startsWith("Shared") && { effect: { class: "additive", scope: `vendor:${name}` } }),
      },
    ],
  });

const places: readonly (readonly [string, string | undefined, () => Promise<string>])[] = [
  ["SQLite", undefined, async () => ""],
  ["Postgres", postgresAbsent, async () => (await openSchema()).url],
];

describe.each(places)("a purge on %s", (_, absent, urlOf) => {
  async function openBoth(daysAgo: number): Promise<{ whole: OpenPlanwright; backend: Backend }> {
    const folder = mkdtempSync(join(tmpdir(), "planwright-purge-"));
    writeFileSync(
      join(folder, "planwright.yaml"),
      JSON.stringify({ tools: { demo: true }, packs: ["small-business"], approval: { default: "allow" } }),
    );
    const env = { DATABASE_URL: await urlOf() };
    const behindMs = daysAgo * dayMs;
    const clock: Clock = {
      now: () => systemClock.now() - behindMs,
      setTimer: (at, call) => systemClock.setTimer(at + behindMs, call),
    };
    const opened = await openPlanwright({ folder, env, clock, log: createMemoryLog() });
    if (!opened.ok) throw new Error(JSON.stringify(opened.issues));
    await opened.value.start();
    const backend = openBackend({ folder: join(folder, ".planwright"), env });
    onTestFinished(async () => {
      await opened.value.stop();
      await backend.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return { whole: opened.value, backend };
  }

  const purgeIn = (backend: Backend, retention: object, dryRun = false): Promise<PurgeCounts> =>
    purge(
      { ...backend, clock: systemClock, ids: createFakeIds("s"), retention: RetentionConfig.parse(retention) },
      { dryRun, signal: new AbortController().signal },
    );

  async function run({ runs }: OpenPlanwright, plan: Plan): Promise<string> {
    const made = await runs.create({ tenant, caller: "test", plan, idempotencyKey: JSON.stringify(plan) });
    if (!made.ok) throw new Error(JSON.stringify(made.issues));
    await runs.settled({ tenant, runId: made.value.id });
    return made.value.id;
  }

  async function draft({ drafts }: OpenPlanwright, name: string, isApplied: boolean): Promise<string> {
    const made = await drafts.create({ tenant, actor: { id: "ann" }, plan: vendorPlan(name) });
    if (!made.ok || made.value.kind !== "draft") throw new Error(JSON.stringify(made));
    const { draft: shown, action_hash: actionHash } = made.value.draft;
    const draftId = shown.draft_id;
    if (!isApplied) return draftId;
    await drafts.apply({ tenant, actor: { id: "ann" }, shown: { draftId, revision: shown.revision, actionHash } });
    await drafts.waitUntilSettled({ tenant, of: { draftId } });
    return draftId;
  }

  const timeout = 120_000;

  it.skipIf(absent !== undefined)(
    "removes old runs, and keeps open ones and reusable effect keys",
    { timeout },
    async () => {
      const { whole, backend } = await openBoth(100);
      const { store } = backend;
      const [own, shared, waiting] = [
        await run(whole, vendor("Own Ltd")),
        await run(whole, vendor("Shared Ltd")),
        await run(whole, vendor("Waiting Ltd", true)),
      ];
      expect(await purgeIn(backend, {})).toEqual(nothing);
      expect(await purgeIn(backend, { runs_days: 101 })).toEqual(nothing);
      expect(await purgeIn(backend, { runs_days: 30 }, true)).toEqual({ ...nothing, runs: 2 });
      expect(await store.run(tenant, own)).toBeDefined();
      expect(await purgeIn(backend, { runs_days: 30 })).toEqual({ ...nothing, runs: 2 });
      expect(await purgeIn(backend, { runs_days: 30 })).toEqual(nothing);
      expect([await store.run(tenant, own), await store.effects(tenant, own)]).toEqual([undefined, []]);
      expect((await store.effects(tenant, shared)).map(({ key, state }) => [key, state])).toEqual([
        ["vendor:Shared Ltd", "confirmed"],
      ]);
      expect(await store.run(tenant, waiting)).toMatchObject({ status: "waiting" });
      // A late retry is refused, not executed again.
      const late = await whole.runs.create({
        tenant,
        caller: "t",
        plan: vendor("Own Ltd"),
        idempotencyKey: JSON.stringify(vendor("Own Ltd")),
      });
      expect(late).toMatchObject({
        ok: false,
        issues: [{ code: "IDEMPOTENCY_CONFLICT", message: expect.stringContaining("its run was purged") }],
      });
      // A new run with a shared effect key finds the effect done.
      const again = await whole.runs.create({ tenant, caller: "t", plan: vendor("Shared Ltd") });
      if (!again.ok) throw new Error("refused");
      expect(await whole.runs.settled({ tenant, runId: again.value.id })).toMatchObject({ status: "completed" });
      expect((await store.effects(tenant, again.value.id)).map(({ key }) => key)).toEqual([]);
    },
  );

  it.skipIf(absent !== undefined)(
    "removes ended Drafts with their references, and keeps who approved",
    { timeout },
    async () => {
      const { whole, backend } = await openBoth(100);
      const { store } = backend;
      const [applied, open] = [await draft(whole, "A Ltd", true), await draft(whole, "B Ltd", false)];
      // The failed run of an open Draft is kept, because the Draft may be applied again from it.
      const failed = await run(whole, vendor("Own Ltd"));
      const record = await store.run(tenant, failed);
      if (record === undefined) throw new Error("no run");
      const tried = `${failed.slice(0, -1)}x`;
      const origin = { kind: "draft", draftId: open, revision: 1, approvedBy: "ann" } as const;
      await store.write((tx) => tx.createRun({ ...record, id: tried, origin }, vendor("Own Ltd")));
      expect(await purgeIn(backend, { runs_days: 30 }, true)).toEqual({ ...nothing, runs: 2 });
      const kinds = async (group: string) =>
        (
          await Promise.all(
            ["drafts.revision", "drafts.approval"].map((kind) => store.records({ tenant, kind, group, limit: 9 })),
          )
        ).map(({ length }) => length);
      expect(await kinds(applied)).toEqual([1, 1]);
      expect(await purgeIn(backend, { runs_days: 30, drafts_days: 30 })).toEqual({ ...nothing, drafts: 1, runs: 2 });
      expect(await store.run(tenant, tried)).toBeDefined();
      expect(await kinds(applied)).toEqual([0, 1]);
      expect(await store.record({ tenant, kind: "drafts.draft", id: applied })).toBeUndefined();
      expect(await store.effect(tenant, `draft:${applied}:apply`)).toBeUndefined();
      expect(await store.record({ tenant, kind: "drafts.draft", id: open })).toBeDefined();
      expect(await kinds(open)).toEqual([1, 0]);
    },
  );

  it.skipIf(absent !== undefined)(
    "removes ReAct runs, sessions, chats, expired answers and the audit log",
    { timeout },
    async () => {
      const { whole, backend } = await openBoth(100);
      const { store, audit } = backend;
      const request = PlanReactRequest.parse({
        request_id: "r1",
        caller: "test",
        goal: { description: "what do we have in stock of bolts" },
        context: { session_id: "s1" },
        toolset: [{ tool_id: "inventory_lookup" }],
      });
      await whole.react.start(request, tenant);
      await whole.react.result({ tenant, requestId: "r1" });
      const talk = { tenant, actor: { id: "ann" }, conversation: "web:1" };
      await whole.chat.chat.handle({
        ...talk,
        input: { kind: "message", text: "what do we have in stock of bolts", forwarded: false },
      });
      const at = systemClock.now() - 100 * dayMs;
      await store.write((tx) => tx.claim({ tenant, key: "http:k", bodyHash: "h", expiresAt: at }, at - 1));
      const entry = { tenant, principal: "p", action: "a", subjects: [], requestId: "r", outcome: "done" };
      await audit.record({ ...entry, at });
      await audit.record({ ...entry, at: systemClock.now() });
      expect(await purgeIn(backend, {}, true)).toEqual({ ...nothing, answers: 1 });
      const purged = await purgeIn(backend, all);
      expect(purged).toMatchObject({ reasoning: 1, sessions: 1, chats: 1, answers: 1, audit: 1 });
      for (const kind of ["react.run", "react.fact", "react.session", "chat.conversation", "chat.card"])
        expect([kind, await store.records({ tenant, kind, limit: 9 })]).toEqual([kind, []]);
      expect(await store.claim(tenant, "http:k")).toBeUndefined();
      // The purge is audited.
      expect(await audit.list({ tenant: "", limit: 9 })).toMatchObject([
        { action: "purge audit", subjects: ["1 entries"] },
      ]);
      expect(await audit.list({ tenant, limit: 9 })).toHaveLength(1);
      expect(await purgeIn(backend, all)).toEqual(nothing);
    },
  );

  it.skipIf(absent !== undefined)("keeps recent data, and runs once a day", { timeout }, async () => {
    const { whole, backend } = await openBoth(0);
    await run(whole, vendor("New Ltd"));
    await draft(whole, "C Ltd", true);
    expect(await purgeIn(backend, all)).toEqual(nothing);
    const jobs = await backend.store.jobs.due(systemClock.now() + 2 * dayMs, 50);
    expect(jobs.filter(({ queue }) => queue === "retention")).toMatchObject([{ key: "purge" }]);
  });
});
