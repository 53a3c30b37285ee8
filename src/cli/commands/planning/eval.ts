import { formatSummary, summarise } from "../../../planners/eval/summarise.ts";
import type { EvalCase } from "../../../planners/eval/eval-case.ts";
import { rules } from "../../../planners/grammar/rules.ts";
import { type EvaluationSetting, parseEvalCase, predictCase } from "../../../runtime/planning/evaluate.ts";
import { defaultPlanner } from "../../../runtime/planning/planning.ts";
import { type Score, scoreCase } from "../../../planners/eval/score.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, numberOf, print } from "../../command.ts";
import { readText, refuseDocument } from "../../input/document.ts";
import { readRows } from "../../input/jsonl.ts";
import { type ReportProgress, withProgress } from "../../output/progress.ts";
import { caseSetting, type PlanningInput, withPlanning } from "./planning-input.ts";

/** Plans the cases of files and scores them. Exit 1 if fewer are right than `--at-least`. */
export const evaluate: Handler = (invocation) =>
  withPlanning(invocation, (input) =>
    withProgress(invocation.io, "planning", (report) => scoreAll(invocation, input, report)),
  );

async function scoreAll(invocation: Invocation, input: PlanningInput, report: ReportProgress): Promise<ExitCode> {
  const { io } = invocation;
  const least = numberOf(invocation, "at-least") ?? 0;
  const shown = numberOf(invocation, "errors") ?? 0;
  const cases: EvalCase[] = [];
  for (const path of invocation.args) {
    const { rows, issues } = readRows(await readText(io, path), parseEvalCase);
    if (issues.length > 0) return refuseDocument(invocation, path, issues);
    cases.push(...rows);
  }
  const setting = caseSetting(invocation, input);
  const { scores, wrong } = await scoreCases(cases, setting, report);
  if (io.signal.aborted) return exit.failed;
  const summary = summarise(scores);
  io.err(wrong.slice(0, shown).join(""));
  if (flag(invocation, "ablate")) io.out(await ablate(cases, { setting, input, scores, report }));
  else print(invocation, { summary, scores }, formatSummary(summary));
  return percentOf(scores) >= least ? exit.ok : exit.failed;
}

type EvalResult = { scores: Score[]; wrong: string[] };

async function scoreCases(
  cases: readonly EvalCase[],
  setting: EvaluationSetting,
  report: ReportProgress,
): Promise<EvalResult> {
  const scored: EvalResult = { scores: [], wrong: [] };
  for (const { expect, ...one } of cases) {
    if (setting.signal.aborted) break;
    const { prediction } = await predictCase(one, setting);
    const score = scoreCase({ ...one, expect }, prediction);
    scored.scores.push(score);
    report(`${scored.scores.length} of ${cases.length} cases`);
    if (!score.right)
      scored.wrong.push(`${one.id}: ${one.query}\n  ${JSON.stringify(prediction.calls)} ${prediction.outcome}\n`);
  }
  return scored;
}

type Ablation = { setting: EvaluationSetting; input: PlanningInput; scores: readonly Score[]; report: ReportProgress };

/** Plans all cases once more for each rule without it: what is lost then is what the rule is worth. */
async function ablate(cases: readonly EvalCase[], { setting, input, scores, report }: Ablation): Promise<string> {
  const all = percentOf(scores);
  const lines = [`all rules: ${all.toFixed(1)} % of ${scores.length} cases right`, "", "worth  weight  set by  rule"];
  for (const { id, weight, from, because } of rules) {
    if (setting.signal.aborted) break;
    const planning = input.without(id);
    const without = await scoreCases(cases, { ...setting, planning, planner: defaultPlanner }, (done) =>
      report(`${id}: ${done}`),
    );
    const worth = (all - percentOf(without.scores)).toFixed(1).padStart(5);
    lines.push(`${worth}  ${String(weight).padStart(6)}  ${from.padEnd(6)}  ${id}: ${because}`);
  }
  return `${lines.join("\n")}\n`;
}

function percentOf(scores: readonly Score[]): number {
  return scores.length === 0 ? 0 : (100 * scores.filter(({ right }) => right).length) / scores.length;
}
