import { describe, expect, it } from "vitest";
import { createAgent } from "../../agents/profile/agent.ts";
import { buildRequest } from "../../agents/runs/build-request.ts";
import { putRun } from "../../agents/records.ts";
import { AgentProfile } from "../../contracts/react/agent-profile.ts";
import type { DraftRequestOutcome } from "../../contracts/api/drafts.ts";
import type { Drafts } from "../../drafts/drafts.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createMemoryStore } from "../../testing/memory-store/store.ts";
import { createDraftOutcomes, createPendingDrafts } from "./pending-drafts.ts";

const tenant = "acme";
const runId = "00000000-0000-7000-8000-000000000001";

/** A run of an agent whose one call needs a person, and a gate that keeps its Drafts in the same store. */
async function open(dies: { afterCommit: boolean } = { afterCommit: false }) {
  const store = createMemoryStore();
  const profile = AgentProfile.parse({
    id: "agent.a",
    description: "A test.",
    goal_template: { type: "agent_task", description: "Order." },
    toolset: ["order"],
  });
  const agent = createAgent(tenant, profile);
  const request = buildRequest(agent, { facts: {} }, { requestId: `agent:${runId}`, snapshot: {} });
  const run = { runId, trigger: "manual", slot: "1", profile, profileVersion: agent.version, request, startedAt: 0 };
  await store.write((tx) => putRun(tx, tenant, { value: run, version: 0 }));
  let made = 0;
  const create: Drafts["create"] = async ({ inTransaction }) => {
    const id = `draft-${(made += 1)}`;
    await store.write((tx) => {
      tx.putRecord({ tenant, kind: "draft", id, body: null }, 0);
      inTransaction?.(tx, { id });
    });
    if (dies.afterCommit) throw new Error("the process dies");
    return { ok: true, value: { kind: "draft", draft: { draft: { draft_id: id } } } as unknown as DraftRequestOutcome }; // all that is read
  };
  const ends = new Map<string, string>();
  const get = async ({ of: { draftId } }: { of: { draftId: string } }) => {
    const draft = { status: ends.get(draftId) ?? "DRAFT", actions: [] };
    return { ok: true, value: { draft, history: [{ reason: null }] } };
  };
  const drafts = (): Drafts => ({ create, get }) as unknown as Drafts; // nothing else is asked of it
  const openDraft = createPendingDrafts({ drafts, store: () => store, clock: createFakeClock(), owner: "ann" });
  const call = { verb_id: "order", payload: {}, request_id: `agent:${runId}:t0c0`, caller: "planner-react" };
  const signal = new AbortController().signal;
  const execute = (effectKey = "k1") =>
    openDraft({ call, options: { tenant, effectKey, signal }, reason: "no autonomy level allows it" });
  const outcomes = createDraftOutcomes({ drafts, store: () => store });
  const kept = async () => (await store.records({ tenant, kind: "draft", limit: 9 })).map(({ id }) => id);
  return { execute, kept, dies, ends, outcomes };
}

describe("an agent call that needs approval", () => {
  it("becomes one Draft, also if it is repeated or made concurrently", async () => {
    const { execute, kept } = await open();
    const answers = [...(await Promise.all([execute(), execute()])), await execute()];
    const [draftId = ""] = await kept();
    expect(await kept()).toHaveLength(1);
    for (const { error } of answers) {
      expect(error?.code).toBe("needs_approval");
      expect(error?.message).toContain(draftId);
    }
  });

  it("becomes one Draft if the process dies right after creating it", async () => {
    const { execute, kept, dies } = await open({ afterCommit: true });
    await expect(execute()).rejects.toThrow("dies");
    dies.afterCommit = false;
    expect((await execute()).error?.message).toContain("draft-1");
    expect(await kept()).toEqual(["draft-1"]);
  });

  it("leaves its run undecided until every Draft of it is decided", async () => {
    const { execute, ends, outcomes } = await open();
    await execute("k1");
    await execute("k2");
    expect(await outcomes(tenant, runId)).toBeUndefined();
    ends.set("draft-1", "APPLIED");
    expect(await outcomes(tenant, runId)).toBeUndefined();
    ends.set("draft-2", "CANCELLED");
    expect(await outcomes(tenant, runId)).toEqual({ refused: "Draft draft-2 was cancelled" });
    expect(await outcomes(tenant, "another run")).toEqual({});
  });
});
