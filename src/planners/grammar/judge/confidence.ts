import type { Part } from "../../account/account.ts";
import type { Draft } from "../choose/draft.ts";
import { logistic, type Observed, score } from "../rules.ts";

/** What a plan's rightness was seen to depend on: how sure its parts are, and what the account finds left out. */
export function signsOf(relevant: number, drafts: readonly Draft[], parts: readonly Part[]): Observed {
  const scores = drafts.flatMap((draft) =>
    [...draft.fill.chosen.values()].map((scored) => bounded(scored.score / 2.5)),
  );
  const meant = parts.filter(({ status }) => status !== "meaningless");
  const lost = meant.filter(({ status }) => status === "unaccounted");
  return {
    "confidence.bias": 1,
    "confidence.relevant": relevant,
    "confidence.weakest": scores.length === 0 ? 0.7 : Math.min(...scores),
    "confidence.mean": scores.length === 0 ? 0.7 : scores.reduce((sum, one) => sum + one, 0) / scores.length,
    "confidence.single": drafts.length === 1 ? 1 : 0,
    "confidence.lost": lost.length / Math.max(1, meant.length),
    "confidence.whole": lost.length === 0 ? 1 : 0,
    "confidence.values": Math.min(2, lost.filter(({ kind }) => values.test(kind)).length) / 2,
  };
}

const values = /^(?:number|date|interval|time|duration|quoted|identifier|email|url|name)$/;

/** docs/quality.md has the table of how often it was right. */
export function confidenceOf(signs: Observed, without?: string): number {
  return Math.round(1000 * logistic(score(signs, without))) / 1000;
}

function bounded(value: number): number {
  return Math.max(0, Math.min(1, value));
}
