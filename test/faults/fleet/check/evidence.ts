import type { Operation } from "../history.ts";
import type { WorldCall } from "../world/deed.ts";

export type SeenRun = { runId: string; status: string; markers: readonly string[] };
export type SeenDraft = { draftId: string; marker: string; status: string; waitsFor: string };
/** `status` is undefined where no answer was to be had to the last. */
export type SeenReact = { requestId: string; status: string | undefined };
export type SeenDecision = {
  agent: string;
  trigger: string;
  slot: string;
  outcome: string;
  at: string;
  runId: string | null;
};
export type SeenAgentRun = { agent: string; runId: string; status: string };

/** The events sent to the agents that the checker expects runs for. */
export type AgentTerms = {
  agent: string;
  channels: readonly string[];
  /** Every event must start a run: no limit prevents it. */
  mustRun: boolean;
  perDay: number;
  /** Whether its writes need an approval that nobody gives. */
  mayWrite: boolean;
  /** The minutes it must have decided on, from and to, where it goes by the clock. */
  minutes?: { from: number; to: number };
};

export type BudgetAccount = {
  prefix: string;
  limitMicroCents: number;
  usedMicroCents: number;
  answerMicroCents: number;
};

/** Everything the checker knows at the end: the requests, the log of the outside world, and the answers of the fleet. */
export type Evidence = {
  operations: readonly Operation[];
  deeds: readonly WorldCall[];
  runs: readonly SeenRun[];
  drafts: readonly SeenDraft[];
  reacts: readonly SeenReact[];
  decisions: readonly SeenDecision[];
  agentRuns: readonly SeenAgentRun[];
  deadJobs: readonly string[];
  agents: readonly AgentTerms[];
  purse: BudgetAccount;
};

export const rules = ["lost", "twice", "unapproved", "stuck", "slots", "budgets"] as const;
export type Rule = (typeof rules)[number];

/** Something that must not be. `about` names what the history and the world's log are searched for. */
export type Violation = { rule: Rule; about: string; message: string };

export type Effect = WorldCall & { what: "done" };

export function effectsOf({ deeds }: Pick<Evidence, "deeds">): Effect[] {
  return deeds.filter((deed): deed is Effect => deed.what === "done");
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return groups;
}
