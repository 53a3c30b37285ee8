import { PlanReactRequest, type PlanReactResponse } from "../../../src/contracts/react/plan-react.ts";
import type { ReactEvent } from "../../../src/contracts/react/react-event.ts";
import type { Engine } from "../../../src/ports/engine.ts";
import type { JsonObject } from "../../../src/plan/json.ts";
import type { Store } from "../../../src/ports/store.ts";
import { createModelReasoner } from "../../../src/react/model-reasoner.ts";
import { createReact, type React } from "../../../src/react/react.ts";
import { reactOnce } from "../../../src/react/react-once.ts";
import { reactQueue } from "../../../src/react/react-queue.ts";
import type { Reasoner } from "../../../src/react/reasoner.ts";
import type { Veto } from "../../../src/react/veto.ts";
import { createFakeClock, type FakeClock } from "../../../src/testing/fake-clock.ts";
import { createFakeIds } from "../../../src/testing/fake-ids.ts";
import { createFakeVerbs, type FakeVerb, type FakeVerbs } from "../../../src/testing/fake-verbs.ts";
import { createMemoryLog } from "../../../src/testing/memory-log.ts";
import { createScriptedModel, type Script, type ScriptedModel } from "../../../src/testing/scripted-model.ts";
import { createTestEngine, expireLeases, openTestStore as openStore, runEventLoop } from "../../support/test-store.ts";

export const tenant = "acme";

/** A schema that the tools of these tests share: one text, and a count that may be left out. */
export const findSchema: JsonObject = {
  type: "object",
  properties: { query: { type: "string" }, limit: { type: "integer" } },
  required: ["query"],
  additionalProperties: false,
};

/** Tools that find things, one that writes, and whatever the test adds. */
export function createTools(more: Record<string, FakeVerb> = {}): FakeVerbs {
  return createFakeVerbs({
    find_items: { inputSchema: findSchema, run: ({ query }) => ({ items: [query ?? null] }) },
    count_items: { run: () => ({ count: 7 }) },
    add_item: { effect: "additive", run: () => ({ id: "I-1" }) },
    ...more,
  });
}

type RunRequest = {
  goal?: string;
  tools?: readonly (string | object)[];
  limits?: object;
  preferences?: object;
  context?: object;
  metadata?: object;
  id?: string;
};

/** A request with everything that the test does not care about. */
export function requestOf({
  goal = "count the bolts",
  tools,
  limits,
  preferences,
  context,
  metadata,
  id,
}: RunRequest = {}) {
  const toolset = (tools ?? ["find_items", "count_items", "add_item"]).map((tool) =>
    typeof tool === "string" ? { tool_id: tool } : tool,
  );
  return PlanReactRequest.parse({
    ...(id !== undefined && { request_id: id }),
    caller: "test",
    goal: { description: goal, ...(metadata !== undefined && { metadata }) },
    toolset,
    ...(limits !== undefined && { limits }),
    ...(preferences !== undefined && { preferences }),
    ...(context !== undefined && { context }),
  });
}

export type Once = {
  response: Promise<PlanReactResponse>;
  events: ReactEvent[];
  model: ScriptedModel;
  verbs: FakeVerbs;
  clock: FakeClock;
};

type OnceParts = { verbs?: FakeVerbs; vetoes?: readonly Veto[]; contextTokens?: number; parallel?: number };

/** One run that is kept nowhere, on a clock that does not move. */
export function runOnce(script: Script, request = requestOf(), parts: OnceParts = {}): Once {
  const clock = createFakeClock();
  const model = createScriptedModel(script, { clock });
  const { verbs = createTools(), vetoes = [], parallel = 8, ...window } = parts;
  const reasoner = createModelReasoner({ model, name: "test/one", ...window });
  const events: ReactEvent[] = [];
  const response = reactOnce({ verbs, clock, vetoes, parallel, reasoner }, request, {
    tenant,
    requestId: request.request_id ?? "r1",
    emit: (event) => events.push(event),
  }).then((checked) => {
    if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
    return checked.value;
  });
  return { response, events, model, verbs, clock };
}

export type KeptWorld = { react: React; store: Store; engine: Engine; clock: FakeClock; verbs: FakeVerbs };

type KeptParts = { reasoner: Reasoner; store?: Store; verbs?: FakeVerbs; clock?: FakeClock; vetoes?: readonly Veto[] };

/** Kept runs with an engine that works on them. Opening a second one on the same store is a restart. */
export async function openKept(parts: KeptParts): Promise<KeptWorld> {
  const { verbs = createTools(), clock = createFakeClock(), vetoes = [], reasoner } = parts;
  const store = parts.store ?? (await openStore()).store;
  if (parts.store !== undefined) await expireLeases(store);
  const log = createMemoryLog();
  const react = createReact({ store, verbs, clock, log, vetoes, reasoner, parallel: 8, ids: createFakeIds() });
  const engine = createTestEngine({ jobs: store.jobs, clock, log });
  await engine.start({ [reactQueue]: react.handler });
  return { react, store, engine, clock, verbs };
}

export function scripted(script: Script): { reasoner: Reasoner; model: ScriptedModel } {
  const model = createScriptedModel(script);
  return { reasoner: createModelReasoner({ model, name: "test/one" }), model };
}

/** Lets everything happen that waits for nothing but its turn. */
export function settle(): Promise<void> {
  return runEventLoop(50);
}
