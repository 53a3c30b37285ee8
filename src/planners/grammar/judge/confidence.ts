import type { Part } from "../../account/account.ts";
import type { Draft } from "../choose/draft.ts";
import type { Sheet } from "../fill/sheet.ts";
import { mean } from "./evidence.ts";
import { logistic, type Observed, score } from "../rules.ts";

/** What a plan's rightness was seen to depend on: how sure its parts are, and what the account finds left out. */
export function signsOf(
  { relevant, drafts, sheet }: { relevant: number; drafts: readonly Draft[]; sheet: Sheet },
  parts: readonly Part[],
): Observed {
  const values = drafts.flatMap((draft) => [...draft.fill.chosen.values()]);
  const scores = values.map(({ score }) => Math.max(0, Math.min(1, score / 2.5)));
  const optional = drafts.flatMap(({ fill }) =>
    fill.offers.params.flatMap(({ required }, i) => (required ? [] : [fill.chosen.has(i) ? 0 : 1])),
  );
  const meant = parts.filter(({ status }) => status !== "meaningless");
  const lost = meant.filter(({ status }) => status === "unaccounted");
  return {
    "confidence.bias": 1,
    "confidence.relevant": relevant,
    "confidence.weakest": scores.length === 0 ? 0.7 : Math.min(...scores),
    "confidence.mean": scores.length === 0 ? 0.7 : mean(scores),
    "confidence.single": drafts.length === 1 ? 1 : 0,
    "confidence.lost": lost.length / Math.max(1, meant.length),
    "confidence.whole": lost.length === 0 ? 1 : 0,
    "confidence.values": Math.min(2, lost.filter(({ kind }) => definite.test(kind)).length) / 2,
    "confidence.words": values.some(({ kind }) => kind === "phrase") ? 1 : 0,
    "confidence.open": optional.length === 0 ? 0 : mean(optional),
    "confidence.long": Math.min(1, sheet.reading.tokens.length / longGoal),
  };
}

/** Tokens from which on a request counts as long. */
const longGoal = 60;

const definite = /^(?:number|date|interval|time|duration|quoted|identifier|email|url|name)$/;

/** docs/quality.md has the table of how often it was right. */
export function confidenceOf(signs: Observed, without?: string): number {
  return Math.round(1000 * logistic(score(signs, without))) / 1000;
}
