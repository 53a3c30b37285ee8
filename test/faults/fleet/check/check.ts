import { budgets } from "./budgets.ts";
import type { Evidence, Rule, Violation } from "./evidence.ts";
import { lost } from "./lost.ts";
import { slots } from "./slots.ts";
import { stuck } from "./stuck.ts";
import { twice } from "./twice.ts";
import { unapproved } from "./unapproved.ts";

const checks: Readonly<Record<Rule, (evidence: Evidence) => Violation[]>> = {
  lost,
  twice,
  unapproved,
  stuck,
  slots,
  budgets,
};

/** What each rule says, in words for the report. */
export const promises: Readonly<Record<Rule, string>> = {
  lost: "no accepted request lost",
  twice: "no effect twice",
  unapproved: "no effect without approval",
  stuck: "no run stuck",
  slots: "one run for each slot",
  budgets: "budgets never exceeded",
};

export function check(evidence: Evidence): Violation[] {
  return Object.values(checks).flatMap((rule) => rule(evidence));
}
