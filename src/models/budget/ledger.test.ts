import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onPostgres } from "../../../test/support/test-store.ts";
import { openSchema } from "../../../test/support/postgres-schema.ts";
import type { Model, ModelRequest } from "../../ports/model.ts";
import type { Store } from "../../ports/store.ts";
import { createPostgresStore } from "../../store/postgres/store.ts";
import { openDatabase } from "../../store/sqlite/database.ts";
import { createSqliteStore } from "../../store/sqlite/store.ts";
import { adversarialScripts } from "../../testing/adversarial-scripts.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { createFakeIds } from "../../testing/fake-ids.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createMemoryStore } from "../../testing/memory-store/store.ts";
import { createScriptedModel, type Script } from "../../testing/scripted-model.ts";
import type { PriceTable } from "../prices.ts";
import { Entry, entryKind, Reservation, reservationKind } from "./entry.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { type Account, type BudgetLimits, globalTenant } from "./limits.ts";
import type { Notice } from "./notices.ts";
import { withBudget } from "./with-budget.ts";

// A call of this model costs at most 1000 micro-cents: nothing for the input, one for each of 1000 tokens.
const prices: PriceTable = { "test/one": [{ from: "2024-01-01", input: 0, output: 1000 }] };
const request: ModelRequest = { model: "test/one", messages: [{ role: "user", content: "go" }], maxOutputTokens: 1000 };
const account: Account = { tenant: "acme", agent: "scout", run: "run-1" };
const { signal } = new AbortController();
const costs =
  (outputTokens: number): Script =>
  () => ({ text: "ok", usage: { inputTokens: 1, outputTokens } });

type World = { store: Store; clock: FakeClock; ledger: Ledger; notices: Notice[]; model: (script: Script) => Model };

const ids = createFakeIds();

function openWorld(store: Store, limits: BudgetLimits, unpriced?: "allow"): World {
  const clock = createFakeClock();
  const notices: Notice[] = [];
  const log = createMemoryLog();
  const onNotice = (notice: Notice): void => void notices.push(notice);
  const ledger = createLedger({ store, clock, ids, log, limits, reservationMs: 60_000, onNotice });
  const model = (script: Script): Model =>
    withBudget(createScriptedModel(script), { ledger, clock, prices: [prices], ...(unpriced && { unpriced }) });
  return { store, clock, ledger, notices, model };
}

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "planwright-budget-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const stores = [
  ["memory", () => createMemoryStore()],
  ["SQLite", () => createSqliteStore(openDatabase({ path: join(folder, "budget.db") }))],
  ...(onPostgres ? [["Postgres", async () => createPostgresStore((await openSchema()).db)] as const] : []),
] as const;

