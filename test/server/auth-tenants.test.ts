import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RouteName, routes } from "../../src/contracts/api/routes.ts";
import { namedRoutes } from "../../src/server/app.ts";
import { type Call, openServerWorld, type ServerWorld } from "../support/server-world.ts";

// Acme has a tool, a waiting run, a finished run and documents, all marked with a word that Globex never uses. Globex, with
// all scopes, calls every route with Acme's ids: it must learn nothing, not even that they exist, and change nothing.
const secret = "zanzibarite";
const config = {
  packs: ["small-business"],
  tools: {
    demo: true,
    http: {
      acme_register: {
        url: "https://acme.example/register",
        description: `Look up the topaz register of ${secret}.`,
        tenants: ["acme"],
      },
    },
  },
};

const ids = {
  waiting: "",
  finished: "",
  escalation: "",
  document: "minerals.md",
  other: "gems.md",
  asked: "zirconia-1",
  draft: "",
  agent: "agent.gems",
  agentRun: "",
  notice: "",
  lesson: "",
};
type Ids = typeof ids;

let world: ServerWorld;
let acme: string;
let globex: string;

const planOf = (step: object): object => ({ steps: [{ id: "s1", ...step }] });
const manual = planOf({ kind: "action", action: secret, mode: "manual" });
const message = planOf({ kind: "message", channel: "assistant", content: "about topaz" });
const foreign = planOf({ kind: "tool", tool: "acme_register" });
const wish = { session_id: 1, message: "Look up the topaz register", context: { company_id: 1 } };
const question = {
  goal: { description: "what do we have in stock of topaz" },
  toolset: [{ tool_id: "inventory_lookup" }, { tool_id: "acme_register" }],
};

const actionPlan = (tool_slug: string, about: string): object => ({
  plan_id: "p1",
  intent: "mutate",
  domain: "unknown",
  summary: about,
  language: "en",
  inputs: { raw_text: about },
  entities: [],
  actions: [
    {
      toolkit: "test",
      tool_slug,
      args: tool_slug === "echo_tool" ? { text: about } : {},
      read_only: true,
      idempotency_scope: "s1",
      preview: about,
    },
  ],
  needs_clarification: [],
  risks: [],
});
const shown = { revision: 1, action_hash: "0".repeat(64) };

const agentProfile = (id: string, about: string): object => ({
  id,
  description: about,
  goal_template: { type: "agent_task", description: `what do we have in stock of ${about}` },
  toolset: ["inventory_lookup"],
  outputs: {
    collapse_entry: { enabled: true, topic: "gems" },
    notify_hub: { enabled: true, mode: "on_next_login" },
  },
});

beforeAll(async () => {
  world = await openServerWorld(config);
  acme = await world.key("acme", ["admin"]);
  globex = await world.key("globex", ["admin"]);
  ids.waiting = await run(manual, "first");
  ids.finished = await run(message, "second");
  ids.escalation = (await world.planwright.store.waits("acme", "open"))[0]?.id ?? "";
  for (const source of [ids.document, ids.other]) {
    await world.call("addKnowledge", { body: { source, content: `A topaz is no ${secret}.` } }, acme);
  }
  await world.call("plan", { body: wish }, acme);
  const told = { description: `what do we have in stock of ${secret}` };
  await world.call("planReact", { body: { ...question, goal: told, request_id: ids.asked } }, acme);
  const made = await world.call("createDraft", { body: { plan: actionPlan("echo_tool", secret) } }, acme);
  const { draft } = (await made.json()) as { draft: { draft: { draft_id: string } } }; // the route's response schema
  ids.draft = draft.draft.draft_id;
  await world.call("putAgent", { params: { id: ids.agent }, body: agentProfile(ids.agent, secret) }, acme);
  await world.call("putState", { params: { path: "gems.topaz" }, body: { value: secret } }, acme);
  const ran = await world.call("runAgentOnce", { params: { id: ids.agent }, body: {} }, acme);
  ids.agentRun = ((await ran.json()) as { run_id: string }).run_id; // the route's response schema
  await world.call("putPlan", { params: { name: "register" }, body: { plan: foreign, description: secret } }, acme);
  const lesson = { request: `open the ${secret} register`, plan: foreign };
  const taught = await world.call("teachLesson", { body: lesson }, acme);
  ids.lesson = ((await taught.json()) as { lesson: { id: string } }).lesson.id; // the route's response schema
  ids.notice = (await world.planwright.agents.notices("acme", { limit: 1 })).notices[0]?.notice_id ?? "";
});

