import type { Clock } from "../ports/clock.ts";
import type { MemoStore } from "../ports/memo-store.ts";
import {
  isPlannerError,
  type Planner,
  type PlannerAnswer,
  type PlannerRequest,
  type TokenUsage,
} from "../ports/planner.ts";
import {
  accounted,
  actual,
  createCascade,
  createGrammarPlanner,
  createMemo,
  createMemoryMemoStore,
  createModelPlanner,
  createRegistry,
  createStubPlanner,
  type Declared,
  type Estimate,
  estimate,
  type Limits,
  type Memo,
  type Registered,
  safePlanner,
  toCostCents,
} from "../planners/index.ts";
import { costOfTokens } from "../models/prices.ts";
import type { ToolSpec } from "../plan/tool-spec.ts";
import { demoManifest } from "../tools/demo/demo-tools.ts";
import type { Pack } from "../planners/packs/pack.ts";
import { plannerError } from "../planners/planner-error.ts";
import type { ReadyModel } from "./models.ts";

export type PlanningParts = {
  clock: Clock;
  packs?: readonly Pack[];
  memo?: MemoStore;
  limits?: Partial<Limits>;
  /** With one the cascade asks it where the grammar is not sure. */
  model?: ReadyModel | undefined;
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
  /** Who is asked where the caller names nobody. */
  usual: string;
  /** What to tell a caller who names a planner that is not there. */
  unknown(id: string): string;
  memo: Memo;
};

/** How sure the grammar must be to have the last word where a model could be asked, and how sure the model. */
const sure = { grammar: 0.8, model: 0.5 } as const;
/** A model takes its time, and up to three rounds. */
const modelTimeoutMs = 120_000;

/** Start-up: throws, in one message, everything that is wrong with the planners and what is declared about them. */
export function createPlanning(parts: PlanningParts): Planning {
  const { clock, packs, limits = {}, model, more = [] } = parts;
  const stub = createStubPlanner();
  const grammar = accounted(createGrammarPlanner(packs));
  const memo = createMemo(grammar, parts.memo ?? createMemoryMemoStore(1000));
  const own = [stub, grammar, memo, ...withModel({ grammar, stub }, parts)];
  const built = createRegistry(
    [...own.map((planner) => declaredOf(planner, model)), ...more.map(({ declared }) => declared)],
    [...own, ...more.map(({ planner }) => accounted(planner))],
  );
  if (!built.ok) throw new Error(`planners: ${built.issues.map(({ message }) => message).join("; ")}`);
  const registry = built.value;
  return {
    list: () => registry.list(),
    unknown: (id) => registry.unknown(id),
    memo,
    usual: model === undefined ? memo.id : "cascade",
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
      const time = found.planner.model === undefined ? {} : { timeoutMs: modelTimeoutMs };
      const safe = safePlanner(found.planner, { ...time, ...limits });
      return priced(await safe.plan(request, { signal, clock }), (usage) => costOf(usage, found, model));
    },
  };
}

/** Grammar when it is sure, memory when it was seen, a model when there is one, and what the grammar would ask when not. */
function withModel({ grammar, stub }: Record<"grammar" | "stub", Planner>, { model, memo }: PlanningParts): Planner[] {
  if (model === undefined) {
    return [
      createCascade([
        { planner: grammar, atLeast: 0.5 },
        { planner: stub, atLeast: 0.5 },
      ]),
    ];
  }
  // What is remembered is the model's own: a fallback would stand in memory long after the model is back.
  // Memory ends with the process, and with it more than structure is not promised.
  const remembered: Planner = {
    ...createMemo(createModelPlanner(model), memo ?? createMemoryMemoStore(1000)),
    mode: "structural",
  };
  return [
    createModelPlanner({ ...model, fallback: grammar }),
    remembered,
    createCascade([
      { planner: grammar, atLeast: sure.grammar },
      { planner: remembered, atLeast: sure.model },
    ]),
  ];
}

/** What is built in costs nothing but for the model's tokens, of which the dearer ones are declared. */
function declaredOf({ id, mode, model: asked }: Planner, model: ReadyModel | undefined): Declared {
  const price = asked === undefined ? undefined : model?.price;
  const tokens =
    price === undefined ? {} : { per_token_cents: Math.ceil(Math.max(price.input, price.output) / 1000) / 1_000_000 };
  const cost = { base_cents: 0, per_call_cents: 0, ...tokens };
  return { id, class: `planwright/${id}`, determinism: mode, cost_model: cost };
}

/** Undefined where the model has no price. */
function costOf(usage: TokenUsage, found: Registered, model: ReadyModel | undefined): number | undefined {
  if (model === undefined || usage.model !== model.name) return actual(found, usage).costCents;
  const microCents = model.price === undefined ? undefined : costOfTokens(model.price, usage);
  return microCents === undefined ? undefined : toCostCents(microCents);
}

/** Writes the actual tokens and cost into the plan; an unpriced call leaves the cost out. */
function priced(answer: PlannerAnswer, costOf: (usage: TokenUsage) => number | undefined): PlannerAnswer {
  if (isPlannerError(answer) || answer.usage === undefined) return answer;
  const { model, inputTokens, outputTokens } = answer.usage;
  const costCents = costOf(answer.usage);
  const spent = { model, inputTokens, outputTokens, ...(costCents !== undefined && { costCents }) };
  return { ...answer, plan: { ...answer.plan, metadata: { ...answer.plan.metadata, ...spent } } };
}
