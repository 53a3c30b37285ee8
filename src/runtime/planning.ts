import type { Clock } from "../ports/clock.ts";
import type { MemoStore } from "../ports/memo-store.ts";
import { isPlannerError, type Planner, type PlannerAnswer, type PlannerRequest } from "../ports/planner.ts";
import {
  actual,
  createCascade,
  createGrammarPlanner,
  createMemo,
  createMemoryMemoStore,
  createRegistry,
  createStubPlanner,
  type Declared,
  type Estimate,
  estimate,
  type Limits,
  type Memo,
  type Registered,
  safePlanner,
} from "../planners/index.ts";
import type { ToolSpec } from "../plan/tool-spec.ts";
import { demoManifest } from "../tools/demo/demo-tools.ts";
import type { Pack } from "../planners/packs/pack.ts";
import { plannerError } from "../planners/planner-error.ts";

export type PlanningParts = {
  clock: Clock;
  packs?: readonly Pack[];
  memo?: MemoStore;
  limits?: Partial<Limits>;
  /** Planners besides the built-in ones, each with its declaration. */
  more?: readonly { planner: Planner; declared: Declared }[];
};

export type { PlannerError } from "../contracts/determinism/planner.ts";
export type { Planned, PlannerAnswer, PlannerRequest, Reason } from "../ports/planner.ts";
export { isPlannerError } from "../ports/planner.ts";
export { toPlannerResult, toRequest } from "../planners/planner-interface.ts";
export { inputHash } from "../planners/request-key.ts";

export const defaultPlanner = "grammar";

/** What there is to plan with where nobody brings a manifest. */
export const demoTools: readonly ToolSpec[] = demoManifest;

/** Every planner of this installation, by id; whatever is asked of one, the answer is checked. */
export type Planning = {
  list(): readonly Registered[];
  plan(id: string, request: PlannerRequest, signal?: AbortSignal): Promise<PlannerAnswer>;
  /** What it will likely cost, or undefined for a planner that is not there. */
  estimate(id: string, request: PlannerRequest): Estimate | undefined;
  /** What to tell a caller who names a planner that is not there. */
  unknown(id: string): string;
  memo: Memo;
};

/** Start-up: throws, in one message, everything that is wrong with the planners and what is declared about them. */
export function createPlanning(parts: PlanningParts): Planning {
  const { clock, packs, limits = {}, more = [] } = parts;
  const stub = createStubPlanner();
  const grammar = createGrammarPlanner(packs);
  const memo = createMemo(grammar, parts.memo ?? createMemoryMemoStore(1000));
  const cascade = createCascade([
    { planner: grammar, atLeast: 0.5 },
    { planner: stub, atLeast: 0.5 },
  ]);
  const own = [stub, grammar, memo, cascade];
  const built = createRegistry(
    [...own.map(freeAndFull), ...more.map(({ declared }) => declared)],
    [...own, ...more.map(({ planner }) => planner)],
  );
  if (!built.ok) throw new Error(`planners: ${built.issues.map(({ message }) => message).join("; ")}`);
  const registry = built.value;
  return {
    list: () => registry.list(),
    unknown: (id) => registry.unknown(id),
    memo,
    estimate(id, request) {
      const found = registry.get(id);
      return found === undefined ? undefined : estimate(found, request);
    },
    async plan(id, request, signal = new AbortController().signal) {
      const found = registry.get(id);
      if (found === undefined) {
        const error = plannerError("PLANNER_GENERATION_FAILED", registry.unknown(id), { planner: id });
        return { ...error, retryable: false };
      }
      return priced(await safePlanner(found.planner, limits).plan(request, { signal, clock }), found);
    },
  };
}

/** What is built in calls no model and costs nothing. */
function freeAndFull({ id, mode }: Planner): Declared {
  return { id, class: `planwright/${id}`, determinism: mode, cost_model: { base_cents: 0, per_call_cents: 0 } };
}

/** Writes the actual tokens and cost into the plan; an unpriced call leaves the cost out. */
function priced(answer: PlannerAnswer, found: Registered): PlannerAnswer {
  if (isPlannerError(answer) || answer.usage === undefined) return answer;
  const { model, inputTokens, outputTokens } = answer.usage;
  const { costCents } = actual(found, answer.usage);
  const spent = { model, inputTokens, outputTokens, ...(costCents !== undefined && { costCents }) };
  return { ...answer, plan: { ...answer.plan, metadata: { ...answer.plan.metadata, ...spent } } };
}
