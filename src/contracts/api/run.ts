import { z } from "zod";
import { Json, JsonObject } from "../../plan/json.ts";
import { Priority } from "../priority.ts";
import { Timestamp } from "../timestamp.ts";

export const RunState = z.enum(["queued", "running", "waiting", "completed", "failed", "cancelled"]);
export type RunState = z.infer<typeof RunState>;

/** One execution of a plan, as the list shows it. */
export const RunView = z.strictObject({
  run_id: z.string(),
  status: RunState,
  task_status: z.enum(["COMPLETED", "PARTIAL", "FAILED", "BLOCKED"]).nullable(),
  /** What a waiting run waits for, and when it goes on at the latest; a run with `run_at` waits for a timer. */
  waiting: z
    .strictObject({ for: z.enum(["operator", "timer", "event", "answer", "plan"]), until: Timestamp.nullable() })
    .nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  plan_hash: z.string(),
  caller: z.string(),
  /** Null for a ReAct run. */
  priority: Priority.nullable(),
  /** The run this one repeats or continues, or the Draft it applies. */
  origin: z.strictObject({
    kind: z.enum(["request", "plan", "draft", "replay", "rerun", "step"]),
    run_id: z.string().nullable(),
    step_id: z.string().nullable(),
    draft_id: z.string().nullable(),
    /** The saved plan that it runs. */
    plan: z.strictObject({ name: z.string(), version: z.int() }).nullable(),
  }),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  cost_cents: z.int().nullable(),
});
export type RunView = z.infer<typeof RunView>;

/** A run in the list. `kind` is `react` for a ReAct run, which has no plan; an agent's run names its agent. */
export const RunRow = z.strictObject({
  ...RunView.shape,
  kind: z.enum(["plan", "react"]),
  /** The request in words, or the plan in one line if the run was started without one. */
  title: z.string(),
  agent_id: z.string().nullable(),
  tools: z.array(z.string()),
  steps: z.int(),
});
export type RunRow = z.infer<typeof RunRow>;

/** `counts`: how many runs match, by status; the filter's own status does not count. */
export const RunPage = z.strictObject({
  runs: z.array(RunRow),
  next_cursor: z.string().nullable(),
  counts: z.partialRecord(RunState, z.int()),
});
export type RunPage = z.infer<typeof RunPage>;

const word = z.string().min(1).max(200);

/** The filters of the list of runs. Every word of `q` must occur in a run's request, tools, caller, agent, error or id. */
export const RunQuery = z.strictObject({
  kind: z.enum(["plan", "react"]).optional(),
  status: RunState.optional(),
  q: z.string().max(500).optional(),
  tool: word.optional(),
  agent: word.optional(),
  caller: word.optional(),
  since: Timestamp.optional(),
  until: Timestamp.optional(),
  sort: z.enum(["newest", "oldest", "longest"]).optional(),
});
export type RunQuery = z.infer<typeof RunQuery>;

/** A plan of any contract with the request it answers, which becomes the title of the run, when it starts, and its priority. */
export const RunEnvelope = z.strictObject({
  plan: JsonObject,
  request: z.string().min(1).max(20_000).optional(),
  run_at: Timestamp.optional(),
  priority: Priority.optional(),
});
export type RunEnvelope = z.infer<typeof RunEnvelope>;

/** The outcome of one write in the outside world. */
export const EffectView = z.strictObject({
  key: z.string(),
  verb_id: z.string(),
  step_id: z.string(),
  state: z.string(),
  args_hash: z.string(),
});
export type EffectView = z.infer<typeof EffectView>;

export const Escalation = z.strictObject({
  escalation_id: z.string(),
  run_id: z.string(),
  step_id: z.string(),
  kind: z.string(),
  state: z.enum(["open", "decided", "closed"]),
  question: z.string(),
  choices: z.array(z.string()),
  /** The answers to choose from, for the choice \`answer\`; empty means any text. */
  answers: z.array(z.string()),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  call: z.strictObject({ verb_id: z.string(), args: JsonObject }).nullable(),
  /** What an open approval would change: the fields as read now, and as the call writes them; null if the tool cannot tell. */
  changes: z.strictObject({ before: JsonObject, after: JsonObject }).nullable(),
  opened_at: Timestamp,
  /** Who is asked; null: everybody who may decide. */
  assignee: z.string().nullable(),
  reminded_at: Timestamp.nullable(),
  /** When the configuration decides, if nobody did. */
  deadline_at: Timestamp.nullable(),
  /** Who was asked instead of whom, oldest first. */
  hand_overs: z.array(z.strictObject({ to: z.string(), by: z.string(), at: Timestamp, reason: z.string().nullable() })),
  decided_by: z.string().nullable(),
  decided_at: Timestamp.nullable(),
  /** What was decided. */
  decision: z.string().nullable(),
  /** Why, in the words of who decided. */
  reason: z.string().nullable(),
});
export type Escalation = z.infer<typeof Escalation>;

export const EscalationPage = z.strictObject({ escalations: z.array(Escalation) });
export type EscalationPage = z.infer<typeof EscalationPage>;

