import { describe, expect, it, vi } from "vitest";
import { AgentRunRecord } from "../../src/contracts/react/agent-run.ts";
import type { JsonObject } from "../../src/plan/json.ts";
import { createScriptedModel } from "../../src/testing/scripted-model.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// An agent's planner asks for a verb; the router, and not the planner, decides. The model here tries whatever it is told
// to and then says "Done.".
type AttemptedCall = { verb: string; args: JsonObject };
const entry: AttemptedCall = { verb: "collapse.write_entry", args: { summary: "a quiet day" } };
const notice: AttemptedCall = { verb: "hub.notify", args: { text: "look at the shelf" } };
const knob = (value: number, name = "curiosity"): AttemptedCall => ({ verb: "knobs.set", args: { name, value } });
const order: AttemptedCall = { verb: "submit_purchase_order", args: { po_id: "PO-5001" } };

async function attempt(
  tried: AttemptedCall,
  more: object,
): Promise<{ world: ServerWorld; key: string; record: AgentRunRecord }> {
  const world = await openServerWorld(undefined, {
    reasoning: {
      name: "test/one",
      model: createScriptedModel(({ messages }) =>
        messages.some(({ role }) => role === "tool")
          ? { text: "Done." }
          : { calls: [{ name: tried.verb, args: tried.args }] },
      ),
    },
  });
  const key = await world.key("acme", ["admin"]);
  const id = "agent.a";
  const profile = {
    id,
    description: "A test.",
    goal_template: { type: "agent_task", description: "Do it." },
    toolset: [tried.verb],
    metadata: { owner: "juniper" },
    ...more,
  };
  const put = await world.call("putAgent", { params: { id }, body: profile }, key);
  expect(put.status).toBe(200);
  const answer = await world.call("runAgentOnce", { params: { id }, body: {} }, key);
  return { world, key, record: AgentRunRecord.parse(await answer.json()) };
}

const knobs = [{ name: "curiosity", min: 0, max: 1 }];

describe("what an agent may do by itself", () => {
  it.each([
    [0, entry, {}],
    [1, entry, {}],
    [1, notice, {}],
    [2, notice, { knobs }],
    [2, knob(0.5), { knobs }],
  ])("level %i: %j", async (autonomy_level, tried, more) => {
    const { world, record } = await attempt(tried, { autonomy_level, ...more });
    expect(record.status).toBe("success");
    expect(record.trace?.flatMap(({ observation }) => observation?.ok ?? [])).toEqual([true]);
    await world.stop();
  });
});

describe("what is above its level", () => {
  it.each([
    [0, notice, {}, "has autonomy level 0 and may not send messages"],
    [1, knob(0.5), {}, "has autonomy level 1 and may not change knobs"],
    [2, knob(1.5), { knobs }, "may be 0 to 1, not 1.5"],
    [2, knob(0.5, "strain"), { knobs }, 'does not declare the knob "strain"'],
    [2, order, { knobs }, "no autonomy level allows it"],
  ])("level %i: %j is denied, and the run goes on", async (autonomy_level, tried, more, why) => {
    const { world, key, record } = await attempt(tried, { autonomy_level, on_pending: "deny", ...more });
    expect(record.status).toBe("success");
    const [observation] = record.trace?.flatMap((step) => step.observation ?? []) ?? [];
    expect(observation).toMatchObject({ ok: false, error: { code: "denied" } });
    expect(JSON.stringify(observation)).toContain(JSON.stringify(why).slice(1, -1));
    const drafts: unknown = await (await world.call("listDrafts", {}, key)).json();
    expect(drafts).toMatchObject({ drafts: [] });
    const state: unknown = await (await world.call("listState", {}, key)).json();
    expect(state).toEqual({ values: [] });
    await world.stop();
  });

  it("becomes a Draft of its owner with an expiry, which the run does not wait for", async () => {
    const { world, key, record } = await attempt(notice, { autonomy_level: 0, on_pending: "draft" });
    expect(record).toMatchObject({ status: "error", error: { code: "awaits_approval" } });
    const [observation] = record.trace?.flatMap((step) => step.observation ?? []) ?? [];
    expect(observation).toMatchObject({ ok: false, error: { code: "needs_approval" } });
    const drafts: unknown = await (await world.call("listDrafts", {}, key)).json();
    expect(drafts).toMatchObject({ drafts: [{ draft: { status: "DRAFT" } }] });
    expect(JSON.stringify(drafts)).toContain("agent.a wants to call hub.notify");
    expect(JSON.stringify(drafts)).toMatch(/"expires_at":"2025-/);
    await world.stop();
  });

  it.each([
    ["apply", { status: "success", result_summary: { outcome: "answered" } }],
    [
      "cancel",
      { status: "error", error: { code: "denied", message: expect.stringMatching(/was cancelled: not today$/) } },
    ],
  ] as const)("succeeds only once its Draft is applied: %s", async (act, ended) => {
    const { world, key } = await attempt(notice, { autonomy_level: 0, on_pending: "draft" });
    const { drafts } = world.planwright;
    const [view] = await drafts.list({ tenant: "acme", limit: 1 });
    if (view === undefined) throw new Error("no Draft");
    const { draft, action_hash: actionHash } = view;
    const shown = { draftId: draft.draft_id, revision: draft.revision, actionHash };
    const command = { tenant: "acme", actor: { id: "juniper" }, shown, reason: "not today" };
    expect(await drafts[act](command)).toMatchObject({ ok: true });
    await drafts.waitUntilSettled({ tenant: "acme", of: { draftId: draft.draft_id } });
    // On Postgres the decision reaches the run in its own time, or after a pause.
    await vi.waitFor(
      async () => {
        world.clock.advance(1000);
        const runs: unknown = await (await world.call("listAgentRuns", { params: { id: "agent.a" } }, key)).json();
        expect(runs).toMatchObject({ runs: [ended] });
      },
      { timeout: 20_000 },
    );
    await world.stop();
  });
});
