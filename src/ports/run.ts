import type { JsonObject } from "../plan/json.ts";
import type { JobKey } from "./engine.ts";
import type { WaitTarget } from "./fact.ts";
import { compact } from "../plan/compact.ts";
import type { Priority } from "../contracts/priority.ts";
import type { VerbError } from "../contracts/react/verb.ts";

/**
 * The versions a run was created with. A deploy does not change a paused run: it resumes unchanged, or reports what is
 * missing.
 */
export type Pins = {
  /** Version of the journal format. */
  format: number;
  planner?: string;
  plannerVersion?: string;
  /** Verb name to the hash of its description when the run was created. */
  verbs: Readonly<Record<string, string>>;
  policyVersion?: string;
  profileHash?: string;
};

/**
 * Why the run was created. A run that applies a Draft executes its steps one at a time, in order, with the approval of
 * whoever approved exactly these calls.
 */
export type Origin =
  | { kind: "request" }
  | { kind: "draft"; draftId: string; revision: number; approvedBy: string }
  | { kind: "replay"; runId: string }
  | { kind: "rerun"; runId: string; fromStep: string }
  /** A version of a saved plan with these values, and the standing approval that it counts against. `endJob` is enqueued when the run ends. */
  | {
      kind: "plan";
      name: string;
      version: number;
      parameters: JsonObject;
      approvalId?: string;
      /** Who approved this run when it was asked for, and the steps that were shown. */
      approved?: { by: string; steps: readonly string[] };
      endJob?: JobKey;
    }
  /** `awaited`: the attempt of the step that waits for the end of the run, and how deep such runs are nested. */
  | { kind: "step"; runId: string; step: string; awaited?: { item?: number; attempt: number; depth: number } };

export type TaskStatus = "COMPLETED" | "PARTIAL" | "FAILED" | "BLOCKED";

/** What a waiting run waits for, and when it goes on at the latest. */
export type WaitReason =
  | { for: "operator" | Exclude<WaitTarget, "timer">; until?: number }
  | { for: "timer"; until: number };

export type RunHead = {
  id: string;
  tenant: string;
  planHash: string;
  caller: string;
  pins: Pins;
  origin: Origin;
  createdAt: number;
  /** The run of an agent that it belongs to; its calls are ruled by the agent's autonomy. */
  agentRunId?: string;
  /** Before or after other runs of its tenant; normal by default. */
  priority?: Priority;
  /** Ends the scopes of its plan, and of the plans that its steps run: nothing that other runs did counts. */
  repeat?: string;
};

type EndedRun = { startedAt: number; endedAt: number; costMicroCents: number };

/** One execution of a plan, by status. */
export type Run = RunHead &
  (
    | { status: "queued"; /** It starts no sooner. */ runAt?: number }
    | { status: "running"; startedAt: number }
    | { status: "waiting"; startedAt: number; waiting: WaitReason }
    | ({ status: "completed"; taskStatus: "COMPLETED" | "PARTIAL" } & EndedRun)
    | ({ status: "failed"; taskStatus: "FAILED" | "BLOCKED"; error: VerbError } & EndedRun)
    | ({ status: "cancelled"; reason: string } & EndedRun)
  );
export type RunStatus = Run["status"];

export function hasEnded(run: Run): run is Extract<Run, { endedAt: number }> {
  return run.status === "completed" || run.status === "failed" || run.status === "cancelled";
}

/** The immutable part of a run. */
export function toRunHead(run: Run): RunHead {
  const { id, tenant, planHash, caller, pins, origin, createdAt, agentRunId, priority, repeat } = run;
  return { id, tenant, planHash, caller, pins, origin, createdAt, ...compact({ agentRunId, priority, repeat }) };
}
