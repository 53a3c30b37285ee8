import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { RouteName } from "../../src/contracts/api/routes.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

const tenant = "acme";
let world: ServerWorld;
let key: string;
let sent: string[];

const write = (text: string) => ({ id: "a", kind: "tool", tool: "post_note", args: { text } });

beforeEach(async () => {
  sent = [];
  const note = defineTool({
    name: "post_note",
    description: "Posts a note.",
    input: z.strictObject({ text: z.string() }),
    output: z.strictObject({ id: z.string() }),
    effect: "additive",
    run: ({ text }) => ({ id: `n${sent.push(text)}` }),
  });
  world = await openServerWorld({ approval: {} }, { tools: [note] });
  key = await world.key(tenant, ["runs", "agents", "drafts"]);
  await save("small", { steps: [write("one note")] });
  await save("loud", { steps: [write("to all customers")] });
  await save("outer", { steps: [{ id: "in", kind: "tool", tool: "plans.run", args: runArgs("loud") }] });
});
afterEach(() => world.stop());

async function call<T = Record<string, unknown>>(name: RouteName, asked: object = {}): Promise<T> {
  return (await (await world.call(name, asked, key)).json()) as T; // the route's answer
}

const save = (name: string, plan: object) => call("putPlan", { params: { name }, body: { plan } });
const runArgs = (name: string) => ({ name, version: 1, parameters: {} });

const draftOf = (tool: string, args: object) => ({
  plan_id: "p1",
  intent: "mutate",
  domain: "unknown",
  summary: "A small note",
  language: "en",
  inputs: { raw_text: "a small note" },
  entities: [],
  actions: [{ toolkit: "plans", tool_slug: tool, args, read_only: false, idempotency_scope: "s", preview: "A note" }],
  needs_clarification: [],
  risks: [],
});

type PendingDraft = {
  draft: { draft: { draft_id: string; revision: number }; action_hash: string; changes: object[] };
};
const createDraft = (tool: string, args: object) =>
  call<PendingDraft>("createDraft", { body: { plan: draftOf(tool, args) } });

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    for (const { id: runId } of await world.planwright.store.runs({ tenant, limit: 20 }))
      await world.planwright.runs.settled({ tenant, runId });
}

async function apply({ draft }: PendingDraft): Promise<void> {
  const shown = { revision: draft.draft.revision, action_hash: draft.action_hash };
  await call("applyDraft", { params: { id: draft.draft.draft_id }, body: shown });
  await settle();
}

type OpenEscalation = { escalation_id: string; changes: { after: object } | null };

async function startAndAsk(name: string): Promise<OpenEscalation | undefined> {
  const plan = { steps: [{ id: "run", kind: "tool", tool: "plans.run", args: runArgs(name) }] };
  await call("startRun", { body: { plan } });
  await settle();
  return (await call<{ escalations: OpenEscalation[] }>("listEscalations")).escalations[0];
}

async function decide(asked: OpenEscalation | undefined, body: object): Promise<number> {
  await call("decideEscalation", { params: { id: asked?.escalation_id ?? "" }, body });
  await settle();
  return (await call<{ escalations: OpenEscalation[] }>("listEscalations")).escalations.length;
}

const noteOf = (text: string) => ({ tool: "post_note", args: { text } });

describe("a call that runs a saved plan", () => {
  it("shows the writes of the plan on the Draft, whatever the plan from outside says of it", async () => {
    const made = await createDraft("plans.run", runArgs("loud"));
    expect(made.draft.changes).toMatchObject([{ after: { writes: [noteOf("to all customers")] } }]);
    await apply(made);
    expect(sent).toEqual(["to all customers"]);
  });

  it("shows them on the question of a run that waits", async () => {
    const asked = await startAndAsk("loud");
    expect(asked?.changes?.after).toMatchObject({ writes: [noteOf("to all customers")] });
    expect(await decide(asked, { choice: "approve" })).toBe(0);
    expect(sent).toEqual(["to all customers"]);
  });

  it("is not approved for another plan that replaced it unseen", async () => {
    const asked = await startAndAsk("small");
    expect(await decide(asked, { choice: "edit", args: runArgs("loud") })).toBe(1);
    expect(sent).toEqual([]);
  });

  it("asks for the plan within a plan", async () => {
    await apply(await createDraft("plans.run", runArgs("outer")));
    expect(sent).toEqual([]);
    const { escalations } = await call<{ escalations: OpenEscalation[] }>("listEscalations");
    expect(escalations).toMatchObject([{ changes: { after: { writes: [noteOf("to all customers")] } } }]);
  });

  it("is refused at once if there is no such plan", async () => {
    const response = await world.call("createDraft", { body: { plan: draftOf("plans.run", runArgs("missing")) } }, key);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain("There is no version 1 of the plan missing");
  });
});

describe("a call that saves a plan with a schedule", () => {
  const args = {
    name: "weekly",
    description: "",
    cron: "0 9 * * 1",
    timezone: "UTC",
    max_runs: 5,
    until: "2027-01-01T00:00:00Z",
  };

  it("shows the writes that its approval covers", async () => {
    const made = await createDraft("plans.schedule", { ...args, plan: { steps: [write("every week")] } });
    expect(made.draft.changes).toMatchObject([{ after: { cron: "0 9 * * 1", writes: [noteOf("every week")] } }]);
  });
});
