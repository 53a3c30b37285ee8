import type { TeachingSavings } from "../../contracts/api/budgets.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import { isPlannerError, type PlannerAnswer } from "../../ports/planner.ts";
import type { Store } from "../../ports/store.ts";

/** Counters of a tenant: plans by lessons per day, and priced plans of a model since the first. */
const keys = {
  lessons: "taught/plans/",
  modelPlans: "planned/model/plans",
  modelCost: "planned/model/micro_cents",
} as const;

const microCentsPerCent = 1_000_000;

type CounterParts = { store: Pick<Store, "write">; clock: Clock; log: Log };

/** Counts who made the plans of a tenant. Planning never waits for it: plans made during a write are counted in the next. */
export function createPlanCounter({
  store,
  clock,
  log,
}: CounterParts): (tenant: string, answer: PlannerAnswer) => void {
  const pending = new Map<string, { tenant: string; key: string; add: number }>();
  let isWriting = false;
  const add = (tenant: string, key: string, amount: number): void => {
    const place = `${tenant} ${key}`;
    pending.set(place, { tenant, key, add: (pending.get(place)?.add ?? 0) + amount });
  };
  const write = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    while (pending.size > 0) {
      const counts = [...pending.values()];
      pending.clear();
      try {
        await store.write((tx) => counts.forEach((count) => tx.count(count)));
      } catch (error) {
        log.warn("plans were not counted", { event: "lessons.count_failed", error: String(error) });
      }
    }
    isWriting = false;
  };
  return (tenant, answer) => {
    if (isPlannerError(answer)) return;
    const { costCents } = answer.plan.metadata;
    if (answer.lesson !== undefined) add(tenant, `${keys.lessons}${dayOf(clock.now())}`, 1);
    else if (answer.usage !== undefined && costCents !== undefined) {
      add(tenant, keys.modelPlans, 1);
      add(tenant, keys.modelCost, Math.round(costCents * microCentsPerCent));
    }
    void write();
  };
}

/** What lessons saved since a day, at the mean cost of the tenant's plans by a model. */
export async function readSavings(
  store: Store,
  { tenant, since }: { tenant: string; since: string },
): Promise<TeachingSavings> {
  const days = await store.counters(tenant, keys.lessons);
  const plans = days.reduce((sum, { key, value }) => (key.slice(keys.lessons.length) >= since ? sum + value : sum), 0);
  const modelPlans = await store.counter(tenant, keys.modelPlans);
  const mean = modelPlans === 0 ? null : Math.round((await store.counter(tenant, keys.modelCost)) / modelPlans);
  return {
    plans,
    model_plans: modelPlans,
    mean_micro_cents: mean,
    saved_micro_cents: mean === null ? null : plans * mean,
  };
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
