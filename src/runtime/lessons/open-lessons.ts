import type { ActionPlanner } from "../../ports/action-planner.ts";
import { indexOf } from "../../planners/lessons/book-index.ts";
import { toPackText } from "../../planners/lessons/taught-pack.ts";
import type { Store } from "../../ports/store.ts";
import type { Verbs } from "../../ports/verbs.ts";
import { toolSpecOf } from "../../tools/tool-spec-of.ts";
import type { Planning } from "../planning/planning.ts";
import type { RuntimeContext } from "../runtime-context.ts";
import { createLessonShelves } from "./lesson-shelf.ts";
import { createLessons, type Lessons } from "./lessons.ts";
import type { createPlanCounter } from "./savings.ts";
import { createTaughtFile } from "./taught-file.ts";

type LessonsSetting = { store: Store; verbs: Pick<Verbs, "list">; planning: Planning };

type OpenLessons = Lessons & {
  /** Reads the lessons of the local tenant, so that the first request does not wait for them. */
  start(): Promise<void>;
  /** Writes what is not in the file yet. */
  stop(): void;
};

/** The tenant of a service without keys, whose rules are also a file. */
const localTenant = "local";

/** Opens the lessons of a workspace. On SQLite the rules of the local tenant are also written as a file. */
export function openLessons(context: RuntimeContext, { store, verbs, planning }: LessonsSetting): OpenLessons {
  const { clock, packs, folder, backend, log } = context;
  const shelves = createLessonShelves({ store, clock });
  const file = backend.sharesWork ? undefined : createTaughtFile({ folder, log });
  const lessons = createLessons({
    shelves,
    store,
    clock,
    packs,
    planning,
    toolboxOf: (tenant) => verbs.list(tenant).flatMap((spec) => (spec.isUnplanned === true ? [] : [toolSpecOf(spec)])),
    recentRequests: (tenant) => recentRequests(store, tenant),
    onChange: (tenant, text) => tenant === localTenant && file?.write(text),
  });
  return {
    ...lessons,
    async start() {
      const { book, version } = await shelves.get(localTenant);
      indexOf(book.book);
      if (file === undefined || version === 0) return;
      // A service that ended at once after a lesson did not write it.
      const text = toPackText(book.book.rules, version);
      if (file.version() < version) file.write(() => text);
    },
    stop: () => file?.flush(),
  };
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
