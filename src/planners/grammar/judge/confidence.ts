import type { Draft } from "../choose/draft.ts";
import type { Sheet } from "../fill/sheet.ts";
import { evidenceOf } from "./evidence.ts";
import { relevance } from "./relevance.ts";

/** What a plan's rightness was seen to depend on, each between 0 and 1. */
export type Signs = { relevant: number; weakest: number; mean: number; single: number };

/** How sure each part of the plan is. */
export function signsOf(sheet: Sheet, drafts: readonly Draft[]): Signs {
  const evidence = drafts.map((draft) => evidenceOf(sheet, draft));
  const scores = drafts.flatMap((draft) =>
    [...draft.fill.chosen.values()].map((scored) => bounded(scored.score / 2.5)),
  );
  const slots = scores.length;
  return {
    relevant: Math.min(1, ...evidence.map((one) => relevance(one))),
    weakest: scores.length === 0 ? 0.7 : Math.min(...scores),
    mean: scores.length === 0 ? 0.7 : scores.reduce((sum, one) => sum + one, 0) / slots,
    single: drafts.length === 1 ? 1 : 0,
  };
}

/** Logistic rule with rounded weights; docs/quality.md has the table of how often it was right. */
export function confidenceOf(signs: Signs): number {
  const sum = -2.7 + 0.8 * signs.relevant + 2.3 * signs.weakest + 0.3 * signs.mean + 1.1 * signs.single;
  return Math.round(1000 / (1 + Math.exp(-sum))) / 1000;
}

function bounded(value: number): number {
  return Math.max(0, Math.min(1, value));
}
