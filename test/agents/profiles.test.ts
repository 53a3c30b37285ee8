import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BusEvent } from "../../src/contracts/react/bus-event.ts";
import type { Bus, Deliver } from "../../src/ports/bus.ts";
import { AgentsConfig } from "../../src/runtime/config/agents-config.ts";
import { type OpenAgents, openAgents } from "../../src/runtime/agents/agents.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { createSqliteStore } from "../../src/store/sqlite/store.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { createMemoryLog } from "../../src/testing/memory-log.ts";
import { answerTo } from "./support/agents-world.ts";

let folder: string;
let clock: FakeClock;
const opened: OpenAgents[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "planwright-profiles-"));
  clock = createFakeClock();
});
afterEach(async () => {
  for (const agents of opened.splice(0)) await agents.stop();
  rmSync(folder, { recursive: true });
});

const text = (id: string, more = ""): string =>
  `id: ${id}\ndescription: A test.\ngoal_template: { description: Reflect. }\ntoolset: []\n${more}`;
const write = (file: string, content: string): void => {
  mkdirSync(join(folder, "agents"), { recursive: true });
  writeFileSync(join(folder, "agents", file), content);
};

/** A bus that shows which channels are listened to. */
function createShownBus(): Bus & { channels: () => string[]; tell: (event: BusEvent) => Promise<void> } {
  const listening = new Set<{ channels: readonly string[]; deliver: Deliver }>();
  const tell = async (event: BusEvent): Promise<void> => {
    for (const one of listening) if (one.channels.includes(event.channel)) await one.deliver(event);
  };
  return {
    channels: () => [...listening].flatMap(({ channels }) => channels).toSorted(),
    tell,
    publish: tell,
    async subscribe(channels, deliver) {
      const one = { channels, deliver };
      listening.add(one);
      return async () => void listening.delete(one);
    },
    deadLetters: async () => [{ id: "d", channel: "c", text: "{", why: "no JSON" }],
    isShared: true,
    close: async () => undefined,
  };
}

const free = { least_micro_cents: 0, most_micro_cents: 0, unpriced: [] };
const month = {
  least_runs: 0,
  most_runs: 0,
  run_cost: free,
  cost: free,
  expected_micro_cents: null,
  last: { runs: 0, micro_cents: 0, unpriced_calls: 0 },
};

function open(store = createSqliteStore(openDatabase({ path: ":memory:" }))) {
  const bus = createShownBus();
  const agents = openAgents({
    config: AgentsConfig.parse({}),
    folder,
    store,
    clock,
    bus,
    ids: { next: () => crypto.randomUUID() },
    log: createMemoryLog(),
    reason: async (request) => answerTo(request),
    sender: async () => undefined,
    hasVerb: () => true,
    monthOf: async () => month,
  });
  opened.push(agents);
  return { agents, bus, store };
}

const ids = async (agents: OpenAgents): Promise<string[]> => (await agents.list("local")).agents.map(({ id }) => id);

describe("profiles in files", () => {
  it("that are wrong say where: file, line and column, every fault at once", async () => {
    write("a.yaml", text("agent.a", "limits: { max_runs_per_day: -1 }\ntrigers: {}\n"));
    write(
      "b.json",
      '{"id": "agent.b",\n "id": "agent.c", "description": "", "goal_template": {"description": "x"}, "toolset": []}',
    );
    write("c.yml", text("agent.c", 'triggers: { time: [{ cron: "0 25 * * *" }] }\n'));
    write("d.yaml", "id: [");
    const { agents } = open();
    await agents.load();
    expect(await ids(agents)).toEqual([]);
    const said = agents.faults("local").map(({ messages }) => messages.join("\n"));
    expect(said).toEqual([
      expect.stringMatching(/a\.yaml:5:\d+[^]*a\.yaml:6:\d+/),
      expect.stringMatching(/b\.json:2:\d+/),
      expect.stringMatching(/c\.yml:5:\d+/),
      expect.stringMatching(/d\.yaml:1:\d+/),
    ]);
    expect(agents.faults("globex")).toEqual([]);
  });

  it("with an id that another file has are faults, and the first counts", async () => {
    write("a.yaml", text("agent.a"));
    write("b.yaml", text("agent.a"));
    const { agents } = open();
    await agents.load();
    expect(await ids(agents)).toEqual(["agent.a"]);
    expect(agents.faults("local")).toEqual([
      { file: "b.yaml", messages: ["agent.a is already used in a.yaml. Use another id."] },
    ]);
  });

  it("edited wrongly leave the last good version in force and say why; edited well they replace it", async () => {
    write("a.yaml", text("agent.a", "limits: { max_runs_per_day: 1 }\n"));
    const { agents } = open();
    await agents.load();
    write("a.yaml", text("agent.a", "limits: { max_runs_per_day: many }\n"));
    write("b.yaml", text("agent.b"));
    await agents.load();
    expect(await ids(agents)).toEqual(["agent.a", "agent.b"]);
    const detail = async () => await agents.detail({ tenant: "local", id: "agent.a" });
    expect((await detail())?.profile.limits.max_runs_per_day).toBe(1);
    expect(agents.faults("local")).toHaveLength(1);
    write("a.yaml", text("agent.a", "limits: { max_runs_per_day: 7 }\n"));
    await agents.load();
    expect((await detail())?.profile.limits.max_runs_per_day).toBe(7);
    expect(agents.faults("local")).toEqual([]);
    rmSync(join(folder, "agents", "a.yaml"));
    await agents.load();
    expect(await ids(agents)).toEqual(["agent.b"]);
  });

  it("cannot be changed over HTTP", async () => {
    write("a.yaml", text("agent.a"));
    const { agents } = open();
    await agents.load();
    const of = { tenant: "local", id: "agent.a" };
    const detail = await agents.detail(of);
    expect(await agents.put(of, detail?.profile)).toMatchObject({ ok: false, issues: [{ code: "CONFLICT" }] });
    expect(await agents.remove(of)).toMatchObject({ ok: false, issues: [{ code: "CONFLICT" }] });
  });

  it("are read again when the folder changes, also one that was not there yet", async () => {
    const { agents } = open();
    await agents.start();
    expect(await ids(agents)).toEqual([]);
    write("a.yaml", text("agent.a"));
    await eventually(async () => (await ids(agents)).includes("agent.a"));
    write("b.yaml", text("agent.b"));
    await eventually(async () => (await ids(agents)).includes("agent.b"));
  });
});

