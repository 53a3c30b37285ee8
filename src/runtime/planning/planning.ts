import { memoizeByIdentity } from "../../plan/bounded-cache.ts";
import { compact } from "../../plan/compact.ts";
import type { ReplayReport } from "../../contracts/determinism/replay.ts";
import type { Clock } from "../../ports/clock.ts";
import type { MemoStore } from "../../ports/memo-store.ts";
import {
  isPlannerError,
  type Planner,
  type PlannerAnswer,
  type PlannerRequest,
  type TokenUsage,
} from "../../ports/planner.ts";
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
  type PlannerDeclaration,
  type Estimate,
  estimate,
  type Limits,
  type Memo,
  type RegisteredPlanner,
  safePlanner,
  toCostCents,
} from "../../planners/index.ts";
import { costOfTokens } from "../../models/prices.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { demoManifest } from "../../demo/business/business-tools.ts";
import type { Pack } from "../../planners/packs/pack.ts";
import { plannerError } from "../../planners/planner-error.ts";
import { threadedPlanner } from "./threaded-planner.ts";
import type { ReadyModel } from "../models/models.ts";

export type PlanningParts = {
  clock: Clock;
  packs?: readonly Pack[];
  memo?: MemoStore;
  limits?: Partial<Limits>;
  /** The cascade calls it when the grammar is not confident. */
  model?: ReadyModel | undefined;
  /** A rule of the grammar to leave out, to measure its effect. */
  without?: string;
  /** Additional planners with their declarations. */
  more?: readonly { planner: Planner; declared: PlannerDeclaration }[];
};

export const defaultPlanner = "grammar";

/** The default tools if a request has no manifest. */
export const demoTools: () => readonly ToolSpec[] = demoManifest;

/** All planners by id. Every answer is validated. */
export type Planning = {
  list(): readonly RegisteredPlanner[];
  plan(id: string, request: PlannerRequest, signal?: AbortSignal): Promise<PlannerAnswer>;
  /** The estimated cost; undefined for an unknown planner. */
  estimate(id: string, request: PlannerRequest): Estimate | undefined;
  /** The planner if the caller names none. */
  defaultPlannerId: string;
  /** Time limit of planning where a model plans. */
  timeoutMs: number | undefined;
  /** The error text for an unknown planner id. */
  describeUnknown(id: string): string;
  memo: Memo;
};

/** Confidence from which the cascade accepts the answer of a planner, if a model is configured. */
const requiredConfidence = { grammar: 0.8, model: 0.5 } as const;

/** Throws one error with all problems of the planners and their declarations. */
export function createPlanning(parts: PlanningParts): Planning {
  const { clock, packs = [], limits = {}, model, more = [] } = parts;
  const stub = createStubPlanner();
  const options = parts.without === undefined ? {} : { without: parts.without };
  const grammar = threadedPlanner(accounted(createGrammarPlanner(packs, options)), { packs, ...options });
  const memo = createMemo(grammar, parts.memo ?? createMemoryMemoStore(1000));
  const own = [stub, grammar, memo, ...withModel({ grammar, stub }, parts)];
  const built = createRegistry(
    [...own.map((planner) => declarationOf(planner, model)), ...more.map(({ declared }) => declared)],
    [...own, ...more.map(({ planner }) => accounted(planner))],
  );
  if (!built.ok) throw new Error(`planners: ${built.issues.map(({ message }) => message).join("; ")}`);
  const registry = built.value;
  const bounded = memoizeByIdentity((planner: Planner) => {
    const time = planner.model === undefined ? {} : compact({ timeoutMs: model?.timeoutMs });
    return safePlanner(planner, { ...time, ...limits });
  });
  return {
    list: () => registry.list(),
    describeUnknown: (id) => registry.unknown(id),
    memo,
    defaultPlannerId: model === undefined ? memo.id : "cascade",
    timeoutMs: model?.timeoutMs,
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
      return withActualCost(await bounded(found.planner).plan(request, { signal, clock }), (usage) =>
        costOf(usage, found, model),
      );
    },
  };
}

/** The cascade: grammar if confident, then memory, then a model; without a model, the question of the grammar. */
function withModel({ grammar, stub }: Record<"grammar" | "stub", Planner>, { model, memo }: PlanningParts): Planner[] {
  if (model === undefined) {
    return [
      createCascade([
        { planner: grammar, atLeast: 0.5 },
        { planner: stub, atLeast: 0.5 },
      ]),
    ];
  }
  // Remember only answers of the model itself: a remembered fallback would outlive an outage of the model.
  // The memory ends with the process, so only structural determinism is guaranteed.
  const remembered: Planner = {
    ...createMemo(createModelPlanner(model), memo ?? createMemoryMemoStore(1000)),
    mode: "structural",
  };
  return [
    createModelPlanner({ ...model, fallback: grammar }),
    remembered,
    createCascade([
      { planner: grammar, atLeast: requiredConfidence.grammar },
      { planner: remembered, atLeast: requiredConfidence.model },
    ]),
  ];
}

/** Built-in planners cost only model tokens; the declaration uses the higher token price. */
function declarationOf({ id, mode, model: asked }: Planner, model: ReadyModel | undefined): PlannerDeclaration {
  const price = asked === undefined ? undefined : model?.price;
  const tokens =
    price === undefined ? {} : { per_token_cents: Math.ceil(Math.max(price.input, price.output) / 1000) / 1_000_000 };
  const cost = { base_cents: 0, per_call_cents: 0, ...tokens };
  return { id, class: `planwright/${id}`, determinism: mode, cost_model: cost };
}

/** Undefined if the model has no price. */
function costOf(usage: TokenUsage, found: RegisteredPlanner, model: ReadyModel | undefined): number | undefined {
  if (model === undefined || usage.model !== model.name) return actual(found, usage).costCents;
  const microCents = model.price === undefined ? undefined : costOfTokens(model.price, usage);
  return microCents === undefined ? undefined : toCostCents(microCents);
}

/** Writes the actual tokens and cost into the plan. Omits the cost if the model has no price. */
function withActualCost(answer: PlannerAnswer, costOf: (usage: TokenUsage) => number | undefined): PlannerAnswer {
  if (isPlannerError(answer) || answer.usage === undefined) return answer;
  const { model, inputTokens, outputTokens } = answer.usage;
  const costCents = costOf(answer.usage);
  const spent = compact({ model, inputTokens, outputTokens, costCents });
  return { ...answer, plan: { ...answer.plan, metadata: { ...answer.plan.metadata, ...spent } } };
}

/** Adds a note to a replay whose plan was made by another version of the planner. */
export function withPlannerNote(report: ReplayReport, planners: readonly RegisteredPlanner[]): ReplayReport {
  const { planner: id, planner_version: recorded } = report;
  const installed = planners.find(({ planner }) => planner.id === id)?.planner.version;
  // The rules of a tenant are a part of the version of the planner that used them.
  if (recorded === undefined || installed === recorded.replace(/\.taught\.[0-9a-f]+$/, "")) return report;
  const found = installed === undefined ? "it is not installed" : `installed is ${installed}`;
  return { ...report, note: `another planner version: the plan was made by ${id ?? "?"} ${recorded}, ${found}` };
}
