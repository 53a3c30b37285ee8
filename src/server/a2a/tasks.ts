import { type Message, type Part, Role, type Task, TaskState } from "@a2a-js/sdk";
import type { DraftView } from "../../contracts/api/drafts.ts";
import { compact } from "../../plan/compact.ts";
import type { RunDetail } from "../../contracts/api/run.ts";
import { isJsonObject, type JsonObject } from "../../plan/json.ts";

/** A task is a run or a Draft: its id names which, so that any process can answer for it. */
export const taskIds = { run: (id: string): string => `run:${id}`, draft: (id: string): string => `draft:${id}` };

type State = { state: TaskState; text: string };

export function runTask({ run, results, escalations }: RunDetail, contextId: string): Task {
  const { state, text } = runState(run, escalations);
  const messages = results.flatMap(({ tool, output }) =>
    tool === "message" && isJsonObject(output) && typeof output["content"] === "string" ? [output["content"]] : [],
  );
  const id = taskIds.run(run.run_id);
  return taskOf(
    { id, contextId, at: run.ended_at ?? run.created_at, state, text: [...messages, text].join("\n").trim() },
    results,
  );
}

function runState({ status, error }: RunDetail["run"], escalations: RunDetail["escalations"]): State {
  switch (status) {
    case "queued":
      return { state: TaskState.TASK_STATE_SUBMITTED, text: "" };
    case "running":
      return { state: TaskState.TASK_STATE_WORKING, text: "" };
    case "waiting": {
      const open = escalations.filter((one) => one.state === "open");
      if (open.length === 0) return { state: TaskState.TASK_STATE_WORKING, text: "" };
      const questions = open.map(({ question, escalation_id: id }) => `${question} (escalation ${id})`);
      return { state: TaskState.TASK_STATE_INPUT_REQUIRED, text: questions.join("\n") };
    }
    case "completed":
      return { state: TaskState.TASK_STATE_COMPLETED, text: "" };
    case "failed":
      return { state: TaskState.TASK_STATE_FAILED, text: error?.message ?? "" };
    case "cancelled":
      return { state: TaskState.TASK_STATE_CANCELED, text: "" };
    default:
      return status satisfies never;
  }
}

export function draftTask({ draft, next }: DraftView, contextId: string): Task {
  const { state, text } = draftState(draft, next);
  const outcomes = draft.actions.map(
    ({ action, outcome }) => compact({ preview: action.preview, ...outcome }) as JsonObject,
  ); // outcomes are JSON
  return taskOf({ id: taskIds.draft(draft.draft_id), contextId, at: draft.created_at, state, text }, outcomes);
}

function draftState({ status, plan }: DraftView["draft"], next: DraftView["next"]): State {
  if (status === "APPLIED") return { state: TaskState.TASK_STATE_COMPLETED, text: plan.summary };
  if (status === "CANCELLED") return { state: TaskState.TASK_STATE_CANCELED, text: plan.summary };
  if (status === "EXPIRED") return { state: TaskState.TASK_STATE_FAILED, text: "The Draft has expired." };
  if (next.do === "wait") return { state: TaskState.TASK_STATE_WORKING, text: plan.summary };
  return { state: TaskState.TASK_STATE_INPUT_REQUIRED, text: nextText(next, plan.summary) };
}

/** What the Draft needs next, in words. */
function nextText(next: DraftView["next"], summary: string): string {
  if (next.do === "answer") return next.questions.map(({ question }) => question).join("\n");
  if (next.do === "pick")
    return next.candidates.map(({ id, name, subtitle }) => `${id}: ${name} ${subtitle}`).join("\n");
  return `${summary}\nA person approves it in the inbox of Planwright.`;
}

type TaskFields = { id: string; contextId: string; at: string; state: TaskState; text: string };

function taskOf({ id, contextId, at, state, text }: TaskFields, results: readonly JsonObject[]): Task {
  const message = text === "" ? undefined : agentMessage(text, { taskId: id, contextId });
  const isDone = state === TaskState.TASK_STATE_COMPLETED || state === TaskState.TASK_STATE_FAILED;
  const data: Part = {
    content: { $case: "data", value: { results } },
    metadata: undefined,
    filename: "",
    mediaType: "application/json",
  };
  const parts = text === "" ? [data] : [textPart(text), data];
  const artifact = {
    artifactId: `${id}:result`,
    name: "result",
    description: "",
    parts,
    metadata: undefined,
    extensions: [],
  };
  return {
    id,
    contextId,
    status: { state, message, timestamp: at },
    artifacts: isDone ? [artifact] : [],
    history: [],
    metadata: undefined,
  };
}

function textPart(value: string): Part {
  return { content: { $case: "text", value }, metadata: undefined, filename: "", mediaType: "text/plain" };
}

export function agentMessage(
  text: string,
  { taskId = "", contextId }: { taskId?: string; contextId: string },
): Message {
  return {
    messageId: crypto.randomUUID(),
    contextId,
    taskId,
    role: Role.ROLE_AGENT,
    parts: [textPart(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

/** The text parts of a message. */
export function textOf(message: Message | undefined): string {
  return (message?.parts ?? [])
    .flatMap(({ content }) => (content?.$case === "text" ? [content.value] : []))
    .join("\n")
    .trim();
}