describe("the bus", () => {
  it("is listened to for the agents in force, those that come later too", async () => {
    write("a.yaml", text("agent.a", "triggers: { events: [{ channel: one }] }\n"));
    const { agents, bus } = open();
    await agents.start();
    expect(bus.channels()).toEqual(["one"]);
    const profile = (await agents.detail({ tenant: "local", id: "agent.a" }))?.profile;
    const later = { ...profile, id: "agent.b", triggers: { events: [{ channel: "two" }] } };
    expect(await agents.put({ tenant: "local", id: "agent.b" }, later)).toMatchObject({ ok: true });
    expect(bus.channels()).toEqual(["one", "two"]);
    await bus.tell({ id: "e1", channel: "two", payload: {} });
    expect(await agents.publish("local", { id: "e1", channel: "two", payload: {} })).toBe(false);
    await agents.remove({ tenant: "local", id: "agent.b" });
    expect(bus.channels()).toEqual(["one"]);
    await agents.stop();
    expect(bus.channels()).toEqual([]);
  });

  it("belongs to one tenant: another neither receives it nor sees its dead jobs", async () => {
    const { agents, bus } = open();
    await agents.start();
    const profile = {
      id: "agent.g",
      description: "",
      goal_template: { description: "x" },
      toolset: [],
      triggers: { events: [{ channel: "theirs" }] },
    };
    await agents.put({ tenant: "globex", id: "agent.g" }, profile);
    expect(bus.channels()).toEqual([]);
    expect(await agents.deadLetters("globex", 10)).toEqual([]);
    expect(await agents.deadLetters("local", 10)).toHaveLength(1);
    expect(await agents.announce("globex", { id: "1", channel: "theirs", payload: {} })).toBe(true);
    expect(await agents.announce("local", { id: "1", channel: "theirs", payload: {} })).toBeUndefined();
  });
});

describe("profiles in the store", () => {
  const profile = { id: "agent.s", description: "", goal_template: { description: "x" }, toolset: [] };
  const of = { tenant: "local", id: "agent.s" };

  it("enqueued by one process are found by another within seconds", async () => {
    const { agents: one, store } = open();
    const { agents: other } = open(store);
    await one.start();
    await other.start();
    await one.put(of, profile);
    expect(await ids(other)).toEqual([]);
    clock.advance(5000);
    await eventually(async () => (await ids(other)).length === 1);
  });

  it("enqueued concurrently are all stored", async () => {
    const { agents } = open();
    const many = Array.from({ length: 20 }, (_, at) => `agent.${at}`);
    await Promise.all(many.map((id) => agents.put({ tenant: "local", id }, { ...profile, id })));
    expect((await ids(agents)).toSorted()).toEqual(many.toSorted());
  });

  it("that this release does not take keep no other from being loaded", async () => {
    const { agents, store } = open();
    await store.write((tx) =>
      tx.putRecord({ tenant: "", kind: "agents.profile", id: "local agent.x", body: { old: 1 } }, 0),
    );
    await agents.put(of, profile);
    expect(await ids(agents)).toEqual(["agent.s"]);
  });
});

/** The file system tells in its own time; the clock of the agents is moved until it has. */
async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) {
    clock.advance(200);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
