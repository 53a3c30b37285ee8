import { parsePlanCase, predictCase } from "../../../runtime/planning/evaluate.ts";
import type { Prediction } from "../../../planners/eval/prediction.ts";
import { exit, type ExitCode, type Invocation, text } from "../../command.ts";
import { readText, refuseDocument } from "../../input/document.ts";
import { readRows } from "../../input/jsonl.ts";
import { startProgress } from "../../output/progress.ts";
import { caseSetting, type PlanningInput } from "./planning-input.ts";

/** Plans every case of a JSON Lines file and writes predictions to `--out` or standard output. */
export async function planBatch(invocation: Invocation, input: PlanningInput, path: string): Promise<ExitCode> {
  const { io } = invocation;
  const { rows, issues } = readRows(await readText(io, path), parsePlanCase);
  if (issues.length > 0) return refuseDocument(invocation, path, issues);
  const predictions: Prediction[] = [];
  const setting = caseSetting(invocation, input);
  const progress = startProgress(io, "planning");
  for (const one of rows) {
    if (io.signal.aborted) break;
    progress.report(`${predictions.length + 1} of ${rows.length}`);
    const { prediction, issues: leftOut, error } = await predictCase(one, setting);
    predictions.push(prediction);
    const [first] = leftOut;
    if (first !== undefined)
      io.err(`${one.id}: ${leftOut.length} issues in its tools, ${first.pointer} ${first.message}\n`);
    if (error !== undefined) io.err(`${one.id}: ${error}\n`);
  }
  progress.end();
  const lines = predictions.map((prediction) => `${JSON.stringify(prediction)}\n`).join("");
  const out = text(invocation, "out");
  if (out === undefined || out === "-") io.out(lines);
  else await io.write(out, lines);
  const counts = Object.entries(Object.groupBy(predictions, ({ outcome }) => outcome));
  io.err(`${predictions.length} cases: ${counts.map(([outcome, list]) => `${list.length} ${outcome}`).join(", ")}\n`);
  return io.signal.aborted ? exit.failed : exit.ok;
}
