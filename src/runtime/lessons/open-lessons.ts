import type { ActionPlanner } from "../../ports/action-planner.ts";
import type { Store } from "../../ports/store.ts";
import type { Verbs } from "../../ports/verbs.ts";
import { toolSpecOf } from "../../tools/tool-spec-of.ts";
import type { Planning } from "../planning/planning.ts";
import type { RuntimeContext } from "../runtime-context.ts";
import { createLessonShelves } from "./lesson-shelf.ts";
import { createLessons, type Lessons } from "./lessons.ts";
import type { createPlanCounter } from "./savings.ts";
import { writeTaughtFile } from "./taught-file.ts";

type LessonsSetting = { store: Store; verbs: Pick<Verbs, "list">; planning: Planning };

/** Opens the lessons of a workspace. On SQLite the rules of the local tenant are also written as a file. */
export function openLessons(context: RuntimeContext, { store, verbs, planning }: LessonsSetting): Lessons {
  const { clock, packs, folder, backend, log } = context;
  return createLessons({
    shelves: createLessonShelves({ store, clock }),
    store,
    clock,
    packs,
    planning,
    toolboxOf: (tenant) => verbs.list(tenant).flatMap((spec) => (spec.isUnplanned === true ? [] : [toolSpecOf(spec)])),
    recentRequests: (tenant) => recentRequests(store, tenant),
    onChange(tenant, text) {
      if (backend.sharesWork || tenant !== "local") return;
      try {
        writeTaughtFile(folder, text());
      } catch (error) {
        log.warn("the taught rules were not written as a file", { event: "lessons.file_failed", error: String(error) });
      }
    },
  });
}

const mostRecent = 50;

/** The texts of the latest runs of the tenant. */
async function recentRequests(store: Store, tenant: string): Promise<string[]> {
  const runs = await store.runs({ tenant, limit: mostRecent });
  const plans = await Promise.all(runs.map(({ planHash }) => store.plan(tenant, planHash)));
  return [...new Set(plans.flatMap((plan) => plan?.request.text ?? []))];
}

/** Planning with the rules of the tenant that asks. `count` receives each plan. */
export function withLessons(
  planning: Planning,
  lessons: Pick<Lessons, "taught">,
  count?: ReturnType<typeof createPlanCounter>,
): Planning {
  return {
    ...planning,
    async plan(id, request, signal) {
      const { tenant } = request;
      if (tenant === undefined || request.taught !== undefined) return planning.plan(id, request, signal);
      const taught = await lessons.taught(tenant);
      const answer = await planning.plan(id, taught.rules.length === 0 ? request : { ...request, taught }, signal);
      count?.(tenant, answer);
      return answer;
    },
  };
}

/** The same for action plans. */
export function withTaughtActions(planner: ActionPlanner, lessons: Pick<Lessons, "taught">): ActionPlanner {
  return {
    ...planner,
    async plan(request, call) {
      if (request.tenant === undefined) return planner.plan(request, call);
      const taught = await lessons.taught(request.tenant);
      return planner.plan(taught.rules.length === 0 ? request : { ...request, taught }, call);
    },
  };
}
