import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { RouteName } from "../../src/contracts/api/routes.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";
import { runEventLoop } from "../support/test-store.ts";

const day = 86_400_000;
let world: ServerWorld;
let key: string;
let sent: string[];

beforeEach(() => open({}));
afterEach(() => world.stop());

async function open(approval: object): Promise<void> {
  sent = [];
  const note = defineTool({
    name: "post_note",
    description: "Posts a note.",
    input: z.strictObject({ text: z.string() }),
    output: z.strictObject({ id: z.string() }),
    effect: "additive",
    run: ({ text }) => {
      sent.push(text);
      return { id: `n${sent.length}` };
    },
  });
  world = await openServerWorld({ approval }, { tools: [note] });
  key = await world.key("acme", ["runs", "agents"]);
  await call("putPlan", {
    params: { name: "report" },
    body: {
      parameters: { month: { type: "string" }, to: { type: "string", default: "team" } },
      plan: {
        steps: [
          { id: "a", kind: "tool", tool: "post_note", args: { text: "{{params.month}} for {{params.to}}" } },
          { id: "b", kind: "tool", tool: "post_note", dependsOn: ["a"], args: { text: "see {{a.id}}" } },
        ],
      },
    },
  });
}

async function call<T = Record<string, unknown>>(name: RouteName, asked: object = {}): Promise<T> {
  return (await (await world.call(name, asked, key)).json()) as T; // the route's answer
}

const until = (): string => new Date(world.clock.now() + 30 * day).toISOString();
const params = { name: "report" };

function approve(more: object = {}) {
  const bounds = { version: 1, parameters: {}, vary: ["month"], results: true, max_runs: 2, until: until() };
  return call("approvePlan", { params, body: { ...bounds, ...more } });
}

/** Runs the plan until it ends or asks; answers its status and what it waits for. */
async function run(parameters: object, version?: number): Promise<string> {
  const body = { parameters, ...(version !== undefined && { version }) };
  const { run_id: runId } = await call<{ run_id: string }>("runPlan", { params, body });
  const ended = await world.planwright.runs.settled({ tenant: "acme", runId });
  return ended?.status ?? "none";
}

describe("a standing approval of a version", () => {
  it("covers the writes of its runs as often as it says, and then they ask", async () => {
    expect(await run({ month: "May" })).toBe("waiting");
    expect(await approve()).toMatchObject({
      runs: 0,
      writes: [
        { step_id: "a", tool: "post_note" },
        { step_id: "b", tool: "post_note" },
      ],
    });
    expect(await run({ month: "June" })).toBe("completed");
    expect(await run({ month: "July" })).toBe("completed");
    expect(sent).toEqual(["June for team", "see n1", "July for team", "see n3"]);
    expect(await run({ month: "August" })).toBe("waiting");
    expect(sent).toHaveLength(4);
    expect(await call("getPlan", { params })).toMatchObject({ approval: { runs: 2, revoked: null } });
  });

  it("covers no other value, no other version and no value of a result that was not named", async () => {
    await approve({ results: false, max_runs: 9 });
    expect(await run({ month: "June", to: "everybody" })).toBe("waiting");
    expect(sent).toEqual([]);
    // The first write is covered; the second takes a value from its result.
    expect(await run({ month: "June" })).toBe("waiting");
    expect(sent).toEqual(["June for team"]);
    const plan = { steps: [{ id: "a", kind: "tool", tool: "post_note", args: { text: "other" } }] };
    await call("putPlan", { params, body: { plan } });
    expect(await run({}, 2)).toBe("waiting");
    expect(sent).toHaveLength(1);
  });

  it("ends at its time, and when it is revoked", async () => {
    await approve();
    world.clock.advance(31 * day);
    expect(await run({ month: "June" })).toBe("waiting");
    await approve();
    expect(await call("revokeApproval", { params, body: { reason: "too many notes" } })).toMatchObject({
      revoked: { reason: "too many notes" },
    });
    expect(await run({ month: "June" })).toBe("waiting");
    expect(sent).toEqual([]);
  });

  it("never answers a denial", async () => {
    await world.stop();
    await open({ rules: [{ ruling: "deny", tools: ["post_*"] }] });
    await approve();
    expect(await run({ month: "June" })).toBe("failed");
    expect(sent).toEqual([]);
  });
});

