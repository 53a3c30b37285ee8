import type { DeterminismMode, PlannerError, PlannerInput, PlannerResult } from "../contracts/determinism/planner.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { ToolSpec } from "../plan/tool-spec.ts";
import type { Clock } from "./clock.ts";

/**
 * Where the answer will leave. A planner uses no feature of a plan that the surface cannot carry: `runs` carries all of
 * them, `calls` tool steps and references only.
 */
export type SurfaceName = "service" | "structured" | "determinism" | "runs" | "calls";

/** One earlier message of the conversation; a profile or a place comes as a `system` message. */
export type Message = { role: "user" | "assistant" | "system" | "tool"; content: string };

/** Everything a plan may depend on. No clock, zone or locale is read from the machine. */
export type PlannerRequest = {
  agentId: string;
  /** As the person typed it: identifiers keep their case. */
  goal: string;
  contextSummary?: string;
  memorySnippets?: readonly JsonObject[];
  toolbox: readonly ToolSpec[];
  /** The manifest as it came, where it came as JSON: it enters the input hash. */
  manifest?: readonly JsonObject[];
  history?: readonly Message[];
  surface: SurfaceName;
  /** ISO 8601 instant that relative dates are counted from. */
  now: string;
  /** IANA zone. */
  zone: string;
  locale?: "en" | "ru";
  /** Who pays where a model is asked. No part of what decides the plan. */
  tenant?: string;
  /** `report` names what a plan leaves out of the request and plans all the same, as evaluations want it. */
  account?: "report";
};

export type PlannerCall = { signal: AbortSignal; clock: Clock };

/** Words of the goal that led to a tool or to one of its arguments; offsets into the goal. */
export type Reason = { step: string; tool: string; param?: string; from: number; to: number; words: string };

/** What one member of a cascade came to. */
export type Considered = {
  planner: string;
  outcome: "taken" | "unsure" | "asks" | "failed";
  confidence?: number;
  why: string;
};

/** What must be asked before the plan is whole. `param` is a dotted path; `bad` are values that cannot be meant. */
export type Clarification = {
  missing: readonly { tool: string; param: string; choices: readonly string[]; why: "absent" | "doubtful" | "bad" }[];
  bad: readonly string[];
};

/**
 * A part of the goal that the plan does not carry; offsets into the goal.
 *
 * - `unused`: nothing in the plan carries it; `request`: a whole request that is not planned
 * - `forbidden`, `doubtful`: the plan would do what the goal rules out, doubts or only weighs
 */
export type Unaccounted = {
  from: number;
  to: number;
  words: string;
  why: "unused" | "request" | "forbidden" | "doubtful";
};

/** Tokens of a model call; `model` names what was charged. */
export type TokenUsage = { model: string; inputTokens: number; outputTokens: number };

/** A plan with where it comes from. */
export type Planned = {
  plan: Plan;
  /** Present where the plan asks first: it is not to be carried out as it stands. */
  clarification?: Clarification;
  /** Present where the plan only says that no tool fits: another planner may find one. */
  refuses?: true;
  /** 0 to 1; what a cascade compares. */
  confidence: number;
  /** Byte-identical on repetition. */
  deterministic: boolean;
  reasons?: readonly Reason[];
  /** What of the goal the plan leaves out; with a clarification, what would be left out. */
  unaccounted?: readonly Unaccounted[];
  usage?: TokenUsage;
  considered?: readonly Considered[];
  /** Repairs of a model's text, defaults taken and the like, for the person who reads the plan. */
  notes?: readonly string[];
};

export type PlannerAnswer = Planned | PlannerError;

/** A planner on every surface. Never throws and never rejects; see `safePlanner`. */
export interface Planner {
  readonly id: string;
  /** Semantic version; weakening `mode` is a breaking change. */
  readonly version: string;
  readonly mode: DeterminismMode;
  /** The model it calls; absent where it calls none. */
  readonly model?: string;
  /**
   * What of the request's time the plan can depend on: where it is equal for two times, so are the plans. Absent, it is
   * the time itself.
   */
  timeOf?(request: PlannerRequest): Json;
  plan(request: PlannerRequest, call: PlannerCall): Promise<PlannerAnswer>;
}

/** Contract 4's protocol in TypeScript: what third parties implement, and what the determinism kit tests. */
export interface PlannerInterface {
  readonly planner_id: string;
  readonly version: string;
  get_determinism_mode(): DeterminismMode;
  /** The clock stands for the request's own time: a kit hands in a fixed one. */
  plan(input: PlannerInput, call: PlannerCall & { zone?: string }): Promise<PlannerResult>;
}

export function isPlannerError(answer: object): answer is PlannerError {
  return "code" in answer && "retryable" in answer;
}