afterAll(() => world.stop());

async function run(body: object, key: string): Promise<string> {
  const response = await world.call("startRun", { body, headers: { "idempotency-key": key } }, acme);
  const { run_id: runId } = (await response.json()) as { run_id: string }; // the route's response schema
  await world.planwright.runs.settled({ tenant: "acme", runId });
  return runId;
}

type Attempt = readonly [status: number, ask: (ids: Ids) => Call];

const nothing = (): Call => ({});
const skip = { choice: "skip" };
const verbCall = { verb_id: "acme_register", payload: {}, request_id: "q1", caller: "globex" };

/** Globex's requests. The compiler requires every route to be listed. */
const attempts: Record<RouteName, readonly Attempt[]> = {
  plan: [[200, () => ({ body: wish })]],
  planActions: [[200, () => ({ body: { text: "Look up the topaz register" } })]],
  planStructured: [[200, () => ({ body: { goal: "Look up the topaz register" } })]],
  validatePlan: [[200, () => ({ body: { contract: "determinism", plan: foreign } })]],
  explainPlan: [[200, () => ({ body: { goal: wish.message } })]],
  planInputHash: [[200, () => ({ body: { agent_id: "a", goal: "echo topaz" } })]],
  sessionStepEvents: [[200, () => ({ params: { session: "7", step: "step-1" } })]],
  listPlanners: [[200, nothing]],
  planWith: [[422, () => ({ params: { id: "grammar" }, body: { agent_id: "a", goal: "echo topaz" } })]],
  replay: [
    [404, ({ finished }) => ({ body: { run_id: finished } })],
    [404, ({ finished }) => ({ body: { run_id: finished, mode: "full_replay" } })],
  ],
  executeVerb: [[200, () => ({ body: verbCall })]],
  planReact: [
    [200, () => ({ body: question })],
    // Acme's own id: an answer stored for Acme would show its register.
    [200, ({ asked }) => ({ body: { ...question, request_id: asked } })],
  ],
  // Globex may use the same id: then it gets its own answer.
  getReact: [[200, ({ asked: id }) => ({ params: { id } })]],
  startRun: [
    [422, () => ({ body: foreign })],
    // Acme's own key and body: an answer stored for Acme would show its run.
    [202, () => ({ body: message, headers: { "idempotency-key": "second" } })],
  ],
  previewRun: [[422, () => ({ body: foreign })]],
  listRuns: [
    [200, nothing],
    [400, ({ waiting }) => ({ query: { cursor: waiting } })],
    [200, () => ({ query: { status: "waiting" } })],
  ],
  getRun: [[404, ({ waiting: id }) => ({ params: { id } })]],
  diffRuns: [[404, ({ finished: id, waiting: other }) => ({ params: { id, other } })]],
  stepInputs: [[404, ({ finished: id }) => ({ params: { id, step: "s1" } })]],
  cancelRun: [[404, ({ waiting: id }) => ({ params: { id } })]],
  signalRun: [
    [404, ({ waiting: id, escalation }) => ({ params: { id }, body: { escalation_id: escalation, decision: skip } })],
  ],
  rerun: [[404, ({ finished: id }) => ({ params: { id }, body: { from_step: "s1" } })]],
  runEvents: [
    [404, ({ finished: id }) => ({ params: { id } })],
    [404, ({ waiting: id }) => ({ params: { id }, headers: { "last-event-id": "0" } })],
  ],
  putPlan: [[422, () => ({ params: { name: "secret-plan" }, body: { plan: foreign } })]],
  listPlans: [[200, nothing]],
  getPlan: [[404, () => ({ params: { name: "register" } })]],
  diffPlan: [[404, () => ({ params: { name: "register" }, query: { from: "1" } })]],
  runPlan: [[404, () => ({ params: { name: "register" }, body: {} })]],
  schedulePlan: [[404, () => ({ params: { name: "register" }, body: { cron: "0 9 * * 1" } })]],
  unschedulePlan: [[404, () => ({ params: { name: "register" } })]],
  approvePlan: [
    [404, () => ({ params: { name: "register" }, body: { version: 1, max_runs: 1, until: "2030-01-01T00:00:00Z" } })],
  ],
  revokeApproval: [[404, () => ({ params: { name: "register" }, body: {} })]],
  teachLesson: [[422, () => ({ body: { request: "open the topaz register", plan: foreign } })]],
  listLessons: [
    [200, nothing],
    [200, () => ({ query: { q: "topaz" } })],
  ],
  getLesson: [[404, ({ lesson: id }) => ({ params: { id } })]],
  revokeLesson: [[404, ({ lesson: id }) => ({ params: { id } })]],
  exportTaught: [[200, nothing]],
  listTaughtVersions: [[200, nothing]],
  diffTaught: [[200, () => ({ query: { from: "0" } })]],
  listOffers: [[200, nothing]],
  revertTaught: [[200, () => ({ body: { version: 0 } })]],
  listEscalations: [[200, nothing]],
  assignEscalation: [[404, ({ escalation: id }) => ({ params: { id }, body: { to: "ann" } })]],
  decideEscalation: [[404, ({ escalation: id }) => ({ params: { id }, body: skip })]],
  createDraft: [[422, () => ({ body: { plan: actionPlan("acme_register", "topaz") } })]],
  listDrafts: [
    [200, nothing],
    [400, ({ draft: cursor }) => ({ query: { cursor } })],
    [200, () => ({ query: { status: "DRAFT" } })],
  ],
  listQueries: [
    [200, nothing],
    [200, () => ({ query: { by: "acme" } })],
  ],
  getDraft: [[404, ({ draft: id }) => ({ params: { id } })]],
  applyDraft: [[404, ({ draft: id }) => ({ params: { id }, body: shown })]],
  confirmDraft: [[404, ({ draft: id }) => ({ params: { id }, body: shown })]],
  cancelDraft: [[404, ({ draft: id }) => ({ params: { id }, body: shown })]],
  editDraft: [[404, ({ draft: id }) => ({ params: { id }, body: { ...shown, remove: ["a1"] } })]],
  pickDraft: [[404, ({ draft: id }) => ({ params: { id }, body: { ...shown, entity: 0, candidate_id: "d" } })]],
  assignDraft: [[404, ({ draft: id }) => ({ params: { id }, body: { ...shown, to: "ann" } })]],
  answerDraft: [[404, ({ draft: id }) => ({ params: { id }, body: { ...shown, answers: { q1: "yes" } } })]],
  rebuildDraft: [[404, ({ draft: id }) => ({ params: { id }, body: shown })]],
  chat: [[200, () => ({ body: { conversation: "acme", input: { kind: "message", text: "/drafts" } } })]],
  getChat: [[200, () => ({ params: { conversation: "acme" } })]],
  slackEvents: [[401, () => ({ body: {} })]],
  telegramWebhook: [[401, () => ({ body: { update_id: 1 } })]],
  listAgents: [[200, nothing]],
  listProfileFaults: [[200, nothing]],
  getAgent: [[404, ({ agent: id }) => ({ params: { id } })]],
  putAgent: [[200, ({ agent: id }) => ({ params: { id }, body: agentProfile(id, "my own") })]],
  removeAgent: [
    [200, ({ agent: id }) => ({ params: { id } })],
    [404, ({ agent: id }) => ({ params: { id } })],
  ],
  runAgentOnce: [[404, ({ agent: id }) => ({ params: { id }, body: {} })]],
  enableAgent: [[404, ({ agent: id }) => ({ params: { id } })]],
  disableAgent: [[404, ({ agent: id }) => ({ params: { id } })]],
  backfillAgent: [
    [404, ({ agent: id }) => ({ params: { id }, body: { from: "2025-01-01T00:00:00Z", to: "2025-01-02T00:00:00Z" } })],
  ],
  listAgentRuns: [[404, ({ agent: id }) => ({ params: { id } })]],
  getAgentRun: [[404, ({ agent: id, agentRun: run }) => ({ params: { id, run } })]],
  exportAgentRuns: [[404, ({ agent: id }) => ({ params: { id } })]],
  listDecisions: [[404, ({ agent: id }) => ({ params: { id } })]],
  publishEvent: [[202, () => ({ body: { channel: "gems", payload: {}, id: "e1" } })]],
  listDeadLetters: [[200, nothing]],
  listState: [[200, nothing]],
  putState: [[200, () => ({ params: { path: "gems.topaz" }, body: { value: 1 } })]],
  listNotices: [[200, nothing]],
  seeNotice: [[404, ({ notice: id }) => ({ params: { id } })]],
  listCollapse: [[200, nothing]],
  listTools: [[200, nothing]],
  getTool: [[404, () => ({ params: { id: "acme_register" } })]],
  listToolSources: [[200, nothing]],
  listPacks: [[200, nothing]],
  getPack: [[404, () => ({ params: { id: "acme" } })]],
  listKnowledge: [[200, nothing]],
  searchKnowledge: [[200, () => ({ query: { q: "topaz" } })]],
  addKnowledge: [[201, ({ document: source }) => ({ body: { source, content: "My own." } })]],
  removeKnowledge: [[404, ({ other: source }) => ({ params: { source } })]],
  listAudit: [
    [200, nothing],
    [200, () => ({ query: { cursor: "999999999" } })],
  ],
  listDeadJobs: [[200, nothing]],
  reviveJob: [[200, ({ waiting: key }) => ({ body: { queue: "runs", key } })]],
  getBudgets: [[200, nothing]],
  watchChanges: [
    [200, () => ({ query: { follow: "false" } })],
    // Not an id of Globex's log: it gets a gap, not Acme's changes.
    [200, () => ({ query: { follow: "false" }, headers: { "last-event-id": "other.0" } })],
  ],
  health: [[200, nothing]],
  readiness: [[200, nothing]],
  version: [[200, nothing]],
  metrics: [[200, nothing]],
  openapi: [[200, nothing]],
  docs: [[200, nothing]],
};