const reason = z.string().max(2000).optional();

/** A person's decision on an open escalation, and why. */
export const EscalationDecision = z.discriminatedUnion("choice", [
  z.strictObject({ choice: z.literal("retry"), reason }),
  z.strictObject({ choice: z.literal("edit"), reason, args: JsonObject }),
  z.strictObject({ choice: z.literal("skip"), reason }),
  z.strictObject({ choice: z.literal("abort"), reason }),
  z.strictObject({ choice: z.literal("approve"), reason }),
  z.strictObject({ choice: z.literal("done"), reason, output: Json }),
  z.strictObject({ choice: z.literal("resend"), reason }),
  z.strictObject({ choice: z.literal("answer"), reason, answer: z.string().min(1).max(20_000) }),
]);
export type EscalationDecision = z.infer<typeof EscalationDecision>;

/** Who is asked from now on, and why. */
export const AssignRequest = z.strictObject({ to: z.string().min(1).max(200), reason });
export type AssignRequest = z.infer<typeof AssignRequest>;

/** A run with its plan, step results, effects and escalations. */
export const RunDetail = z.strictObject({
  run: RunView,
  /** What the run says: its messages, and what failed, in words. Null while it says nothing. */
  answer: z.string().nullable(),
  plan: JsonObject,
  /** Hash of the plan without its request and provenance: equal plans have equal ones, here and in `/plan/explain`. */
  structure_hash: z.string(),
  results: z.array(JsonObject),
  effects: z.array(EffectView),
  escalations: z.array(Escalation),
});
export type RunDetail = z.infer<typeof RunDetail>;

/** What a step would do. References that only a run can resolve stay in `args` as written and are listed. */
export const StepPreview = z.strictObject({
  /** Steps of a plan that a step runs have its id before their own: `close/pay`. */
  step_id: z.string(),
  item: z.int().nullable(),
  does: z.enum(["read", "write", "message", "check", "wait", "plan", "skip"]),
  tool: z.string().nullable(),
  args: JsonObject.nullable(),
  unresolved: z.array(z.string()),
  /** The fields as read now, and as the write would leave them; null if the tool cannot tell. */
  changes: z.strictObject({ before: JsonObject, after: JsonObject }).nullable(),
  /** The earlier run that did this write; it would not be sent again. */
  done_by: z.string().nullable(),
  /** Why a person would have to decide. */
  approval: z.string().nullable(),
  /** Why the step would fail or be skipped. */
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** The answer of a read, which was made. */
  output: Json.optional(),
});
export type StepPreview = z.infer<typeof StepPreview>;

/** Bounds of what the tools of a plan cost; tools without a price are named and not counted. */
export const PlanCost = z.strictObject({
  least_micro_cents: z.int(),
  most_micro_cents: z.int(),
  unpriced: z.array(z.string()),
});
export type PlanCost = z.infer<typeof PlanCost>;

/** What a plan would do now. Reads were made, writes were not. */
export const PlanPreview = z.strictObject({
  steps: z.array(StepPreview),
  writes: z.int(),
  approvals: z.int(),
  failures: z.int(),
  cost: PlanCost,
});
export type PlanPreview = z.infer<typeof PlanPreview>;

/** One entry of a run's journal, as the event stream carries it. */
export const RunEvent = z.strictObject({ seq: z.int(), at: Timestamp, key: z.string(), fact: JsonObject });
export type RunEvent = z.infer<typeof RunEvent>;

/** The journal of a step of contract 1, over the runs of its session. `next_after` is the id of the last event. */
export const SessionStepEvents = z.strictObject({
  events: z.array(RunEvent.extend({ id: z.string(), run_id: z.string() })),
  next_after: z.string().optional(),
  has_more: z.boolean(),
});
export type SessionStepEvents = z.infer<typeof SessionStepEvents>;

/** The arguments of a step with references resolved; an iteration has one entry per element. */
export const StepInputs = z.strictObject({
  step_id: z.string(),
  tool: z.string(),
  /** `args` is null while they are not known. */
  inputs: z.array(z.strictObject({ item: z.int().nullable(), args: JsonObject.nullable() })),
});
export type StepInputs = z.infer<typeof StepInputs>;

/** Differences between two runs: their plans and their step results. A side without a value is absent. */
export const RunDiff = z.strictObject({
  run_id: z.string(),
  other_id: z.string(),
  differences: z.array(
    z.strictObject({
      part: z.enum(["plan", "results"]),
      kind: z.enum(["added", "removed", "changed", "reordered"]),
      /** Into the plan, or into the list of results. */
      pointer: z.string(),
      before: Json.optional(),
      after: Json.optional(),
    }),
  ),
});
export type RunDiff = z.infer<typeof RunDiff>;

export const CancelRequest = z.strictObject({ reason: z.string().min(1).max(1000).default("cancelled by request") });
export type CancelRequest = z.infer<typeof CancelRequest>;

/** Starts the run again from a step, with other arguments for it where they are given. */
export const RerunRequest = z.strictObject({ from_step: z.string().min(1), args: JsonObject.optional() });
export type RerunRequest = z.infer<typeof RerunRequest>;
