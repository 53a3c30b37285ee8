import {
  type AgentCard,
  type ListTasksResponse,
  type Message,
  type SendMessageRequest,
  type StreamResponse,
  type Task,
  TaskState,
} from "@a2a-js/sdk";
import {
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from "@a2a-js/sdk/errors";
import type { A2ARequestHandler } from "@a2a-js/sdk/server";
import { type Client, ProblemError } from "../../client/client.ts";
import type { DraftView } from "../../contracts/api/drafts.ts";
import type { PlanResponse } from "../../contracts/service/plan-response.ts";
import { toJson } from "../../plan/json.ts";
import { contentHash } from "../../plan/hash.ts";
import { agentMessage, draftTask, runTask, taskIds, textOf } from "./tasks.ts";

type A2aHandlerDeps = { client: Client; card: AgentCard };

/** Push notifications and an extended card are not supported, as the card says. */
const unsupported = {
  getAuthenticatedExtendedAgentCard: () => Promise.reject(new UnsupportedOperationError()),
  createTaskPushNotificationConfig: () => Promise.reject(new PushNotificationNotSupportedError()),
  getTaskPushNotificationConfig: () => Promise.reject(new PushNotificationNotSupportedError()),
  listTaskPushNotificationConfigs: () => Promise.reject(new PushNotificationNotSupportedError()),
  deleteTaskPushNotificationConfig: () => Promise.reject(new PushNotificationNotSupportedError()),
} satisfies Partial<A2ARequestHandler>;

/**
 * Requests become runs, or Drafts where an action plan writes. Nothing is kept here: a task is read from its run or Draft.
 * An agent can answer questions, but never approve a write: that is a person's decision.
 */
export function createA2aHandler({ client, card }: A2aHandlerDeps): A2ARequestHandler {
  const task = (id: string): Promise<Task> => readTask(client, id);
  return {
    ...unsupported,
    getAgentCard: async () => card,
    getTask: ({ id }) => task(id),
    async sendMessage(params) {
      const begun = await begin(client, params);
      if (!("status" in begun) || params.configuration?.returnImmediately === true) return begun;
      let last = begun;
      for await (const next of follow(client, begun)) last = next;
      return last;
    },
    async *sendMessageStream(params) {
      const begun = await begin(client, params);
      if ("status" in begun) {
        yield { payload: { $case: "task", value: begun } };
        yield* updates(client, begun);
      } else yield { payload: { $case: "message", value: begun } };
    },
    async *resubscribe({ id }) {
      const current = await task(id);
      yield { payload: { $case: "task", value: current } };
      yield* updates(client, current);
    },
    async cancelTask({ id }) {
      const current = await task(id);
      if (isOver(current)) throw new TaskNotCancelableError();
      const [kind, key] = splitId(id);
      if (kind === "run") await client.cancelRun({ params: { id: key }, body: { reason: "cancelled over A2A" } });
      else await cancelDraft(client, key);
      // A worker ends the run; the answer is the task as it ended.
      let last = await task(id);
      for await (const next of follow(client, last)) last = next;
      return last;
    },
    listTasks: ({ pageSize, pageToken }) => listTasks(client, { pageSize, pageToken }),
  };
}

/** Plans the text and starts what it asks for. A question or an answer without steps is a message. */
async function begin(client: Client, { message }: SendMessageRequest): Promise<Task | Message> {
  const text = textOf(message);
  if (text === "") throw new RequestMalformedError({ message: "the message has no text" });
  if (message !== undefined && message.taskId !== "") return reply(client, message.taskId, text);
  // A message that is sent again, because its answer was lost, is the same task.
  const once = message?.messageId ? { idempotencyKey: contentHash([message.messageId, text]) } : {};
  const actions = await client.planActions({ body: { text } });
  // Contract 3 is for changes of records in the CRM and the tracker; everything else is planned with all tools.
  const isForRecords = actions.intent === "mutate" && actions.domain !== "unknown";
  const isUnderstood = actions.actions.length > 0 || actions.needs_clarification.some(({ id }) => id !== "rephrase");
  if (!isForRecords) {
    const plan = await client.plan({ body: { session_id: 0, message: text, context: { company_id: 0 } } });
    const body = { plan: toJson(plan), request: text };
    if (plan.steps.some(({ type }) => type !== "message"))
      return readTask(client, taskIds.run((await client.startRun({ body, ...once })).run_id));
    if (!isUnderstood) return agentMessage(contentOf(plan), { contextId: crypto.randomUUID() });
  }
  const made = await client.createDraft({ body: { text }, ...once });
  if (made.kind === "draft") return readTask(client, taskIds.draft(made.draft.draft.draft_id));
  if (made.kind === "answer") return readTask(client, taskIds.run(made.query.run_id));
  return agentMessage(made.plan.summary, { contextId: crypto.randomUUID() });
}

function contentOf({ steps }: PlanResponse): string {
  return steps.flatMap((step) => (step.type === "message" ? [step.payload.content] : [])).join("\n");
}

/** An answer to a question, or a pick, of a Draft. */
async function reply(client: Client, taskId: string, text: string): Promise<Task> {
  const [kind, id] = splitId(taskId);
  if (kind === "run") throw new UnsupportedOperationError({ message: "a person decides on the writes of a run" });
  const { draft, next, action_hash } = await client.getDraft({ params: { id } }).catch(notFound);
  const shown = { revision: draft.revision, action_hash };
  if (next.do === "answer") {
    const [question] = next.questions;
    const chosen = question?.choices.find(({ label }) => label.toLowerCase() === text.toLowerCase());
    const answers = { [question?.id ?? ""]: chosen?.value ?? text };
    await client.answerDraft({ params: { id }, body: { ...shown, answers } });
  } else if (next.do === "pick") {
    const row = next.candidates.find(({ id: key, name }) => key === text || name.toLowerCase() === text.toLowerCase());
    if (row === undefined) throw new RequestMalformedError({ message: "the text names no row of the list" });
    await client.pickDraft({ params: { id }, body: { ...shown, entity: next.entity, candidate_id: row.id } });
  } else throw new UnsupportedOperationError({ message: "a person approves what is written" });
  return readTask(client, taskId);
}

async function cancelDraft(client: Client, id: string): Promise<DraftView> {
  const { draft, action_hash } = await client.getDraft({ params: { id } });
  return client.cancelDraft({ params: { id }, body: { revision: draft.revision, action_hash } });
}

async function readTask(client: Client, taskId: string): Promise<Task> {
  const [kind, id] = splitId(taskId);
  if (kind === "draft") return draftTask(await client.getDraft({ params: { id } }).catch(notFound), taskId);
  return runTask(await client.getRun({ params: { id } }).catch(notFound), taskId);
}

function splitId(taskId: string): readonly ["run" | "draft", string] {
  const [kind, ...rest] = taskId.split(":");
  if ((kind !== "run" && kind !== "draft") || rest.length === 0) throw new TaskNotFoundError();
  return [kind, rest.join(":")];
}

function notFound(error: unknown): never {
  if (error instanceof ProblemError && error.problem.code === "NOT_FOUND") throw new TaskNotFoundError();
  throw error;
}

const endStates: ReadonlySet<TaskState> = new Set([
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
]);

function isOver({ status }: Task): boolean {
  return endStates.has(status?.state ?? TaskState.TASK_STATE_UNSPECIFIED);
}

/** The task after each change of its run, until it ends or needs input. */
async function* follow(client: Client, begun: Task): AsyncGenerator<Task> {
  const [kind, id] = splitId(begun.id);
  if (kind === "draft" || isSettled(begun)) return;
  for await (const { event } of client.runEvents({ params: { id } })) {
    if (event !== "run" && event !== "end") continue;
    const now = await readTask(client, begun.id);
    yield now;
    if (isSettled(now)) return;
  }
}

function isSettled(task: Task): boolean {
  return isOver(task) || task.status?.state === TaskState.TASK_STATE_INPUT_REQUIRED;
}

async function* updates(client: Client, begun: Task): AsyncGenerator<StreamResponse, void, undefined> {
  for await (const { id: taskId, contextId, status, artifacts } of follow(client, begun)) {
    for (const artifact of artifacts) {
      const value = { taskId, contextId, artifact, append: false, lastChunk: true, metadata: undefined };
      yield { payload: { $case: "artifactUpdate", value } };
    }
    yield { payload: { $case: "statusUpdate", value: { taskId, contextId, status, metadata: undefined } } };
  }
}

/** Runs, newest first. */
async function listTasks(
  client: Client,
  { pageSize = 50, pageToken }: { pageSize?: number | undefined; pageToken: string },
): Promise<ListTasksResponse> {
  const query = { limit: Math.min(Math.max(pageSize, 1), 100), ...(pageToken !== "" && { cursor: pageToken }) };
  const page = await client.listRuns({ query });
  const tasks = await Promise.all(page.runs.map(({ run_id: id }) => readTask(client, taskIds.run(id))));
  const { counts } = pageToken === "" ? page : await client.listRuns({ query: { limit: 1 } });
  const totalSize = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { tasks, nextPageToken: page.next_cursor ?? "", pageSize: tasks.length, totalSize };
}
