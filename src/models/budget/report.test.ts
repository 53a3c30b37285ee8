import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createFakeIds } from "../../testing/fake-ids.ts";
import { createMemoryLog } from "../../testing/memory-log.ts";
import { createMemoryStore } from "../../testing/memory-store/store.ts";
import { createLedger } from "./ledger.ts";
import { type BudgetLimits, globalTenant } from "./limits.ts";
import { reportBudgets } from "./report.ts";

const limits: BudgetLimits = {
  global: { microCents: 1000, per: "day" },
  tenant: { microCents: 500, per: "month" },
  agents: { "night/shift": { microCents: 100, per: "day" } },
};

describe("the report on budgets", () => {
  it("has spend by day, agent and model, limits with their use, and notices, each tenant its own", async () => {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const ledger = createLedger({ store, clock, ids: createFakeIds(), log: createMemoryLog(), limits });
    const spend = async (tenant: string, agent: string, microCents: number): Promise<void> => {
      const reserved = await ledger.reserve({ account: { tenant, agent }, model: "test/one", microCents });
      if (!("used" in reserved)) await ledger.settle(reserved, { microCents, inputTokens: 2, outputTokens: 3 });
    };
    await spend("acme", "night/shift", 50);
    await spend("acme", "night/shift", 40);
    await spend("acme", "day", 7);
    await spend("globex", "day", 300);
    const since = "2025-01-01";
    expect(await reportBudgets(store, limits, { tenant: "acme", now: clock.now(), since })).toEqual({
      spend: [
        expect.objectContaining({ day: "2025-01-15", agent: "day", model: "test/one", micro_cents: 7, calls: 1 }),
        expect.objectContaining({ agent: "night/shift", micro_cents: 90, calls: 2, input_tokens: 4, output_tokens: 6 }),
      ],
      limits: [
        { scope: "tenant", name: "acme", period: "2025-01", limit: 500, used: 97 },
        { scope: "agent", name: "night/shift", period: "2025-01-15", limit: 100, used: 90 },
      ],
      notices: [expect.objectContaining({ scope: "agent", name: "night/shift", percent: 80 })],
    });
    expect((await reportBudgets(store, limits, { tenant: globalTenant, now: clock.now(), since })).limits).toEqual([
      { scope: "global", name: "", period: "2025-01-15", limit: 1000, used: 397 },
    ]);
    expect(
      (await reportBudgets(store, limits, { tenant: "acme", now: clock.now(), since: "2025-02-01" })).spend,
    ).toEqual([]);
  });
});
