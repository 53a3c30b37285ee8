import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import type { RouteName } from "../../src/contracts/api/routes.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

// Two people must approve what a run writes, as they must a Draft.
let world: ServerWorld;
let keys: string[];
let sent: string[];
afterEach(() => world.stop());

async function open(): Promise<void> {
  sent = [];
  const note = defineTool({
    name: "post_note",
    description: "Posts a note.",
    input: z.strictObject({ text: z.string() }),
    output: z.null(),
    effect: "additive",
    run: ({ text }) => {
      sent.push(text);
      return null;
    },
  });
  const drafts = { quorum: 2, approvers: ["key:test", "key:other"], self_approval: false };
  world = await openServerWorld({ approval: {}, drafts }, { tools: [note] });
  keys = [];
  for (let person = 0; person < 4; person += 1) keys.push(await world.key("acme", ["runs"]));
}

async function call<T = Record<string, unknown>>(person: number, name: RouteName, asked: object = {}): Promise<T> {
  return (await (await world.call(name, asked, keys[person])).json()) as T; // the route's answer
}

const steps = [{ id: "a", kind: "tool", tool: "post_note", args: { text: "one" } }];

async function decide(person: number, body: object): Promise<unknown> {
  const [wait] = await world.planwright.runs.waits("acme");
  const { state, code } = await call(person, "decideEscalation", { params: { id: wait?.id ?? "" }, body });
  await world.planwright.runs.settled({ tenant: "acme", runId: wait?.runId ?? "" });
  return state ?? code;
}

it("is two people for one call of a run: the same person, the caller and an edit of it do not count", async () => {
  await open();
  const approve = { choice: "approve" };
  await world.planwright.runs.settled({
    tenant: "acme",
    runId: (await call<{ run_id: string }>(0, "startRun", { body: { spelling: "braces", steps } })).run_id,
  });
  expect([await decide(0, approve), await decide(1, approve), await decide(1, approve)]).toEqual([
    "FORBIDDEN",
    "open",
    "open",
  ]);
  const [wait] = await world.planwright.runs.waits("acme");
  const again = await call(1, "decideEscalation", { params: { id: wait?.id ?? "" }, body: approve });
  expect(again).toMatchObject({ question: expect.stringContaining("Approvals: 1 of 2.") });
  expect(await decide(2, { choice: "edit", args: { text: "two" } })).toBe("open");
  expect(sent).toEqual([]);
  expect(await decide(3, { choice: "edit", args: { text: "two" } })).toBe("decided");
  expect(sent).toEqual(["two"]);
});

it("cannot be met by one person who approves a saved plan in advance", async () => {
  await open();
  await call(0, "putPlan", { params: { name: "p" }, body: { plan: { steps } } });
  const until = new Date(world.clock.now() + 1_000_000).toISOString();
  const body = { version: 1, parameters: {}, max_runs: 1, until };
  expect(await call(1, "approvePlan", { params: { name: "p" }, body })).toMatchObject({ code: "FORBIDDEN" });
});
