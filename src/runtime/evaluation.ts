import { performance } from "node:perf_hooks";
import type { Checked } from "../plan/checked.ts";
import type { Issue } from "../plan/issue.ts";
import { parseWith } from "../plan/parse.ts";
import type { ToolSpec } from "../plan/tool-spec.ts";
import { EvalCase } from "../planners/eval/eval-case.ts";
import { toPrediction } from "../planners/eval/predict.ts";
import type { Prediction } from "../planners/eval/prediction.ts";
import { readManifest } from "../planners/manifest.ts";
import { isPlannerError } from "../ports/planner.ts";
import { demoTools, type Planning } from "./planning.ts";

export type { EvalCase } from "../planners/eval/eval-case.ts";
export type { Prediction } from "../planners/eval/prediction.ts";
export { type Score, scoreCase } from "../planners/eval/score.ts";
export { formatSummary, type Summary, summarise } from "../planners/eval/summarise.ts";

/** A case as planning sees it: without what is expected. */
export type PlanCase = Omit<EvalCase, "expect">;

export function parseEvalCase(value: unknown): Checked<EvalCase> {
  return parseWith(EvalCase, value);
}

export function parsePlanCase(value: unknown): Checked<PlanCase> {
  return parseWith(EvalCase.omit({ expect: true }), value);
}

export type Setting = {
  planning: Planning;
  planner: string;
  /** For cases that do not say when they were asked. */
  now: string;
  zone: string;
  /** For cases that bring no tools. */
  toolbox?: readonly ToolSpec[];
  /** Predict what would be served: a plan that leaves something out of the request asks instead. */
  strict?: boolean;
  signal: AbortSignal;
};

export type Predicted = { prediction: Prediction; issues: readonly Issue[]; error?: string };

/** Plans one case. Tools that cannot be read are left out and reported; a failed planning predicts nothing. */
export async function predictCase(one: PlanCase, setting: Setting): Promise<Predicted> {
  const { tools, issues } = one.tools === undefined ? given(setting) : readManifest(one.tools);
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
      ...(one.history !== undefined && { history: one.history }),
      ...localeOf(one.locale),
    },
    setting.signal,
  );
  const ms = Math.round((performance.now() - startedAt) * 1000) / 1000;
  const prediction = { ...toPrediction(one.id, answer), ms };
  const failed = isPlannerError(answer) && answer.code !== "PLANNER_NO_SKILLS_AVAILABLE";
  return { prediction, issues, ...(failed && { error: `${answer.code}: ${answer.message}` }) };
}

function given({ toolbox = demoTools }: Setting): { tools: readonly ToolSpec[]; issues: Issue[] } {
  return { tools: toolbox, issues: [] };
}

function localeOf(locale: string | undefined): { locale?: "en" | "ru" } {
  const language = locale?.slice(0, 2).toLowerCase();
  return language === "en" || language === "ru" ? { locale: language } : {};
}