describe("a schedule", () => {
  it("runs the plan with the values of its slot, under the standing approval, and asks without one", async () => {
    const schedule = { cron: "0 9 1 * *", timezone: "Europe/Berlin", parameters: { month: "{{slot.last_month}}" } };
    await approve({ max_runs: 1 });
    const put = await call<{ next_runs: string[] }>("schedulePlan", { params, body: schedule });
    const [first = "", second = ""] = put.next_runs;
    await tick(Date.parse(first));
    const last = new Date(Date.parse(first));
    last.setUTCMonth(last.getUTCMonth() - 1);
    expect(sent[0]).toBe(`${last.toISOString().slice(0, 7)} for team`);
    expect(await agentRuns()).toMatchObject([{ status: "success" }]);
    await tick(Date.parse(second));
    expect(sent).toHaveLength(2);
    // The approval is used up: the run of the agent is not over while its plan waits for a person.
    expect(await agentRuns()).toMatchObject([{ status: "running" }, { status: "success" }]);
    const { escalations } = await call<{ escalations: { escalation_id: string }[] }>("listEscalations");
    const id = escalations[0]?.escalation_id ?? "";
    await call("decideEscalation", { params: { id }, body: { choice: "abort", reason: "not this month" } });
    await runEventLoop(300);
    const { runs } = await call<{ runs: { run_id: string }[] }>("listRuns");
    expect(await call("getRun", { params: { id: runs[0]?.run_id ?? "" } })).toMatchObject({
      escalations: [{ decision: "abort", reason: "not this month", decided_by: expect.stringContaining("key:test") }],
    });
    expect(await agentRuns()).toMatchObject([{ status: "error" }, { status: "success" }]);
    expect(await call("unschedulePlan", { params })).toMatchObject({ agent_id: "plan.report" });
    expect(await call("getPlan", { params })).toMatchObject({ schedule: null });
  });

  it("keeps its priority when its run ends", async () => {
    const priorities = new Map<string, (number | undefined)[]>([
      ["agents.run", []],
      ["runs", []],
    ]);
    world.planwright.store.jobs.watch(({ queue, priority }) => void priorities.get(queue)?.push(priority));
    await approve();
    const schedule = { cron: "0 9 * * *", parameters: { month: "May" }, priority: "high" };
    const put = await call<{ next_runs: string[] }>("schedulePlan", { params, body: schedule });
    await tick(Date.parse(put.next_runs[0] ?? ""));
    await expect.poll(agentRuns).toMatchObject([{ status: "success" }]);
    expect(priorities.get("agents.run")?.length).toBeGreaterThan(1);
    expect(new Set([...priorities.values()].flat())).toEqual(new Set([1]));
  });

  it("cancels a run that still waits when the next slot comes, if that is configured", async () => {
    const schedule = { cron: "0 9 * * *", parameters: { month: "{{slot.date}}" }, overlap: "cancel_other" };
    const put = await call<{ next_runs: string[] }>("schedulePlan", { params, body: schedule });
    for (const at of put.next_runs.slice(0, 2)) await tick(Date.parse(at));
    expect(await agentRuns()).toMatchObject([{ status: "running" }, { status: "error", error: { code: "canceled" } }]);
    const { runs } = await call<{ runs: { status: string }[] }>("listRuns");
    expect(runs.map(({ status }) => status)).toEqual(["waiting", "cancelled"]);
    expect((await call<{ escalations: object[] }>("listEscalations")).escalations).toHaveLength(1);
  });

  it("says who paused it and why", async () => {
    await call("schedulePlan", { params, body: { cron: "0 9 * * *", parameters: { month: "May" } } });
    await call("disableAgent", { params: { id: "plan.report" }, body: { note: "stocktaking" } });
    const pause = { note: "stocktaking", by: expect.stringContaining("key:test") };
    expect(await call("getPlan", { params })).toMatchObject({ schedule: { enabled: false, pause } });
  });

  it("refuses values that do not fit its plan, and a zone that does not exist", async () => {
    const refused = async (body: object) => (await world.call("schedulePlan", { params, body }, key)).status;
    expect(await refused({ cron: "0 9 * * 1", parameters: {} })).toBe(422);
    expect(await refused({ cron: "0 9 * * 1", timezone: "Mars/Base", parameters: { month: "x" } })).toBe(422);
    expect(await refused({ cron: "0 9 * * 1", parameters: { month: "{{slot.year}}" } })).toBe(422);
  });
});

async function tick(at: number): Promise<void> {
  world.clock.advance(at - world.clock.now());
  await runEventLoop(300);
}

async function agentRuns(): Promise<object[]> {
  return (await call<{ runs: object[] }>("listAgentRuns", { params: { id: "plan.report" } })).runs;
}
