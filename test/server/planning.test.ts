import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { determinismExamples } from "../../src/contracts/determinism/examples.ts";
import { PlannerOutput } from "../../src/contracts/determinism/planner.ts";
import { PlannerRegistry } from "../../src/contracts/determinism/registry.ts";
import { Explanation } from "../../src/contracts/api/explanation.ts";
import { Problem } from "../../src/contracts/problem.ts";
import { serviceExamples } from "../../src/contracts/service/examples.ts";
import { PlanResponse01 } from "../../src/contracts/service/plan-response.ts";
import { structuredExamples } from "../../src/contracts/structured/examples.ts";
import { validateDocument } from "../../src/contracts/validate-document.ts";
import { openServerWorld, type ServerWorld } from "../support/server-world.ts";

let world: ServerWorld;
let key: string;

beforeAll(async () => {
  world = await openServerWorld();
  key = await world.key("acme", ["plan"]);
});
afterAll(() => world.stop());

const { request } = serviceExamples;

async function planFor(part: object): Promise<PlanResponse01> {
  const response = await world.call("plan", { body: { ...request, ...part } }, key);
  expect(response.status).toBe(200);
  return PlanResponse01.parse(await response.json());
}

function toolsOf({ steps }: PlanResponse01): string[] {
  return steps.flatMap((step) => (step.type === "tool" ? [step.payload.tool_name] : []));
}

describe("POST /plan", () => {
  it("turns the contract's own request into quote, purchase order and message", async () => {
    const plan = await planFor({});
    expect(plan.session_id).toBe(request.session_id);
    expect(toolsOf(plan)).toEqual(["quote_lookup", "create_purchase_order"]);
    expect(plan.steps[0]).toMatchObject({ payload: { arguments: { quote_id: "Q-0192" } } });
    expect(plan.steps.at(-1)?.type).toBe("message");
    expect(validateDocument("service", plan).ok).toBe(true);
  });

  it("uses company tools only with a company_id", async () => {
    expect(toolsOf(await planFor({ context: { company_id: 92 } }))).toContain("quote_lookup");
    expect(toolsOf(await planFor({ context: { user_id: 731 } }))).toEqual([]);
    expect(toolsOf(await planFor({ context: {} }))).toEqual([]);
    expect(toolsOf(await planFor({ context: { company_id: null, user_id: null, locale: null } }))).toEqual([]);
    expect(toolsOf(await planFor({ context: {}, message: "Echo the text hello" }))).toEqual(["echo_tool"]);
  });

  it("asks for the company where its tools would do it", async () => {
    const { steps } = await planFor({ context: {} });
    expect(steps).toMatchObject([{ type: "message", payload: { metadata: { missing: ["context.company_id"] } } }]);
    const [en, ru] = await Promise.all(["en", "ru"].map((locale) => planFor({ context: { locale } })));
    expect([JSON.stringify(en), JSON.stringify(ru)]).toEqual([
      expect.stringContaining("Which company"),
      expect.stringContaining("компании"),
    ]);
  });

  it("says in a sentence why the plan is as it is", async () => {
    const { metadata } = await planFor({});
    expect(metadata.rationale).toMatch(/^Planned with quote_lookup, create_purchase_order because of .+\.$/);
    expect((await planFor({ message: "how do I create a purchase order?" })).metadata.rationale).toContain(
      "knowledge base",
    );
  });

  it("takes the tenant from the credential, not from company_id", async () => {
    const [one, other] = [await planFor({}), await planFor({ context: { ...request.context, company_id: 1 } })];
    expect(other.steps).toEqual(one.steps);
  });

  it("changes only the wording with the locale", async () => {
    const shapeOf = ({ steps }: PlanResponse01) =>
      steps.map(({ id, type, depends_on, payload }) => ({
        id,
        type,
        depends_on,
        call: "tool_name" in payload ? [payload.tool_name, payload.arguments, payload.result_key] : null,
      }));
    const [en, ru, other] = await Promise.all(
      ["en-US", "ru-RU", "tlh"].map((locale) => planFor({ context: { company_id: 92, locale } })),
    );
    if (en === undefined || ru === undefined || other === undefined) throw new Error("three were requested");
    expect(shapeOf(ru)).toEqual(shapeOf(en));
    expect(shapeOf(other)).toEqual(shapeOf(en));
    expect(JSON.stringify(ru)).toMatch(/[а-я]/);
    expect(JSON.stringify(en)).not.toMatch(/[а-я]/);
  });

  it("gives plan_input_hash on its own, without planning", async () => {
    const body = { agent_id: "test-agent", goal: "  Fetch user data from API" };
    expect(await (await world.call("planInputHash", { body }, key)).json()).toEqual({
      plan_input_hash: "8412fa735c60961c",
    });
  });

  it("gives the same response byte for byte, cached or not", async () => {
    const texts = await Promise.all([1, 2, 3].map(async () => JSON.stringify(await planFor({}))));
    expect(new Set(texts).size).toBe(1);
  });

  it("answers an impossible request with a message", async () => {
    const plan = await planFor({ message: "Paint the moon green" });
    expect(plan.steps).toMatchObject([{ type: "message" }]);
  });

  it.each([
    ["no session", { message: "x" }, "/session_id"],
    ["a session that is text", { session_id: "1", message: "x" }, "/session_id"],
    ["an empty message", { session_id: 1, message: "" }, "/message"],
    ["a field nobody knows", { session_id: 1, message: "x", sesion_id: 2 }, "/sesion_id"],
    ["an unknown field inside", { session_id: 1, message: "x", context: { company: 1 } }, "/context/company"],
    ["a time that is none", { session_id: 1, message: "x", timestamp: "yesterday" }, "/timestamp"],
    ["a list", [], ""],
    ["null", null, ""],
  ])("rejects %s with its pointer", async (_, body, pointer) => {
    const response = await world.call("plan", { body }, key);
    const problem = Problem.parse(await response.json());
    expect([response.status, problem.code]).toEqual([422, "INVALID_INPUT"]);
    expect(problem.errors?.map((error) => error.pointer)).toContain(pointer);
  });

  it("suggests the intended field", async () => {
    const response = await world.call("plan", { body: { session_id: 1, message: "x", timestmp: "" } }, key);
    expect(Problem.parse(await response.json()).errors?.[0]?.hint).toContain('"timestamp"');
  });
});

