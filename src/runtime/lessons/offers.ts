import type { LessonOffers } from "../../contracts/api/lessons.ts";
import { type JsonObject, toJson } from "../../plan/json.ts";
import type { Store } from "../../ports/store.ts";
import type { LessonSet } from "./lesson-shelf.ts";

const mostRuns = 500;

/** Plans of a model that ran to their end, by the calls they make: each could be a lesson. The dearest first. */
export async function findOffers(
  store: Pick<Store, "runs" | "plan">,
  tenant: string,
  shelf: LessonSet,
): Promise<LessonOffers> {
  const runs = await store.runs({ tenant, status: "completed", limit: mostRuns });
  const taught = new Set([...shelf.book.byId.values()].map(({ derived }) => toolsKey(derived.steps)));
  const groups = new Map<string, LessonOffers["offers"][number]>();
  for (const { planHash } of runs) {
    const plan = await store.plan(tenant, planHash);
    const text = plan?.request.text;
    // Only a model is charged for tokens.
    if (plan?.metadata.inputTokens === undefined || text === undefined) continue;
    const key = toolsKey(plan.steps.filter((step) => step.kind === "tool"));
    if (key === "" || taught.has(key)) continue;
    const known = groups.get(key) ?? {
      request: text,
      plan: toJson({ ...plan, metadata: {} }),
      times: 0,
      cost_cents: 0,
    };
    const cost = plan.metadata.costCents ?? 0;
    groups.set(key, { ...known, times: known.times + 1, cost_cents: known.cost_cents + cost });
  }
  return { offers: [...groups.values()].toSorted((a, b) => b.cost_cents - a.cost_cents || b.times - a.times) };
}

function toolsKey(steps: readonly { tool: string; args: JsonObject }[]): string {
  return steps.map(({ tool, args }) => `${tool}(${Object.keys(args).toSorted().join(",")})`).join(">");
}
