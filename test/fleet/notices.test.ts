import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServerEvent } from "../../src/client/index.ts";
import type { BackgroundRole } from "../../src/runtime/background-roles.ts";
import { openSchema } from "../support/postgres-schema.ts";
import { postgresAbsent } from "../support/postgres-server.ts";
import { type Member, openMember, tenant } from "./support/member.ts";
import { openTelegram, type Telegram } from "./support/telegram.ts";

// A change in one process is seen by waiters in another, and announced by exactly one process.
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const patience = { timeout: 60_000, interval: 20 };
const demo = { tools: { demo: true }, packs: ["studio"] };
const steps = ["a", "b"].map((id) => ({ id, kind: "tool", tool: "inventory_lookup", args: { query: "bolts" } }));
const signed = { id: "c", kind: "action", action: "sign the papers", mode: "manual", dependsOn: ["a", "b"] };

/** Reads on until an event fits. */
async function until(
  events: AsyncIterator<ServerEvent>,
  fits: (event: ServerEvent) => boolean,
): Promise<ServerEvent[]> {
  const seen: ServerEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done === true) throw new Error(`the stream ended: ${JSON.stringify(seen)}`);
    seen.push(value);
    if (fits(value)) return seen;
  }
}

const name = `processes on one Postgres ${postgresAbsent ?? ""}`;
describe.skipIf(postgresAbsent !== undefined)(name, { timeout: 120_000 }, () => {
  let env: Record<string, string>;
  beforeEach(async () => {
    const schema = await openSchema();
    env = { DATABASE_URL: schema.url };
    closers.push(() => schema.drop());
  });

  const open = async (duties: readonly BackgroundRole[], config: object = demo): Promise<Member> => {
    const member = await openMember({ config, env, duties });
    closers.push(() => member.stop());
    return member;
  };

  it("an API shows the events of a run of a worker, and another API resumes the stream", async () => {
    const [here, there] = [await open([]), await open([])];
    await open(["work"]);
    const { run_id: id } = await here.client.startRun({ body: { steps: [...steps, signed] } });
    const isWaiting = ({ event, data }: ServerEvent): boolean =>
      event === "run" && (data as { status: string }).status === "waiting"; // the event carries a RunView
    const first = await until(here.client.runEvents({ params: { id } }), isWaiting);
    const after = first.findLast((event) => event.id !== undefined)?.id ?? "";
    const [wait] = await there.planwright.store.waits(tenant, "open");
    await there.client.decideEscalation({ params: { id: wait?.id ?? "" }, body: { choice: "done", output: 1 } });
    const rest = await until(there.client.runEvents({ params: { id }, after }), ({ event }) => event === "end");
    const numbers = [...first, ...rest].flatMap((event) => (event.id === undefined ? [] : [Number(event.id)]));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const all = await until(here.client.runEvents({ params: { id } }), ({ event }) => event === "end");
    expect(numbers).toEqual(all.flatMap((event) => (event.id === undefined ? [] : [Number(event.id)])));
  });

  it("GET /changes reports a worker's changes, and starts with a gap for an id of another process", async () => {
    const [here, there] = [await open([]), await open([])];
    await open(["work"]);
    const events = here.client.watchChanges({});
    const [ready] = await until(events, ({ event }) => event === "ready");
    const { run_id: id } = await there.client.startRun({ body: { steps } });
    await there.planwright.runs.settled({ tenant, runId: id });
    const told = await until(events, ({ data }) => (data as { id?: string }).id === id);
    expect(told.at(-1)).toMatchObject({ event: "change", data: { kind: "run", id } });
    const [gap] = await until(there.client.watchChanges({ after: ready?.id ?? "" }), ({ event }) => event === "ready");
    expect(gap).toMatchObject({ event: "gap" });
  });

  it("waiters in an API are notified of a ReAct run's end, and a daemon of a changed profile", async () => {
    const config = { ...demo, packs: ["small-business"], agents: { tenant } };
    const [api, daemon, other] = [
      await open([], config),
      await open(["agents"], config),
      await open(["agents"], config),
    ];
    await open(["work"], config);
    const goal = { type: "agent_task" as const, description: "what do we have in stock of bolts" };
    const answer = await api.client.planReact({
      body: { goal, toolset: [{ tool_id: "inventory_lookup" }] },
      query: {},
    });
    expect(answer).toMatchObject({ status: "ok" });
    const body = { id: "agent.shelf", description: "Looks.", goal_template: goal, toolset: ["inventory_lookup"] };
    await daemon.client.putAgent({ params: { id: body.id }, body });
    await other.client.getAgent({ params: { id: body.id } });
    const ran = await other.client.runAgentOnce({ params: { id: body.id }, body: { force: true } });
    expect(ran).toMatchObject({ status: "success" });
  });

  describe("with a Telegram bot", () => {
    let telegram: Telegram;
    let config: object;
    beforeEach(async () => {
      telegram = await openTelegram();
      closers.push(() => telegram.close());
      env["TELEGRAM_TOKEN"] = "1:test";
      const bot = { token: { env: "TELEGRAM_TOKEN" }, allow: [1], tenant, api_root: telegram.url };
      config = { ...demo, telegram: bot };
    });

    const shows = (text: string) =>
      vi.waitFor(() => expect([...telegram.messages.values()].join("\n")).toContain(text), patience);

    /** The one Draft, applied by its author as an API does it. */
    async function apply({ planwright: { drafts } }: Member): Promise<string> {
      const [view] = await drafts.list({ tenant, limit: 1 });
      if (view === undefined) throw new Error("there is no Draft");
      const { draft_id: draftId, revision } = view.draft;
      const shown = { draftId, revision, actionHash: view.action_hash };
      expect(await drafts.apply({ tenant, actor: { id: "tg:1" }, shown })).toMatchObject({ ok: true });
      return draftId;
    }

    it("a Draft applied on an API updates its card, even after a missed notification", async () => {
      const api = await open([], config);
      const first = await open(["work", "bot"], config);
      telegram.say("Ромашка на паузу");
      await shows("Черновик");
      await first.stop();
      await apply(api);
      await open(["work", "bot"], config);
      await shows("✅ Применено");
      expect(telegram.messages.size).toBe(1);
    });

    it("one of several processes polls for updates, and another continues when it ends", async () => {
      const [one, other] = [await open(["work", "bot"], config), await open(["work", "bot"], config)];
      telegram.say("Ромашка на паузу");
      await shows("Черновик");
      await one.stop();
      await vi.waitFor(async () => expect(await polledMore(telegram)).toBe(true), patience);
      telegram.say("/help");
      await shows("/pipeline");
      await other.stop();
      expect(telegram.polls.most).toBe(1);
      expect(telegram.messages.size).toBe(2);
    });
  });
});

async function polledMore({ polls }: Telegram): Promise<boolean> {
  const { all } = polls;
  await vi.waitFor(() => expect(polls.all).toBeGreaterThan(all), patience);
  return true;
}

describe("processes on one SQLite file", { timeout: 60_000 }, () => {
  it("notify one another of changes, and wait for each other's work", async () => {
    const data = mkdtempSync(join(tmpdir(), "planwright-file-"));
    closers.push(async () => rmSync(data, { recursive: true, force: true }));
    const [api, worker] = [
      await openMember({ config: demo, env: {}, duties: [], data }),
      await openMember({ config: demo, env: {}, duties: ["work"], data }),
    ];
    closers.push(
      () => api.stop(),
      () => worker.stop(),
    );
    const events = api.client.watchChanges({});
    await until(events, ({ event }) => event === "ready");
    const { run_id: id } = await worker.client.startRun({ body: { steps } });
    await until(events, ({ event }) => event === "gap");
    expect(await api.planwright.runs.settled({ tenant, runId: id })).toMatchObject({ status: "completed" });
  });
});
