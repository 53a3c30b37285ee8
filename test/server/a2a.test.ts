import { type Message, Role, type SendMessageRequest, type Task, TaskState } from "@a2a-js/sdk";
import { type Client, ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

let world: ServerWorld;
let client: Client;

beforeAll(async () => {
  world = await openServerWorld({
    tools: { demo: true },
    packs: ["small-business", "studio"],
    approval: { default: "draft" },
  });
  const key = await world.key("acme", ["admin"]);
  const fetchImpl: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${key}`);
    return world.app.fetch(new Request(input, { ...init, headers }));
  };
  const transports = [new JsonRpcTransportFactory({ fetchImpl })];
  const cardResolver = new DefaultAgentCardResolver({ fetchImpl });
  client = await new ClientFactory({ transports, cardResolver }).createFromUrl("http://planwright.test");
});
afterAll(() => world.stop());

function request(text: string, taskId = ""): SendMessageRequest {
  const content = { $case: "text", value: text } as const;
  const part = { content, metadata: undefined, filename: "", mediaType: "text/plain" };
  const ids = { messageId: crypto.randomUUID(), contextId: "", taskId };
  const message = {
    ...ids,
    role: Role.ROLE_USER,
    parts: [part],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
  return { tenant: "", message, configuration: undefined, metadata: undefined };
}

async function task(text: string, taskId?: string): Promise<Task> {
  const answer: Task | Message = await client.sendMessage(request(text, taskId));
  if (!("status" in answer)) throw new Error(`a message: ${JSON.stringify(answer)}`);
  return answer;
}

const stateOf = ({ status }: Task) => status?.state;
const textsOf = (value: unknown) => JSON.stringify(value);

describe("Planwright as an A2A agent", () => {
  it("publishes its card without a key", async () => {
    const response = await world.app.fetch(new Request("http://planwright.test/.well-known/agent-card.json"));
    expect(await response.json()).toMatchObject({ name: "Planwright", capabilities: { streaming: true } });
  });

  it("refuses a caller without a key", async () => {
    const response = await world.app.fetch(new Request("http://planwright.test/a2a", { method: "POST", body: "{}" }));
    expect(response.status).toBe(401);
  });

  it("executes a request that reads, and reports the result", async () => {
    const done = await task("what is in quote Q-0192?");
    expect(stateOf(done)).toBe(TaskState.TASK_STATE_COMPLETED);
    expect(textsOf(done.artifacts)).toContain("Q-0192");
    const again = await client.getTask({ tenant: "", id: done.id });
    expect(again).toEqual({
      ...done,
      status: { ...again.status, message: expect.anything() },
      artifacts: expect.anything(),
    });
  });

  it("streams the states of a task", async () => {
    const cases: (string | undefined)[] = [];
    let last: TaskState | undefined;
    for await (const { payload } of client.sendMessageStream(request("what is in quote Q-0192?"))) {
      cases.push(payload?.$case);
      if (payload?.$case === "statusUpdate" || payload?.$case === "task") last = payload.value.status?.state;
    }
    expect([cases[0], last]).toEqual(["task", TaskState.TASK_STATE_COMPLETED]);
  });

  it("requires input for a write, cannot approve it, and can cancel it", async () => {
    const waiting = await task("generate a purchase order from quote Q-0192");
    expect(stateOf(waiting)).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    await expect(client.sendMessage(request("approve", waiting.id))).rejects.toThrow("a person decides");
    const cancelled = await client.cancelTask({ tenant: "", id: waiting.id, metadata: undefined });
    expect(stateOf(cancelled)).toBe(TaskState.TASK_STATE_CANCELED);
    await expect(client.cancelTask({ tenant: "", id: waiting.id, metadata: undefined })).rejects.toThrow();
  });

  it("turns an action plan into a Draft that requires input, and answers its questions", async () => {
    const draft = await task("Переведи сделку Север в paused");
    expect(draft.id).toMatch(/^draft:/);
    expect(stateOf(draft)).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    const [row = ""] = /deal_\d+/.exec(textsOf(draft.status)) ?? [];
    const picked = await task(row, draft.id);
    expect(textsOf(picked.status)).toContain("A person approves it");
    await expect(client.sendMessage(request("yes", draft.id))).rejects.toThrow("a person approves");
    expect(await client.getTask({ tenant: "", id: draft.id })).toMatchObject({ id: draft.id });
  });

  it.each(["Generate a purchase order from quote Q-0192", "Переведи сделку Север в paused"])(
    "takes a message that is sent again as the same task: %s",
    async (text) => {
      const message = request(text);
      const [first, again] = [await client.sendMessage(message), await client.sendMessage(message)];
      expect(first).toMatchObject({ status: { state: TaskState.TASK_STATE_INPUT_REQUIRED } });
      expect(textsOf(again)).toContain("id" in first ? first.id : "no task");
    },
  );

  it("lists tasks page by page, with their number", async () => {
    for (const id of ["Q-0192", "Q-0193"]) await task(`what is in quote ${id}?`);
    const ask = { tenant: "", contextId: "", status: TaskState.TASK_STATE_UNSPECIFIED, pageSize: 1, pageToken: "" };
    const list = (pageToken: string) => client.listTasks({ ...ask, pageToken, statusTimestampAfter: undefined });
    const first = await list("");
    const second = await list(first.nextPageToken);
    expect([first.tasks.length, second.tasks.length]).toEqual([1, 1]);
    expect(first.tasks[0]?.id).not.toBe(second.tasks[0]?.id);
    expect(first.totalSize).toBeGreaterThan(1);
    expect(second.totalSize).toBe(first.totalSize);
    await expect(list("019a0000-0000-7000-8000-000000000000")).rejects.toThrow();
  });

  it("answers what needs no task with a message, and refuses an unknown task", async () => {
    expect(await client.sendMessage(request("thanks!"))).toMatchObject({ role: Role.ROLE_AGENT });
    await expect(client.getTask({ tenant: "", id: "run:none" })).rejects.toThrow("Task not found");
    await expect(client.sendMessage(request(""))).rejects.toThrow();
  });
});
