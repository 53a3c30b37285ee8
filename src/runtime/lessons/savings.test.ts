import { expect, it } from "vitest";
import { Plan } from "../../plan/plan.ts";
import type { PlannedAnswer } from "../../ports/planner.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryStore } from "../../testing/memory-store/store.ts";
import { createPlanCounter, readSavings } from "./savings.ts";

const usage = { model: "m", inputTokens: 10, outputTokens: 2 };

function planned(more: Partial<PlannedAnswer>, costCents?: number): PlannedAnswer {
  const plan = Plan.parse({
    request: { text: "bill Acme" },
    steps: [{ kind: "tool", id: "s1", tool: "bill", args: {} }],
    metadata: costCents === undefined ? {} : { costCents },
  });
  return { plan, confidence: 1, deterministic: true, ...more };
}

function open() {
  const [store, clock] = [createMemoryStore(), createFakeClock(Date.parse("2026-03-04T10:00:00Z"))];
  const warnings: string[] = [];
  const noop = (): void => undefined;
  const log = { debug: noop, info: noop, error: noop, warn: (text: string) => void warnings.push(text) };
  return { store, clock, log, warnings, count: createPlanCounter({ store, clock, log }) };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("counts plans by lessons at the mean cost of the tenant's plans by a model", async () => {
  const { store, clock, count } = open();
  count("acme", planned({ usage }, 0.3));
  count("acme", planned({ usage }, 0.1));
  count("acme", planned({ usage })); // no price
  count("acme", planned({})); // the grammar
  count("acme", planned({ lesson: "abc123" }));
  clock.advance(5 * 86_400_000);
  for (let times = 0; times < 4; times += 1) count("acme", planned({ lesson: "abc123" }));
  count("globex", planned({ lesson: "abc123" }));
  await settle();
  expect(await readSavings(store, { tenant: "acme", since: "2026-03-04" })).toEqual({
    plans: 5,
    model_plans: 2,
    mean_micro_cents: 200_000,
    saved_micro_cents: 1_000_000,
  });
  expect(await readSavings(store, { tenant: "acme", since: "2026-03-05" })).toMatchObject({ plans: 4 });
  expect(await readSavings(store, { tenant: "globex", since: "2026-03-04" })).toEqual({
    plans: 1,
    model_plans: 0,
    mean_micro_cents: null,
    saved_micro_cents: null,
  });
});

it("continues after a failed write", async () => {
  const { store, clock, log, warnings } = open();
  let fails = true;
  const write: typeof store.write = (decide) => (fails ? Promise.reject(new Error("disk full")) : store.write(decide));
  const count = createPlanCounter({ store: { write }, clock, log });
  count("acme", planned({ lesson: "abc123" }));
  await settle();
  fails = false;
  count("acme", planned({ lesson: "abc123" }));
  await settle();
  expect(warnings).toEqual(["plans were not counted"]);
  expect(await readSavings(store, { tenant: "acme", since: "2026-03-04" })).toMatchObject({ plans: 1 });
});
