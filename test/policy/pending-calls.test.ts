import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import type { RouteName } from "../../src/contracts/api/routes.ts";
import { createScriptedModel } from "../../src/testing/scripted-model.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { ToolError } from "../../src/tools/tool-error.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";
import { runEventLoop } from "../support/test-store.ts";

// What a caller learns of its call that became a Draft: it is the truth about what was written.
let world: ServerWorld;
let key: string;
let sent: string[];
afterEach(() => world.stop());

type Given = { isLost?: boolean; approval?: object };

async function open({ isLost = false, approval = {} }: Given = {}): Promise<void> {
  sent = [];
  const note = defineTool({
    name: "post_note",
    description: "Posts a note.",
    input: z.strictObject({ text: z.string() }),
    output: z.strictObject({ id: z.string() }),
    effect: "additive",
    run: ({ text }) => {
      sent.push(text);
      if (isLost && sent.length === 1) throw new ToolError("timeout", "no answer");
      return { id: `n${sent.length}` };
    },
  });
  const model = createScriptedModel([{ calls: [{ name: "post_note", args: { text: "one" } }] }, { text: "Done." }]);
  world = await openServerWorld({ approval }, { tools: [note], reasoning: { model, name: "test/one" } });
  key = await world.key("acme", ["runs", "drafts", "tools"]);
}

async function call<T = unknown>(name: RouteName, asked: object = {}): Promise<T> {
  return (await (await world.call(name, asked, key)).json()) as T; // the route's answer
}

type Shown = { action_hash: string; draft: { draft_id: string; revision: number; actions: ShownAction[] } };
type ShownAction = { action_id: string; action: { args: { text: string } } };
const textOf = ({ draft }: Shown): string => draft.actions[0]?.action.args.text ?? "";

async function decide(route: RouteName, view: Shown, more: object = {}): Promise<Shown> {
  const body = { revision: view.draft.revision, action_hash: view.action_hash, ...more };
  const after = await call<Shown>(route, { params: { id: view.draft.draft_id }, body });
  await runEventLoop(300);
  return after;
}

const drafts = async (): Promise<Shown[]> => (await call<{ drafts: Shown[] }>("listDrafts")).drafts;
const execute = (text: string) =>
  call("executeVerb", { body: { verb_id: "post_note", payload: { text }, request_id: "r1", caller: "me" } });
const waits = { ok: false, error: { code: "needs_approval" } };

it("each call under one request id is a Draft of its own, and gets its own result", async () => {
  await open();
  expect([await execute("one"), await execute("two"), await execute("two")]).toMatchObject([waits, waits, waits]);
  const opened = await drafts();
  expect(opened.map(textOf).toSorted()).toEqual(["one", "two"]);
  for (const view of opened) await decide(textOf(view) === "one" ? "applyDraft" : "cancelDraft", view);
  expect(await execute("one")).toEqual({ ok: true, output: { id: "n1" }, error: null });
  expect(await execute("two")).toMatchObject({ ok: false, error: { code: "denied" } });
  expect(sent).toEqual(["one"]);
});

const react = {
  body: { request_id: "q1", goal: { description: "post a note" }, toolset: [{ tool_id: "post_note" }] },
};
const observed = async (): Promise<unknown> =>
  (await call<{ trace: { observation: unknown }[] }>("planReact", react)).trace[0]?.observation;

it("a ReAct run sees the arguments that a person sent instead of its own", async () => {
  await open();
  await call("planReact", react);
  const [view] = await drafts();
  if (view === undefined) throw new Error("no Draft");
  const actions = [{ action_id: view.draft.actions[0]?.action_id, args: { text: "another" } }];
  await decide("applyDraft", await decide("editDraft", view, { actions }));
  expect(await observed()).toEqual({ ok: true, output: { id: "n1", edited_arguments: { text: "another" } } });
  expect(sent).toEqual(["another"]);
});

it("a ReAct run does not report that nothing was written if that is unknown", async () => {
  await open({ isLost: true });
  await call("planReact", react);
  const [view] = await drafts();
  if (view !== undefined) await decide("applyDraft", view);
  const { escalations } = await call<{ escalations: { escalation_id: string }[] }>("listEscalations");
  const id = escalations[0]?.escalation_id ?? "";
  await call("decideEscalation", { params: { id }, body: { choice: "abort" } });
  for (let minute = 0; minute < 11; minute += 1) {
    await runEventLoop(100);
    world.clock.advance(60_000);
  }
  await runEventLoop(300);
  expect(await observed()).toMatchObject({ ok: false, error: { code: "outcome_unknown" } });
});

it.each([
  ["done", { choice: "done", output: { id: "n1" } }, 1],
  ["sent again", { choice: "resend" }, 2],
])(
  "a person is asked what became of a write that a ReAct run ended without knowing: %s",
  async (_, decision, times) => {
    await open({ isLost: true, approval: { default: "allow" } });
    await call("planReact", react);
    await runEventLoop(300);
    expect(await observed()).toMatchObject({ ok: false, error: { code: "outcome_unknown" } });
    const { escalations } = await call<{ escalations: { escalation_id: string; run_id: string }[] }>("listEscalations");
    const [asked] = escalations;
    expect(escalations).toMatchObject([{ kind: "effect", call: { verb_id: "post_note", args: { text: "one" } } }]);
    await call("decideEscalation", { params: { id: asked?.escalation_id ?? "" }, body: decision });
    await runEventLoop(300);
    expect(await call("getRun", { params: { id: asked?.run_id ?? "" } })).toMatchObject({
      run: { status: "completed" },
      effects: [{ state: "confirmed" }],
    });
    expect(sent).toHaveLength(times);
  },
);
