import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createClient, ProblemError, type ServerEvent } from "../../src/client/index.ts";
import { PlanwrightError } from "../../src/contracts/errors.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import { eventStream, heartbeatMs } from "../../src/server/http/event-stream.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

let world: ServerWorld;
let stopping: AbortController;
let key: string;

beforeEach(async () => {
  stopping = new AbortController();
  world = await openServerWorld(undefined, { stopping: stopping.signal });
  key = await world.key("acme", ["runs"]);
});
afterEach(() => world.stop());

const client = () =>
  createClient({
    baseUrl: "http://test",
    key,
    fetch: async (input, init) => world.app.request(new Request(input, init)),
  });
const manual = { steps: [{ id: "s1", kind: "action", action: "sign the papers", mode: "manual" }] };

async function all(events: AsyncIterable<ServerEvent>): Promise<ServerEvent[]> {
  const seen: ServerEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** Reads up to and including the first event with this name. */
async function until(events: AsyncIterator<ServerEvent>, name: string): Promise<ServerEvent> {
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) throw new Error(`the stream ended before ${name}`);
    if (value.event === name) return value;
  }
}

async function finished(): Promise<string> {
  const { run_id: runId } = await client().startRun({ body: serviceExamples.response });
  await world.planwright.runs.settled({ tenant: "acme", runId });
  return runId;
}

describe("the events of a run", () => {
  it("have increasing ids and end with the finished run", async () => {
    const events = await all(client().runEvents({ params: { id: await finished() } }));
    const numbers = events.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.length).toBeGreaterThan(2);
    expect(events.at(-1)).toMatchObject({ event: "end", data: { status: "completed" } });
    expect(events.filter(({ event }) => event === "end")).toHaveLength(1);
  });

  it("resume after any id", async () => {
    const id = await finished();
    const events = await all(client().runEvents({ params: { id } }));
    for (const [at, { id: after }] of events.entries()) {
      if (after === undefined) continue;
      expect(await all(client().runEvents({ params: { id }, after }))).toEqual(events.slice(at + 1));
    }
  });

  it("send a gap and restart when the journal does not know the id", async () => {
    const id = await finished();
    const [gap, ...events] = await all(client().runEvents({ params: { id }, after: "999999" }));
    expect(gap).toEqual({ id: undefined, event: "gap", data: { asked: 999999, resumes_after: 0 } });
    expect(events).toEqual(await all(client().runEvents({ params: { id } })));
  });

  it.each(["-1", "one", "1.5", "1e3", "9".repeat(16)])("reject %s as an id", async (after) => {
    const id = await finished();
    const asked = all(client().runEvents({ params: { id }, after }));
    await expect(asked).rejects.toThrow(ProblemError);
  });

  it("follow a running run through a decision to its end", async () => {
    const { run_id: id } = await client().startRun({ body: manual });
    const events = client().runEvents({ params: { id } });
    await world.planwright.runs.settled({ tenant: "acme", runId: id });
    for (let waiting = false; !waiting;) {
      const { data } = await until(events, "run");
      waiting = (data as { status: string }).status === "waiting"; // the event carries a RunView
    }
    const [wait] = await world.planwright.store.waits("acme", "open");
    await client().decideEscalation({ params: { id: wait?.id ?? "" }, body: { choice: "done", output: 1 } });
    expect(await until(events, "end")).toMatchObject({ data: { status: "completed" } });
    expect((await events.next()).done).toBe(true);
  });

  it("end with an error event when the server stops", async () => {
    const { run_id: id } = await client().startRun({ body: manual });
    const events = client().runEvents({ params: { id } });
    await until(events, "run");
    stopping.abort(new PlanwrightError("SHUTTING_DOWN"));
    expect(await until(events, "error")).toMatchObject({ data: { code: "SHUTTING_DOWN", retryable: true } });
    expect((await events.next()).done).toBe(true);
  });

  it("release the run when the caller disconnects", async () => {
    const { run_id: id } = await client().startRun({ body: manual });
    await world.planwright.runs.settled({ tenant: "acme", runId: id });
    const before = world.clock.waiting();
    const events = client().runEvents({ params: { id } });
    await events.next();
    expect(world.clock.waiting()).toBeGreaterThan(before);
    await events.return(undefined);
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(world.clock.waiting()).toBe(before);
  });
});

describe("an event stream", () => {
  const open = (source: Parameters<typeof eventStream>[0]) => {
    const clock = createFakeClock();
    const response = eventStream(source, { clock, signal: new AbortController().signal });
    return { clock, response };
  };

  it("sends a heartbeat when idle, and not earlier", async () => {
    const more = Promise.withResolvers<void>();
    const { clock, response } = open(async function* () {
      yield { event: "one", data: 1 };
      await more.promise;
    });
    await nextTurn();
    clock.advance(heartbeatMs - 1);
    clock.advance(1);
    clock.advance(heartbeatMs);
    more.resolve();
    expect(await response.text()).toBe("event: one\ndata: 1\n\n: \n\n: \n\n");
    expect(clock.waiting()).toBe(0);
  });

  it("ends with an error event without internal details when its source fails", async () => {
    const { response } = open(async function* () {
      yield { id: "1", event: "one", data: "a\nb" };
      throw new Error("the disk of 10.0.0.7 is on fire");
    });
    const text = await response.text();
    expect(text).toContain('id: 1\nevent: one\ndata: "a\\nb"\n\nevent: error\ndata: {"code":"INTERNAL"');
    expect(text).not.toContain("10.0.0.7");
  });
});
