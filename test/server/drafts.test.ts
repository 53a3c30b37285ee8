import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DraftView, DraftRequestOutcome } from "../../src/contracts/api/drafts.ts";
import { vendorPlan } from "../support/one-action-plan.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// The small-business demo over HTTP: a vendor is created only after somebody has applied the Draft.
let world: ServerWorld;
let key: string;
beforeAll(async () => {
  world = await openServerWorld();
  key = await world.key("acme", ["drafts", "runs"]);
});
afterAll(() => world.stop());

// False claims: a write that calls itself a query and read-only.
const plan = (name: string, read_only = true): object => vendorPlan(name, { intent: "query", read_only });

async function drafted(name: string): Promise<DraftView> {
  const response = await world.call("createDraft", { body: { plan: plan(name) } }, key);
  expect(response.status).toBe(201);
  const made = (await response.json()) as DraftRequestOutcome; // the route's response schema
  if (made.kind !== "draft") throw new Error(made.kind);
  return made.draft;
}

const about = ({ draft, action_hash }: DraftView, more: object = {}) => ({
  params: { id: draft.draft_id },
  body: { revision: draft.revision, action_hash, ...more },
});

async function problem(response: Response): Promise<[number, string]> {
  const { code } = (await response.json()) as { code: string }; // RFC 9457
  return [response.status, code];
}

describe("Drafts over HTTP", () => {
  it("gate a query that writes, apply it once, and link its run to the Draft", async () => {
    const view = await drafted("Acme Bolts");
    const applied = await world.call("applyDraft", about(view), key);
    expect(applied.status).toBe(202);
    await world.planwright.drafts.waitUntilSettled({ tenant: "acme", of: { draftId: view.draft.draft_id } });
    const after = (await (await world.call("getDraft", { params: about(view).params }, key)).json()) as DraftView; // the route's response schema
    expect(after).toMatchObject({ draft: { status: "APPLIED" }, next: { do: "nothing" } });
    const run = await (await world.call("getRun", { params: { id: after.run_id ?? "" } }, key)).json();
    expect(run).toMatchObject({ run: { origin: { kind: "draft", draft_id: view.draft.draft_id } } });
    expect(await problem(await world.call("applyDraft", about(view), key))).toEqual([409, "DRAFT_CLOSED"]);
    expect(
      await problem(await world.call("rerun", { params: { id: after.run_id ?? "" }, body: { from_step: "a1" } }, key)),
    ).toEqual([422, "INVALID_INPUT"]);
  });

  it("reject a stale revision, an expired Draft and an unknown Draft", async () => {
    const view = await drafted("Beta Nuts");
    const stale = about(view, { action_hash: "0".repeat(64) });
    expect(await problem(await world.call("applyDraft", stale, key))).toEqual([409, "DRAFT_SUPERSEDED"]);
    expect(await problem(await world.call("confirmDraft", about(view), key))).toEqual([422, "INVALID_INPUT"]);
    world.clock.advance(10 * 60_000);
    expect(await problem(await world.call("applyDraft", about(view), key))).toEqual([410, "DRAFT_EXPIRED"]);
    const rebuilt = await world.call("rebuildDraft", about(view), key);
    expect([rebuilt.status, await rebuilt.json()]).toEqual([201, expect.objectContaining({ kind: "draft" })]);
    expect(await problem(await world.call("getDraft", { params: { id: "none" } }, key))).toEqual([404, "NOT_FOUND"]);
  });

  it("record queries that are answered at once, with caller and run", async () => {
    const stock = { ...plan("x"), summary: "The time", inputs: { raw_text: "what time is it?" } };
    const action = {
      toolkit: "demo",
      tool_slug: "get_time",
      args: {},
      read_only: true,
      idempotency_scope: "t",
      preview: "",
    };
    const made = await world.call("createDraft", { body: { plan: { ...stock, actions: [action] } } }, key);
    const { kind, query } = (await made.json()) as {
      kind: string;
      query: { query_id: string; by: string; run_id: string };
    };
    expect(kind).toBe("answer");
    const list = async (wanted: Record<string, string>) =>
      (await (await world.call("listQueries", { query: wanted }, key)).json()) as object;
    const { query_id, by, run_id } = query;
    const row = { query_id, by, run_id, plan_id: "p1", summary: "The time", text: "what time is it?" };
    expect(await list({ by, limit: "1" })).toMatchObject({ queries: [row], next_cursor: null });
    expect(await list({ by: "somebody else" })).toEqual({ queries: [], next_cursor: null });
  });

  it("are listed by status and page, and are suggested where a plan must not run directly", async () => {
    await drafted("Gamma");
    const page = (await (await world.call("listDrafts", { query: { status: "DRAFT", limit: "1" } }, key)).json()) as {
      drafts: DraftView[];
      next_cursor: string | null;
    }; // the route's response schema
    expect([page.drafts.length, page.next_cursor]).toEqual([1, page.drafts[0]?.draft.draft_id]);
    const refused = await world.call("startRun", { body: { ...plan("Delta", false), intent: "mutate" } }, key);
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining("POST /drafts")]);
  });
});
