import type { ActionPlan } from "../../../src/contracts/actions/plan.ts";
import type { DraftView, DraftRequestOutcome } from "../../../src/contracts/api/drafts.ts";
import { createDrafts } from "../../../src/drafts/create-drafts.ts";
import type { DraftDeps } from "../../../src/drafts/draft-deps.ts";
import { draftQueue } from "../../../src/drafts/draft-queue.ts";
import type { DraftCommand, DraftResult, Drafts } from "../../../src/drafts/drafts.ts";
import { defaultRules, type DraftRules } from "../../../src/drafts/gate/rules.ts";
import type { ActionPlanner } from "../../../src/ports/action-planner.ts";
import type { Engine } from "../../../src/ports/engine.ts";
import type { Ids } from "../../../src/ports/ids.ts";
import type { Store } from "../../../src/ports/store.ts";
import { createRuns } from "../../../src/runs/runs.ts";
import { runQueue } from "../../../src/runs/run-queue.ts";
import { createFakeClock, type FakeClock } from "../../../src/testing/fake-clock.ts";
import { createMemoryLog } from "../../../src/testing/memory-log.ts";
import { mortal } from "../../runs/support/crashing-world.ts";
import { createTestEngine, openTestStore } from "../../support/runs-world.ts";
import { createStudio, type ProcessLife, type Studio } from "./studio.ts";

export const tenant = "acme";

/** UUIDs that count, sortable by when they were made. */
export function createCountedIds(): Ids {
  let count = 0;
  return { next: () => `00000000-0000-7000-8000-${(count += 1).toString(16).padStart(12, "0")}` };
}

export type WorldParts = {
  rules?: Partial<DraftRules>;
  planner?: ActionPlanner;
  tell?: DraftDeps["notify"];
  studio?: Studio;
  store?: Store;
  clock?: FakeClock;
  ids?: Ids;
};

export type DraftsWorld = Required<Pick<WorldParts, "studio" | "store" | "clock">> & {
  drafts: Drafts;
  runs: ReturnType<typeof createRuns>;
  engine: Engine;
  log: ReturnType<typeof createMemoryLog>;
};

/** The gate with the outside world and the time in the test's hands. A second world over the same parts is a second process. */
export async function openDraftsWorld(
  parts: WorldParts = {},
  life: ProcessLife = { alive: true },
): Promise<DraftsWorld> {
  const { studio = createStudio(), clock = createFakeClock() } = parts;
  const { store } = parts.store === undefined ? await openTestStore() : { store: parts.store };
  const log = createMemoryLog();
  const seen = mortal(store, life);
  const ids = parts.ids ?? createCountedIds();
  const verbs = studio.verbs(life);
  const shared = { store: seen, verbs, clock, ids, log };
  const runs = createRuns({ ...shared, onChange: (run) => (life.alive ? drafts.runChanged(run) : undefined) });
  const rules = { ...defaultRules, ...parts.rules };
  const drafts = createDrafts({
    ...shared,
    runs,
    rules,
    ...(parts.planner !== undefined && { planner: parts.planner }),
    notify: parts.tell,
  });
  const engine = createTestEngine({ jobs: seen.jobs, clock, log });
  await engine.start({ [runQueue]: runs.handler, [draftQueue]: drafts.handler });
  return { drafts, runs, studio, store, clock, engine, log };
}

export const anna = { id: "tg:1", name: "Anna" };
export const boris = { id: "tg:2", name: "Boris" };

/** The value, or a failed test that says why there is none. */
export function valueOf<T>(answer: DraftResult<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(
    `${answer.problem.code}: ${answer.problem.detail ?? ""} ${JSON.stringify(answer.problem.errors ?? [])}`,
  );
}

export function codeOf(answer: DraftResult<unknown>): string {
  return answer.ok ? "ok" : answer.problem.code;
}

export async function made(
  { drafts }: Pick<DraftsWorld, "drafts">,
  plan: ActionPlan,
  actor = anna,
): Promise<DraftRequestOutcome> {
  return valueOf(await drafts.create({ tenant, actor, plan }));
}

/** A Draft of the plan, by Anna unless said otherwise. */
export async function drafted(world: Pick<DraftsWorld, "drafts">, plan: ActionPlan, actor = anna): Promise<DraftView> {
  const answer = await made(world, plan, actor);
  if (answer.kind === "draft") return answer.draft;
  throw new Error(`not a Draft: ${answer.kind}`);
}

/** Claims about the Draft as the view shows it. */
export function about({ draft, action_hash: actionHash }: DraftView, actor = anna): DraftCommand {
  return { tenant, actor, shown: { draftId: draft.draft_id, revision: draft.revision, actionHash } };
}

export async function settled({ drafts }: Pick<DraftsWorld, "drafts">, { draft }: DraftView): Promise<DraftView> {
  return valueOf(await drafts.waitUntilSettled({ tenant, of: { draftId: draft.draft_id } }));
}