// These first: later they rightly contain the ids that Globex itself requested.
const early = new Set<string>(["listAudit", "listRuns"]);
const rows = namedRoutes()
  .toSorted(([a], [b]) => Number(early.has(b)) - Number(early.has(a)))
  .flatMap(([name]) => attempts[name].map(([status, ask], at) => ({ name, at, status, ask })));

describe("another tenant's data", () => {
  it("exist, and every route is called", async () => {
    expect(Object.keys(attempts).toSorted()).toEqual(Object.keys(routes).toSorted());
    expect(Object.values(ids)).not.toContain("");
    const plan = await (await world.call("plan", { body: wish }, acme)).text();
    expect(plan).toContain("acme_register");
    expect(await (await world.call("searchKnowledge", { query: { q: "topaz" } }, acme)).text()).toContain(secret);
    const asked = await world.call("getReact", { params: { id: ids.asked } }, acme);
    expect(await asked.text()).toContain(secret);
  });

  it.each(rows)("$name ($at) answers $status and leaks nothing", async ({ name, ask, status }) => {
    const call = ask(ids);
    const response = await world.call(name, call, globex);
    const text = await response.text();
    expect(response.status).toBe(status);
    const said = JSON.stringify(call);
    const unsaid = [secret, "acme", acme.slice(3, 19), ...Object.values(ids)].filter((word) => !said.includes(word));
    expect(unsaid.filter((word) => text.includes(word))).toEqual([]);
  });

  it.each(rows.filter(({ status }) => status === 404))(
    "$name ($at) says the same of what is nowhere",
    async ({ name, ask }) => {
      // Each id differs only in its last letter, so that a suggestion would be just as near.
      const near = (id: string): string => `${id.slice(0, -1)}~`;
      const absent = Object.fromEntries(Object.entries(ids).map(([field, id]) => [field, near(id)])) as Ids; // same fields
      const answers = [ask(ids), ask(absent)].map(async (call) => {
        const body = await (await world.call(name, call, globex)).text();
        const words = [...Object.values(ids), ...Object.values(absent)];
        const plain = words
          .toSorted((a, b) => b.length - a.length)
          .reduce((text, id) => text.replaceAll(id, "ID"), body);
        return plain.replace(/"instance":"[^"]*"/, "");
      });
      const [theirs, nobodys] = await Promise.all(answers);
      expect(theirs).toBe(nobodys);
    },
  );

  it("are unchanged", async () => {
    const { store, knowledge } = world.planwright;
    expect(await store.run("acme", ids.waiting)).toMatchObject({ status: "waiting" });
    const runs = await store.runs({ tenant: "acme", limit: 10 });
    expect(new Set(runs.map(({ id }) => id))).toEqual(new Set([ids.finished, ids.waiting]));
    expect(await store.wait("acme", ids.escalation)).toMatchObject({ state: "open" });
    const drafts = await world.planwright.drafts.list({ tenant: "acme", limit: 10 });
    expect(drafts).toMatchObject([{ draft: { draft_id: ids.draft, status: "DRAFT", revision: 1 } }]);
    const hits = await knowledge.search({ text: "topaz", limit: 10 }, "acme");
    expect(new Set(hits.map(({ source }) => source))).toEqual(new Set([ids.document, ids.other]));
    expect(hits.every(({ text }) => text.includes(secret))).toBe(true);
  });
});