describe("the time of a request", () => {
  it("defaults to the clock in UTC", async () => {
    const message = "Email the client that delivery is tomorrow";
    const own = await planFor({ message, timestamp: new Date(world.clock.now()).toISOString() });
    expect(await planFor({ message })).toEqual(own);
  });
});

describe("POST /plan/structured", () => {
  it("keeps the requested number of steps and returns a valid plan", async () => {
    const goal = "a 3-step plan to print the time";
    const response = await world.call("planStructured", { body: { goal } }, key);
    const plan = (await response.json()) as { steps: unknown[] }; // proved below
    expect(plan.steps).toHaveLength(3);
    expect(validateDocument("structured", plan, { stepCount: 3 }).ok).toBe(true);
  });

  it("rejects a goal without words", async () => {
    const response = await world.call("planStructured", { body: { goal: "!!!" } }, key);
    expect(Problem.parse(await response.json()).code).toBe("PLANNER_INVALID_GOAL");
  });
});

describe("POST /plan/validate", () => {
  const ask = async (body: object): Promise<unknown> => (await world.call("validatePlan", { body }, key)).json();

  it("accepts the contracts' examples", async () => {
    expect(await ask({ contract: "structured", plan: structuredExamples.plan })).toEqual({ valid: true, issues: [] });
    expect(await ask({ contract: "service", plan: serviceExamples.response })).toEqual({ valid: true, issues: [] });
  });

  it("reports every violation at once", async () => {
    const plan = { ...structuredExamples.plan, task_summary: "", zz: 1 };
    const answer = await ask({ contract: "structured", plan, step_count: 2 });
    expect(answer).toMatchObject({ valid: false });
    const { issues } = answer as { issues: { pointer: string }[] }; // the route's response schema
    expect(issues.length).toBeGreaterThan(1);
    expect(issues.map(({ pointer }) => pointer)).toContain("/zz");
  });

  it("validates against tools in the request", async () => {
    const plan = {
      steps: [{ id: "s1", type: "tool", description: "d", payload: { tool_name: "fly", arguments: {} } }],
    };
    const document = { session_id: 1, steps: plan.steps, metadata: { model: "m" } };
    const tools = [{ name: "fly", description: "Fly.", inputSchema: { type: "object" } }];
    expect(await ask({ contract: "service", plan: document })).toMatchObject({ valid: false });
    expect(await ask({ contract: "service", plan: document, tools })).toMatchObject({ valid: true });
  });

  it("rejects invalid tools with their pointers", async () => {
    const response = await world.call("validatePlan", { body: { contract: "service", plan: {}, tools: [{}] } }, key);
    const problem = Problem.parse(await response.json());
    expect(problem.errors?.[0]?.pointer).toMatch(/^\/tools\/0/);
  });
});