describe.each(stores)("the ledger on %s", (_, openStore) => {
  let store: Store;
  beforeEach(async () => (store = await openStore()));
  afterEach(() => store.close());

  it("allows 10 of 100 concurrent calls under a limit for 10, and the counters balance", async () => {
    const { model, ledger } = openWorld(store, { tenant: { microCents: 10_000, per: "day" } });
    let made = 0;
    const counted = model(() => ((made += 1), { text: "ok", usage: { inputTokens: 1, outputTokens: 1000 } }));
    const results = await Promise.all(Array.from({ length: 100 }, () => counted.call(request, { signal, account })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(10);
    expect(made).toBe(10);
    for (const result of results)
      if (!result.ok) expect(result.failure).toMatchObject({ code: "budget", retryable: false });
    expect(await balanceOf(store, ledger)).toEqual([{ scope: "tenant", counted: 10_000, booked: 10_000, reserved: 0 }]);
  });

  it("returns what a call did not use", async () => {
    const { model, ledger } = openWorld(store, { run: { microCents: 1500, per: "total" } });
    for (const tokens of [100, 200, 300])
      expect((await model(costs(tokens)).call(request, { signal, account })).ok).toBe(true);
    expect(await balanceOf(store, ledger)).toMatchObject([{ counted: 600, reserved: 0 }]);
    expect((await model(costs(1)).call(request, { signal, account })).ok).toBe(false);
  });

  it("holds every limit at once, and takes nothing from one where another refuses", async () => {
    const { model, ledger } = openWorld(store, {
      run: { microCents: 5000, per: "total" },
      agent: { microCents: 2500, per: "day" },
      tenant: { microCents: 9000, per: "month" },
      global: { microCents: 10_000, per: "day" },
    });
    const results = await Promise.all(
      Array.from({ length: 5 }, () => model(costs(1000)).call(request, { signal, account })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(2);
    expect((await balanceOf(store, ledger)).map(({ counted }) => counted)).toEqual([2000, 2000, 2000, 2000]);
  });

  it("charges an abandoned reservation in full once it expires", async () => {
    const { model, ledger, clock } = openWorld(store, { tenant: { microCents: 2000, per: "total" } });
    await ledger.reserve({ account, model: "test/one", microCents: 1500 });
    expect((await model(costs(10)).call(request, { signal, account })).ok).toBe(false);
    clock.advance(60_001);
    expect(await ledger.chargeAbandoned()).toBe(1);
    expect(await ledger.chargeAbandoned()).toBe(0);
    expect(await balanceOf(store, ledger)).toMatchObject([{ counted: 1500, booked: 1500, reserved: 0 }]);
  });

  it("corrects the charge when an abandoned call settles late", async () => {
    const { ledger, clock } = openWorld(store, { tenant: { microCents: 2000, per: "total" } });
    const reserved = await ledger.reserve({ account, model: "test/one", microCents: 1500 });
    clock.advance(60_001);
    await ledger.chargeAbandoned();
    if ("used" in reserved) throw new Error("there was room");
    await ledger.settle(reserved, { microCents: 40, inputTokens: 1, outputTokens: 40 });
    expect(await balanceOf(store, ledger)).toMatchObject([{ counted: 40, booked: 40, reserved: 0 }]);
    expect(await store.counters("acme", "spend/")).toContainEqual({
      key: "spend/2025-01-15/scout/test%2Fone/micro_cents",
      value: 40,
    });
  });

  it("gives each notice once a period", async () => {
    const { model, notices, clock } = openWorld(store, { tenant: { microCents: 10_000, per: "day" } });
    for (let call = 0; call < 12; call += 1) await model(costs(1000)).call(request, { signal, account });
    expect(notices.map(({ percent, period }) => `${period} ${percent}`)).toEqual(["2025-01-15 80", "2025-01-15 100"]);
    clock.advance(24 * 3_600_000);
    for (let call = 0; call < 9; call += 1) await model(costs(1000)).call(request, { signal, account });
    expect(notices.slice(2).map(({ percent, period }) => `${period} ${percent}`)).toEqual(["2025-01-16 80"]);
  });

  it("never overspends and always balances, whatever calls do", async () => {
    let round = 0;
    const outcome = fc.oneof(
      fc.record({ kind: fc.constant("answers" as const), tokens: fc.integer({ min: 0, max: 1000 }) }),
      fc.record({ kind: fc.constant("fails" as const) }),
      fc.record({ kind: fc.constant("crashes" as const) }),
      fc.record({ kind: fc.constant("later" as const), ms: fc.integer({ min: 1, max: 100_000 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(outcome, { maxLength: 8 }), { maxLength: 5 }), async (rounds) => {
        const tenant = `tenant-${(round += 1)}`;
        const account = { tenant, agent: "scout" };
        const { model, ledger, clock } = openWorld(store, {
          tenant: { microCents: 5000, per: "total" },
          agent: { microCents: 4000, per: "total" },
        });
        for (const calls of rounds)
          await Promise.all(
            calls.map(async (one) => {
              if (one.kind === "later") return clock.advance(one.ms);
              if (one.kind === "crashes") return ledger.reserve({ account, model: "test/one", microCents: 1000 });
              const script: Script = one.kind === "fails" ? () => ({ fail: "overloaded" }) : costs(one.tokens);
              return model(script).call(request, { signal, account });
            }),
          );
        for (const { counted, booked, reserved, limit } of await booksOf(store, ledger, account)) {
          expect(counted).toBe(booked + reserved);
          expect(counted).toBeLessThanOrEqual(limit);
        }
      }),
      { seed: 7, numRuns: 25 },
    );
  });
});

it("holds for two processes on one file", async () => {
  const path = join(folder, "shared.db");
  const stores = [0, 1].map(() => createSqliteStore(openDatabase({ path })));
  const worlds = stores.map((store) => openWorld(store, { tenant: { microCents: 10_000, per: "day" } }));
  const calls = worlds.flatMap(({ model }) =>
    Array.from({ length: 50 }, () => model(costs(1000)).call(request, { signal, account })),
  );
  const results = await Promise.all(calls);
  expect(results.filter(({ ok }) => ok)).toHaveLength(10);
  for (const { store, ledger } of worlds) expect(await balanceOf(store, ledger)).toMatchObject([{ counted: 10_000 }]);
  await Promise.all(stores.map((store) => store.close()));
});

describe("a model with a budget", () => {
  it.each([
    ["is refused under a limit", undefined, "budget"],
    ["is called under a limit where that is allowed", "allow", "called"],
  ] as const)("without a price %s", async (_, unpriced, outcome) => {
    const world = openWorld(createMemoryStore(), { global: { microCents: 1, per: "total" } }, unpriced);
    const result = await world.model(costs(9)).call({ ...request, model: "test/unknown" }, { signal, account });
    expect(result.ok ? "called" : result.failure.code).toBe(outcome);
  });

  it("without a price and a limit is recorded as unpriced, never as free", async () => {
    const { store, model } = openWorld(createMemoryStore(), {});
    await model(costs(9)).call({ ...request, model: "test/unknown" }, { signal, account });
    const [entry] = await store.records({ tenant: "acme", kind: entryKind, limit: 9 });
    expect(Entry.parse(entry?.body)).toMatchObject({ micro_cents: null, output_tokens: 9 });
    expect(await store.counters("acme", "spend/")).toContainEqual(
      expect.objectContaining({ key: expect.stringContaining("unpriced"), value: 1 }),
    );
  });

  it("is charged for what a failed call used, and not for one that used nothing", async () => {
    const { store, ledger, model } = openWorld(createMemoryStore(), { tenant: { microCents: 5000, per: "total" } });
    await model([{ fail: "timeout", usage: { inputTokens: 3, outputTokens: 70 } }]).call(request, { signal, account });
    await model([{ fail: "unreachable" }]).call(request, { signal, account });
    expect(await balanceOf(store, ledger)).toMatchObject([{ counted: 70 }]);
  });

  it("is charged the full reservation for impossible token counts", async () => {
    const { store, ledger, model } = openWorld(createMemoryStore(), { tenant: { microCents: 5000, per: "total" } });
    const script = adversarialScripts.find(({ name }) => name === "impossible token counts")?.script;
    const lying = model(script?.({ tool: "", args: {} }) ?? []);
    for (let call = 0; call < 2; call += 1) await lying.call(request, { signal, account });
    expect(await balanceOf(store, ledger)).toMatchObject([{ counted: 2000, booked: 2000 }]);
  });

  it("is not called where the budget ledger is not available", async () => {
    const store = createMemoryStore();
    const { model } = openWorld(store, { tenant: { microCents: 5000, per: "total" } });
    await store.close();
    const result = await model(costs(1)).call(request, { signal, account });
    expect(result).toMatchObject({ ok: false, failure: { code: "budget" } });
  });
});

async function balanceOf(store: Store, ledger: Ledger) {
  const books = await booksOf(store, ledger, account);
  return books.map(({ scope, counted, booked, reserved }) => ({ scope, counted, booked, reserved }));
}

/** For every limit: what its counter says, and what entries and open reservations come to. */
async function booksOf(store: Store, ledger: Ledger, { tenant, ...rest }: Account) {
  const entries = await store.records({ tenant, kind: entryKind, limit: 1000 });
  const open = await store.records({ tenant: globalTenant, kind: reservationKind, limit: 1000 });
  return Promise.all(
    ledger.scopes({ tenant, ...rest }).map(async ({ scope, key, limit, tenant: whose }) => {
      const booked = entries.map(({ body }) => Entry.parse(body)).filter(({ counters }) => has(counters, key, whose));
      const held = open.map(({ body }) => Reservation.parse(body)).filter(({ counters }) => has(counters, key, whose));
      return {
        scope,
        limit,
        counted: await store.counter(whose, key),
        booked: booked.reduce((sum, entry) => sum + (entry.micro_cents ?? 0), 0),
        reserved: held.reduce((sum, one) => sum + one.micro_cents, 0),
      };
    }),
  );
}

function has(counters: readonly { tenant: string; key: string }[], key: string, tenant: string): boolean {
  return counters.some((counter) => counter.key === key && counter.tenant === tenant);
}
