import type { DeterminismMode, PlannerError, PlannerInput, PlannerResult } from "../contracts/determinism/planner.ts";
import type { Json, JsonObject } from "../plan/json.ts";
import type { Plan } from "../plan/plan.ts";
import type { ToolSpec } from "../plan/tool-spec.ts";
import type { Clock } from "./clock.ts";

/**
 * The contract the plan is answered in. A planner uses no feature that the surface cannot express: `runs` supports all
 * of them, `calls` only tool steps and references.
 */
export type SurfaceName = "service" | "structured" | "determinism" | "runs" | "calls";

/** An earlier message of the conversation; profiles and locations come as `system` messages. */
export type Message = { role: "user" | "assistant" | "system" | "tool"; content: string };

/** Everything a plan may depend on. No clock, zone or locale is read from the machine. */
export type PlannerRequest = {
  agentId: string;
  /** As typed: identifiers keep their case. */
  goal: string;
  contextSummary?: string;
  memorySnippets?: readonly JsonObject[];
  toolbox: readonly ToolSpec[];
  /** The manifest as received, when it came as JSON: it is part of the input hash. */
  manifest?: readonly JsonObject[];
  history?: readonly Message[];
  surface: SurfaceName;
  /** ISO 8601 instant that relative dates refer to. */
  now: string;
  /** IANA zone. */
  zone: string;
  /** The time and zone the caller gave, as they enter the input hash. Absent where `now` is the server's clock. */
  givenTime?: { now?: string; zone?: string };
  locale?: "en" | "ru";
  /** The tenant charged for model calls. Not part of what decides the plan. */
  tenant?: string;
  taught?: TaughtRules;
  /** `report` names what a plan leaves out of the request and plans all the same, as evaluations want it. */
  account?: "report";
};

/** Rules that people of the tenant have taught. `digest` names their version; only the planner knows what is in them. */
export interface TaughtRules {
  readonly digest: string;
}

export type PlannerCall = { signal: AbortSignal; clock: Clock };

/** The words of the goal that led to a tool or argument; offsets into the goal. */
export type Reason = { step: string; tool: string; param?: string; from: number; to: number; words: string };

/** The outcome of one planner of a cascade. */
export type CascadeStep = {
  planner: string;
  outcome: "taken" | "unsure" | "asks" | "failed";
  confidence?: number;
  why: string;
};

/** What must be asked before the plan is complete. `param` is a dotted path; `bad` lists impossible values. */
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
export type UnaccountedSpan = {
  from: number;
  to: number;
  words: string;
  why: "unused" | "request" | "forbidden" | "doubtful";
};

/** Tokens of a model call; `model` names what was charged. */
export type TokenUsage = { model: string; inputTokens: number; outputTokens: number };

/** A plan with its provenance. */
export type PlannedAnswer = {
  plan: Plan;
  /** Present when the plan asks first: it must not run as it is. */
  clarification?: Clarification;
  /** Present when the plan only says that no tool fits: another planner may find one. */
  refuses?: true;
  /** 0 to 1; used by cascades. */
  confidence: number;
  /** Byte-identical on repetition. */
  deterministic: boolean;
  reasons?: readonly Reason[];
  /** The lesson whose rule made the plan. */
  lesson?: string;
  /** What of the goal the plan leaves out; with a clarification, what would be left out. */
  unaccounted?: readonly UnaccountedSpan[];
  usage?: TokenUsage;
  considered?: readonly CascadeStep[];
  /** Repairs of a model's text, applied defaults and similar, for the reader of the plan. */
  notes?: readonly string[];
};

export type PlannerAnswer = PlannedAnswer | PlannerError;

/** A planner. Never throws and never rejects; see `safePlanner`. */
export interface Planner {
  readonly id: string;
  /** Semantic version; weakening `mode` is a breaking change. */
  readonly version: string;
  readonly mode: DeterminismMode;
  /** The model it calls, if any. */
  readonly model?: string;
  /**
   * The part of the request's time that the plan depends on: equal values mean equal plans. Absent: the time itself.
   */
  timeOf?(request: PlannerRequest): Json | Promise<Json>;
  plan(request: PlannerRequest, call: PlannerCall): Promise<PlannerAnswer>;
}

/** Contract 4's protocol in TypeScript: what third parties implement and the determinism kit tests. */
export interface PlannerInterface {
  readonly planner_id: string;
  readonly version: string;
  get_determinism_mode(): DeterminismMode;
  /** The clock gives the request's time: the kit passes a fixed one. */
  plan(input: PlannerInput, call: PlannerCall & { zone?: string }): Promise<PlannerResult>;
}

export function isPlannerError(answer: object): answer is PlannerError {
  return "code" in answer && "retryable" in answer;
}
