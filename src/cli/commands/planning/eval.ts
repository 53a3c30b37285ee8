import { formatSummary, summarise } from "../../../planners/eval/summarise.ts";
import { parseEvalCase, predictCase } from "../../../runtime/planning/evaluate.ts";
import { type Score, scoreCase } from "../../../planners/eval/score.ts";
import { exit, type ExitCode, flag, type Handler, type Invocation, text, UsageError } from "../../command.ts";
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
  const least = parsePercentage(text(invocation, "at-least"));
  const shown = parseCount(text(invocation, "errors") ?? "0");
  const setting = caseSetting(invocation, input);
  const scores: Score[] = [];
  const wrong: string[] = [];
  for (const path of invocation.args) {
    const { rows, issues } = readRows(await readText(io, path), parseEvalCase);
    if (issues.length > 0) return refuseDocument(invocation, path, issues);
    for (const { expect, ...one } of rows) {
      if (io.signal.aborted) return exit.failed;
      const { prediction } = await predictCase(one, setting);
      const score = scoreCase({ ...one, expect }, prediction);
      scores.push(score);
      report(`${scores.length} cases`);
      if (!score.right)
        wrong.push(`${one.id}: ${one.query}\n  ${JSON.stringify(prediction.calls)} ${prediction.outcome}\n`);
    }
  }
  const summary = summarise(scores);
  io.err(wrong.slice(0, shown).join(""));
  io.out(flag(invocation, "json") ? `${JSON.stringify({ summary, scores })}\n` : formatSummary(summary));
  const right = scores.length === 0 ? 0 : (100 * scores.filter((score) => score.right).length) / scores.length;
  return right >= least ? exit.ok : exit.failed;
}

function parseCount(word: string): number {
  if (!/^\d{1,6}$/.test(word)) throw new UsageError(`--errors must be a number of at least 0, not "${word}"`);
  return Number(word);
}

function parsePercentage(word: string | undefined): number {
  const least = Number(word ?? 0);
  if (!(least >= 0 && least <= 100))
    throw new UsageError(`--at-least must be a percentage from 0 to 100, not "${word}"`);
  return least;
}
