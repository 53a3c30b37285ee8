import type { ReplayReport } from "../../contracts/determinism/replay.ts";
import { countOf } from "./count-of.ts";

export function replayText(report: ReplayReport): string {
  const note = report.note === undefined ? "" : `${report.note}\n`;
  const what = `${note}${report.mode} of ${report.run_id}: ${countOf(report.steps_compared, "step")}`;
  if (report.matches) return `${what}, all as recorded\n`;
  const { step_id: step, aspect, recorded, replayed } = report.first_divergence;
  const more = report.divergences.length - 1;
  return [
    `${what}, first divergence at ${step}: ${aspect}\n`,
    `  recorded ${JSON.stringify(recorded)}\n  replayed ${JSON.stringify(replayed)}\n`,
    ...(more > 0 ? [`  and ${more} more (--json shows all)\n`] : []),
  ].join("");
}
