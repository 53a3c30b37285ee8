import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient, ProblemError, type ServerEvent } from "../../src/client/index.ts";
import { Change } from "../../src/contracts/api/changes.ts";
import type { Scope } from "../../src/contracts/api/route.ts";
import { PlanwrightError } from "../../src/contracts/errors.ts";
import { eventStream } from "../../src/server/http/event-stream.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// The console follows this stream: it must report every change, and only to those who may read it.
let world: ServerWorld;
let stopping: AbortController;

beforeEach(async () => {
  stopping = new AbortController();
  world = await openServerWorld(undefined, { stopping: stopping.signal });
});
afterEach(() => world.stop());

async function clientOf(scopes: readonly Scope[]) {
  const key = await world.key("acme", [...scopes]);
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    world.app.request(new Request(input, init));
  return createClient({ baseUrl: "http://test", key, fetch });
}

const manual = { steps: [{ id: "s1", kind: "action", action: "sign the papers", mode: "manual" }] };
const profile = {
  id: "agent.a",
  description: "Looks.",
  goal_template: { type: "agent_task", description: "stock of bolts" },
};

/** Creates one object of each kind. */
async function work(): Promise<void> {
  const admin = await clientOf(["admin"]);
  const { run_id: runId } = await admin.startRun({ body: manual });
  await world.planwright.runs.settled({ tenant: "acme", runId });
  await admin.chat({ body: { conversation: "c1", input: { kind: "message", text: "Переведи сделку Ромашка" } } });
  await admin.putAgent({ params: { id: profile.id }, body: { ...profile, toolset: ["inventory_lookup"] } });
}

async function all(events: AsyncIterable<ServerEvent>): Promise<ServerEvent[]> {
  const seen: ServerEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

const once = { query: { follow: "false" } } as const;
const kindsIn = (events: readonly ServerEvent[]): string[] => [
  ...new Set(events.flatMap(({ event, data }) => (event === "change" ? Change.parse(data).kind : []))),
];

describe("the change stream", () => {
  it.each<[Scope[], string[]]>([
    [["runs"], ["escalation", "run"]],
    [
      ["runs", "agents"],
      ["agent", "escalation", "run"],
    ],
    [
      ["runs", "drafts"],
      ["chat", "draft", "escalation", "run"],
    ],
    [["admin"], ["agent", "chat", "draft", "escalation", "run"]],
  ])("is told to %j: %j", async (scopes, kinds) => {
    const client = await clientOf(scopes);
    const [ready] = await all(client.watchChanges(once));
    expect(ready).toMatchObject({ event: "ready", data: {} });
    await work();
    const events = await all(client.watchChanges({ ...once, after: ready?.id ?? "" }));
    expect(kindsIn(events).toSorted()).toEqual(kinds);
    expect(events.at(-1)?.event).toBe("ready");
  });

  it("reports a change while open, after it can be read", async () => {
    const client = await clientOf(["runs"]);
    const events = client.watchChanges({});
    expect((await events.next()).value).toMatchObject({ event: "ready" });
    const told = events.next();
    const { run_id: id } = await client.startRun({ body: manual });
    expect((await told).value).toMatchObject({ event: "change", data: { kind: "run", id } });
    await events.return(undefined);
  });

  it("starts with a gap after an id of another process, and rejects an invalid id", async () => {
    const client = await clientOf(["runs"]);
    const [gap] = await all(client.watchChanges({ ...once, after: "other.7" }));
    expect(gap).toMatchObject({ event: "gap" });
    await expect(all(client.watchChanges({ ...once, after: "seven" }))).rejects.toThrow(ProblemError);
  });

  it("ends with an error event when the server stops", async () => {
    const events = (await clientOf(["runs"])).watchChanges({});
    await events.next();
    const last = events.next();
    stopping.abort(new PlanwrightError("SHUTTING_DOWN"));
    expect((await last).value).toMatchObject({ event: "error", data: { code: "SHUTTING_DOWN", retryable: true } });
    expect((await events.next()).done).toBe(true);
  });
});

describe("an event stream without a reader", () => {
  it("applies backpressure, and continues when it is read", async () => {
    let given = 0;
    const source = async function* () {
      for (; given < 1000; given += 1) yield { event: "n", data: given };
    };
    const response = eventStream(source, { clock: createFakeClock(), signal: new AbortController().signal });
    for (let turn = 0; turn < 5000; turn += 1) await Promise.resolve();
    expect(given).toBeLessThan(100);
    expect((await response.text()).match(/data: /g)).toHaveLength(1000);
  });
});
