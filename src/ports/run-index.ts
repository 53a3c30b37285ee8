import type { RunStatus } from "./run.ts";

/** One line of the list of runs: a run of a plan, or a ReAct run, which has no plan. */
export type RunIndexEntry = {
  id: string;
  kind: "plan" | "react";
  status: RunStatus;
  /** The request in words; empty if the run was started without one. */
  title: string;
  caller: string;
  agent?: string;
  tools: readonly string[];
  steps: number;
  createdAt: number;
  endedAt?: number;
  error?: string;
};

export type RunFilter = {
  tenant: string;
  kind?: RunIndexEntry["kind"];
  status?: RunStatus;
  /** Every word must occur in the title, the tools, the caller, the agent, the error or the id. */
  text?: string;
  tool?: string;
  agent?: string;
  caller?: string;
  /** Created at or after, and before. */
  since?: number;
  until?: number;
};

export const runSorts = ["newest", "oldest", "longest"] as const;
export type RunSort = (typeof runSorts)[number];

/** `after` is the last entry of the page before. */
export type RunIndexQuery = RunFilter & { sort: RunSort; limit: number; after?: RunIndexEntry["id"] };

/** Search over all runs of a tenant. The database keeps the index with every change of a run. */
export interface RunIndex {
  list(query: RunIndexQuery): Promise<RunIndexEntry[]>;
  /** How many runs match, by status; the filter's own status does not count. */
  counts(filter: RunFilter): Promise<Partial<Record<RunStatus, number>>>;
}