describe("POST /plan/explain", () => {
  const explain = async (body: object): Promise<Explanation> => {
    const response = await world.call("explainPlan", { body }, key);
    expect(response.status).toBe(200);
    return Explanation.parse(await response.json());
  };
  const goal = "Generate a purchase order from quote Q-0192";

  it("shows the words that led to each tool and argument", async () => {
    const { reasons, plan, document } = await explain({ goal });
    const ids = (plan["steps"] as { id: string }[]).map(({ id }) => id); // the model's own steps
    expect(document["steps"]).toMatchObject(ids.map((id) => ({ id })));
    expect(reasons.every(({ step_id }) => ids.includes(step_id))).toBe(true);
    const quote = reasons.find(({ param }) => param === "quote_id");
    expect(goal.slice(quote?.from, quote?.to)).toBe("Q-0192");
  });

  it.each(["service", "structured", "determinism"] as const)(
    "answers in the %s contract what validates",
    async (contract) => {
      const { document, confidence, estimate, deterministic, react_cost } = await explain({
        goal: 'echo "hello"',
        contract,
      });
      const answer = await (await world.call("validatePlan", { body: { contract, plan: document } }, key)).json();
      expect(answer).toEqual({ valid: true, issues: [] });
      expect(react_cost).toMatchObject({ least_micro_cents: 0, unpriced: expect.arrayContaining(["http.get"]) });
      expect({ deterministic, cost: estimate.cost_cents }).toEqual({ deterministic: true, cost: 0 });
      expect(confidence).toBeGreaterThan(0);
    },
  );

  it("gives equal hashes for equal requests, and asks for missing values", async () => {
    const [first, second] = [await explain({ goal }), await explain({ goal })];
    expect(second).toEqual(first);
    expect((await explain({ goal: "Generate a purchase order from a quote" })).questions.length).toBeGreaterThan(0);
  });

  it("names an unknown planner or zone", async () => {
    const planner = await world.call("explainPlan", { body: { goal, planner: "gramar" } }, key);
    expect([planner.status, Problem.parse(await planner.json()).detail]).toEqual([
      404,
      expect.stringContaining("grammar"),
    ]);
    expect((await world.call("explainPlan", { body: { goal, zone: "Mars/Base" } }, key)).status).toBe(422);
  });
});

describe("planners", () => {
  it("are listed with determinism and cost", async () => {
    const list = await (await world.call("listPlanners", {}, key)).json();
    expect(PlannerRegistry.parse(list)).toMatchObject({
      grammar: { class: "planwright/grammar", determinism: "full", cost_model: { base_cents: 0 } },
    });
  });

  it("answer the contract's input identically twice", async () => {
    const body = determinismExamples.input;
    const ask = async (): Promise<string> =>
      (await world.call("planWith", { params: { id: "stub" }, body }, key)).text();
    const first = await ask();
    expect(PlannerOutput.safeParse(JSON.parse(first)).success).toBe(true);
    expect(await ask()).toBe(first);
  });

  it("say that a plan with a relative date depends on the clock, unless the time is given", async () => {
    const tool_manifest = [
      {
        name: "create_task",
        description: "Create a task",
        input_schema: {
          type: "object",
          properties: { title: { type: "string" }, due_date: { type: "string", format: "date" } },
          required: ["title"],
        },
      },
    ];
    const input = { agent_id: "a", goal: "create a task Call the printer due tomorrow", tool_manifest };
    for (const id of ["grammar", "memo:grammar", "cascade"]) {
      const ask = async (body: object): Promise<PlannerOutput> =>
        PlannerOutput.parse(await (await world.call("planWith", { params: { id }, body }, key)).json());
      expect(await ask(input), id).toMatchObject({
        deterministic: false,
        plan: { metadata: { deterministic: false } },
      });
      const timed = { ...input, now: "2026-05-04T10:00:00Z", zone: "Europe/Berlin" };
      const first = await ask(timed);
      expect(first, id).toMatchObject({
        deterministic: true,
        plan: { steps: [{ params: { due_date: "2026-05-05" } }] },
      });
      expect((await ask({ ...timed, now: "2026-05-11T10:00:00Z" })).metadata["plan_input_hash"]).not.toBe(
        first.metadata["plan_input_hash"],
      );
      expect((await ask({ ...input, goal: "create a task Call the printer" })).deterministic, id).toBe(true);
    }
  });

  it("suggest the nearest name for an unknown planner", async () => {
    const response = await world.call("planWith", { params: { id: "gramar" }, body: determinismExamples.input }, key);
    const problem = Problem.parse(await response.json());
    expect([response.status, problem.detail]).toEqual([404, expect.stringContaining("grammar")]);
  });
});
