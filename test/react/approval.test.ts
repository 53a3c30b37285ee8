import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RouteName } from "../../src/contracts/api/routes.ts";
import { PlanReactRequest, PlanReactResponse } from "../../src/contracts/react/plan-react.ts";
import { createScriptedModel } from "../../src/testing/scripted-model.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// A write that the policy holds back becomes a Draft in the inbox; the run waits for the decision and continues after it.
let world: ServerWorld;
let key: string;
const script = [
  { calls: [{ name: "create_vendor", args: { name: "Nordwind", email: "n@example.org" } }] },
  { text: "Nordwind is a vendor now." },
];

beforeEach(async () => {
  world = await openServerWorld(
    { tools: { demo: true }, approval: { default: "wait" } },
    { reasoning: { model: createScriptedModel(script), name: "test/one" } },
  );
  key = await world.key("acme", ["tools", "drafts", "runs"]);
});
afterEach(() => world.stop());

const call = async (name: RouteName, asked: object): Promise<unknown> => (await world.call(name, asked, key)).json();

const request = {
  request_id: "r1",
  goal: { description: "make Nordwind a vendor" },
  toolset: [{ tool_id: "create_vendor" }],
  limits: { timeout_seconds: 5 },
};

type ShownDraft = { action_hash: string; draft: { draft_id: string; revision: number } };

async function pause(): Promise<ShownDraft> {
  const answer = PlanReactResponse.parse(await call("planReact", { body: request }));
  expect(answer).toMatchObject({ status: "error", error: { code: "awaits_approval" } });
  const { drafts } = (await call("listDrafts", {})) as { drafts: [ShownDraft] };
  expect(drafts).toHaveLength(1);
  return drafts[0];
}

async function decide(route: "applyDraft" | "cancelDraft", { action_hash, draft }: ShownDraft): Promise<void> {
  const body = { revision: draft.revision, action_hash };
  expect((await world.call(route, { params: { id: draft.draft_id }, body }, key)).ok).toBe(true);
}

async function answerOf(): Promise<PlanReactResponse> {
  const look = async () => PlanReactResponse.parse(await call("getReact", { params: { id: "r1" } }));
  await expect.poll(async () => (await look()).error?.code).not.toBe("awaits_approval");
  return look();
}

const vendors = async (): Promise<number> => {
  const asked = { verb_id: "vendor_lookup", payload: { query: "Nordwind" }, request_id: "q", caller: "test" };
  const answer = (await call("executeVerb", { body: asked })) as { output: { count: number } };
  return answer.output.count;
};

describe("a ReAct run that needs an approval", () => {
  it("pauses, writes nothing, and continues with the result once its Draft is applied", async () => {
    const draft = await pause();
    expect(await vendors()).toBe(0);
    await decide("applyDraft", draft);
    expect(await answerOf()).toMatchObject({
      status: "ok",
      final_answer: { content: "Nordwind is a vendor now." },
      trace: [{ action: { tool_id: "create_vendor" }, observation: { ok: true } }, { action: null }],
    });
    expect(await vendors()).toBe(1);
  });

  it("continues without the result when its Draft is cancelled", async () => {
    const draft = await pause();
    await decide("cancelDraft", draft);
    expect((await answerOf()).trace[0]?.observation).toMatchObject({ ok: false, error: { code: "denied" } });
    expect(await vendors()).toBe(0);
  });

  it("keeps its priority when it continues", async () => {
    const priorities: (number | undefined)[] = [];
    world.planwright.store.jobs.watch((job) => void (job.queue === "react" && priorities.push(job.priority)));
    const principal = (await world.keyring.verify(key))?.name;
    await world.planwright.react.start(PlanReactRequest.parse(request), "acme", { principal, priority: "high" });
    const draft = await pause();
    await decide("applyDraft", draft);
    expect(await answerOf()).toMatchObject({ status: "ok" });
    expect(priorities.length).toBeGreaterThan(2);
    expect(new Set(priorities)).toEqual(new Set([1]));
  });

  it("is the same paused run when it is requested again", async () => {
    await pause();
    await pause();
  });
});
