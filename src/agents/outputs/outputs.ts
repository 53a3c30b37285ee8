import { z } from "zod";
import type { CollapseEntry, OutputOutcome } from "../../contracts/react/agent-run.ts";
import type { PlanReactResponse } from "../../contracts/react/plan-react.ts";
import { isJsonObject, type JsonObject, toJson } from "../../plan/json.ts";
import type { Tx } from "../../ports/store.ts";
import type { AgentRun } from "../runs/agent-run.ts";
import { type AgentDeps, kinds, queues } from "../agent-deps.ts";

/** A message to the owner, stored until the hub marks it seen. `isSent` is false if the agent's level may not send. */
export const Notice = z.strictObject({
  id: z.string(),
  agentId: z.string(),
  runId: z.string(),
  text: z.string(),
  mode: z.enum(["now", "on_next_login"]),
  at: z.number().int(),
  isSent: z.boolean(),
  seenAt: z.number().int().optional(),
});
export type Notice = z.infer<typeof Notice>;

/**
 * An outgoing message, sent at most once: one found `sending` after a crash is not sent again. A webhook is sent until it
 * is accepted, at most six times: its receiver knows the id.
 */
export const Send = z.strictObject({
  id: z.string(),
  agentId: z.string(),
  runId: z.string(),
  to: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("webhook"), url: z.string() }),
    z.strictObject({ kind: z.literal("telegram"), chatId: z.string() }),
    z.strictObject({ kind: z.literal("hub") }),
  ]),
  text: z.string(),
  state: z.enum(["waiting", "sending", "sent", "failed"]),
  why: z.string().optional(),
  /** Failed attempts so far. */
  attempts: z.int().optional(),
});
export type Send = z.infer<typeof Send>;

export type Outputs = {
  collapse?: { id: string; entry: CollapseEntry };
  notice?: Notice;
  sends: readonly Send[];
  /** One for each output that the profile enables. */
  outcomes: OutputOutcome[];
};

/** The content of the outputs of a run: the answer, and its text for people. */
export type RunResult = { answer: PlanReactResponse; text: string; isQuestion: boolean };

/** The outputs of a finished run. A failed run has none; its record says why. */
export function planOutputs({ ids, clock }: AgentDeps, run: AgentRun, result: RunResult): Outputs {
  const { profile, runId } = run;
  const { answer, text, isQuestion } = result;
  const { collapse_entry, notify_hub, webhook, telegram } = profile.outputs;
  if (answer.status !== "ok")
    return { sends: [], outcomes: outcomesOf(run, { state: "skipped", detail: "the run failed" }) };
  const maySend = profile.autonomy_level > 0;
  const of = { agentId: profile.id, runId };
  const send = (to: Send["to"]): Send => ({ id: ids.next(), ...of, to, text, state: "waiting" });
  const sends = maySend
    ? [
        ...(notify_hub?.enabled === true && notify_hub.mode === "now" ? [send({ kind: "hub" })] : []),
        ...(webhook?.enabled === true ? [send({ kind: "webhook", url: webhook.url })] : []),
        ...(telegram?.enabled === true ? [send({ kind: "telegram", chatId: telegram.chat_id })] : []),
      ]
    : [];
  const wantsNotice =
    notify_hub?.enabled === true || (!maySend && (webhook?.enabled === true || telegram?.enabled === true));
  // A question is not a memory: it would be recalled as if it were known.
  const wantsEntry = collapse_entry?.enabled === true && !isQuestion;
  const outcomes = outcomesOf(
    run,
    maySend ? { state: "waiting" } : { state: "kept", detail: "autonomy level 0 sends nothing; kept as a notice" },
  ).map((one): OutputOutcome => {
    if (one.output === "collapse_entry")
      return wantsEntry
        ? { output: one.output, state: "stored" }
        : { output: one.output, state: "skipped", detail: "the run ended in a question" };
    return maySend && one.output === "notify_hub" && notify_hub?.mode !== "now"
      ? { output: one.output, state: "stored" }
      : one;
  });
  return {
    ...(wantsEntry && { collapse: { id: ids.next(), entry: collapseOf(run, answer, collapse_entry.topic) } }),
    ...(wantsNotice && {
      notice: {
        id: ids.next(),
        ...of,
        text,
        mode: notify_hub?.mode ?? "on_next_login",
        at: clock.now(),
        isSent: maySend,
      },
    }),
    sends,
    outcomes,
  };
}

const outputNames = ["collapse_entry", "notify_hub", "webhook", "telegram"] as const;

function outcomesOf({ profile }: AgentRun, outcome: Omit<OutputOutcome, "output">): OutputOutcome[] {
  return outputNames
    .filter((output) => profile.outputs[output]?.enabled === true)
    .map((output) => ({ output, ...outcome }));
}

/** The output that a message belongs to. */
export function outputOf({ to }: Send): OutputOutcome["output"] {
  return to.kind === "hub" ? "notify_hub" : to.kind;
}

/** Whether one of the messages was delivered. A stored notice counts: it is shown at the next login. */
export function isNotified(outcomes: readonly OutputOutcome[]): boolean {
  return outcomes.some(({ output, state }) => state === "sent" || (output === "notify_hub" && state === "stored"));
}

export function putOutputs(tx: Tx, { tenant, now }: { tenant: string; now: number }, outputs: Outputs): void {
  const { collapse, notice, sends } = outputs;
  if (collapse !== undefined)
    tx.putRecord(
      { tenant, kind: kinds.collapse, id: collapse.id, group: collapse.entry.observer, body: collapse.entry },
      0,
    );
  if (notice !== undefined)
    tx.putRecord(
      {
        tenant,
        kind: kinds.notice,
        id: notice.id,
        group: notice.agentId,
        status: "unseen",
        body: toJson(notice),
      },
      0,
    );
  for (const send of sends) {
    tx.putRecord(
      { tenant, kind: kinds.output, id: send.id, group: send.runId, status: send.state, body: toJson(send) },
      0,
    );
    tx.enqueue({ queue: queues.output, key: send.id, tenant, dueAt: now }, now);
  }
}

/** The entry's fields from the planner's structured answer, else derived from the run. */
function collapseOf(run: AgentRun, answer: PlanReactResponse, topic: string): CollapseEntry {
  const given: JsonObject = isJsonObject(answer.final_answer.structured) ? answer.final_answer.structured : {};
  const text = (name: string, otherwise: string): string => {
    const value = given[name];
    return typeof value === "string" ? value : otherwise;
  };
  const states = given["observer_state"];
  return {
    observer: run.profile.id,
    trigger: `${run.trigger} ${run.slot}`,
    observer_state: Array.isArray(states) ? states.filter((one) => typeof one === "string") : [],
    field_resonance: text("field_resonance", ""),
    type: topic,
    emergent_entity: text("emergent_entity", ""),
    summary: text("summary", answer.final_answer.content),
    mantra: text("mantra", ""),
  };
}
