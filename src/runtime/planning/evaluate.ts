import { compact } from "../../plan/compact.ts";
import { performance } from "node:perf_hooks";
import type { CheckResult } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import { parseWith } from "../../plan/parse.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import { EvalCase } from "../../planners/eval/eval-case.ts";
import { type Prediction, toPrediction } from "../../planners/eval/prediction.ts";
import { readManifest } from "../../planners/manifest.ts";
import { isPlannerError } from "../../ports/planner.ts";
import { demoTools, type Planning } from "./planning.ts";

/** A case without its expectation, as planning gets it. */
type PlanCase = Omit<EvalCase, "expect">;

export function parseEvalCase(value: unknown): CheckResult<EvalCase> {
  return parseWith(EvalCase, value);
}

export function parsePlanCase(value: unknown): CheckResult<PlanCase> {
  return parseWith(EvalCase.omit({ expect: true }), value);
}

export type EvaluationSetting = {
  planning: Planning;
  planner: string;
  /** Default time of cases. */
  now: string;
  zone: string;
  /** Default tools of cases. */
  toolbox?: readonly ToolSpec[];
  /** Predict what would be served: a plan that leaves something out of the request asks instead. */
  strict?: boolean;
  signal: AbortSignal;
};

type PredictionResult = { prediction: Prediction; issues: readonly Issue[]; error?: string };

/** Plans one case. Skips and reports unreadable tools; a planner error predicts nothing. */
export async function predictCase(one: PlanCase, setting: EvaluationSetting): Promise<PredictionResult> {
  const { tools, issues } = one.tools === undefined ? toolsWithoutManifest(setting) : readManifest(one.tools);
  const startedAt = performance.now();
  const answer = await setting.planning.plan(
    setting.planner,
    {
      agentId: "eval",
      goal: one.query,
      toolbox: tools,
      surface: "calls",
      now: one.now ?? setting.now,
      zone: one.zone ?? setting.zone,
      ...(setting.strict !== true && { account: "report" }),
      ...compact({ history: one.history }),
      ...localeOf(one.locale),
    },
    setting.signal,
  );
  const ms = Math.round((performance.now() - startedAt) * 1000) / 1000;
  const prediction = { ...toPrediction(one.id, answer), ms };
  const failed = isPlannerError(answer) && answer.code !== "PLANNER_NO_SKILLS_AVAILABLE";
  return { prediction, issues, ...(failed && { error: `${answer.code}: ${answer.message}` }) };
}

function toolsWithoutManifest({ toolbox = demoTools() }: EvaluationSetting): {
  tools: readonly ToolSpec[];
  issues: Issue[];
} {
  return { tools: toolbox, issues: [] };
}

function localeOf(locale: string | undefined): { locale?: "en" | "ru" } {
  const language = locale?.slice(0, 2).toLowerCase();
  return language === "en" || language === "ru" ? { locale: language } : {};
}
