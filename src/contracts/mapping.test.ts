import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Plan } from "../plan/plan.ts";
import { parseWith } from "../plan/parse.ts";
import {
  actionArbitraries,
  determinismArbitraries,
  reactArbitraries,
  serviceArbitraries,
} from "../../test/support/arbitraries/index.ts";
import * as actions from "./actions/index.ts";
import * as determinism from "./determinism/index.ts";
import type { MappingResult } from "./mapping.ts";
import * as react from "./react/index.ts";
import * as service from "./service/index.ts";

// A document becomes a Plan and leaves as the same document; a Plan that a contract cannot say is refused, never cut.

const runs = { seed: 42, numRuns: 100 };

function expectRoundTrip<Wire>(
  wire: Wire,
  contract: { toPlan(wire: Wire): Plan; fromPlan(plan: Plan): MappingResult<Wire> },
): void {
  const plan = contract.toPlan(wire);
  expect(Plan.parse(plan)).toEqual(plan);
  expect(contract.fromPlan(plan)).toEqual({ ok: true, value: wire, omitted: [] });
}

describe("round trips over generated documents", () => {
  it.each(["0.1", "0.2", "0.3"] as const)("service %s", (version) => {
    fc.assert(
      fc.property(serviceArbitraries.planResponse(version), (wire) => {
        expect(service.parsePlanResponse(wire)).toEqual({ ok: true, value: wire });
        expectRoundTrip(wire, service);
      }),
      runs,
    );
  });

  it("determinism", () => {
    fc.assert(
      fc.property(determinismArbitraries.skillPlan(), (wire) => {
        expect(parseWith(determinism.SkillPlan, wire)).toEqual({ ok: true, value: wire });
        expectRoundTrip(wire, determinism);
      }),
      runs,
    );
  });

  it("actions", () => {
    fc.assert(
      fc.property(actionArbitraries.actionPlan(), (wire) => {
        expect(actions.parseActionPlan(wire)).toEqual({ ok: true, value: wire });
        expectRoundTrip(wire, actions);
      }),
      runs,
    );
  });

  it("react traces", () => {
    fc.assert(
      fc.property(reactArbitraries.trace(), (wire) => {
        expect(parseWith(react.Trace, wire)).toEqual({ ok: true, value: wire });
        expectRoundTrip(wire, react);
      }),
      runs,
    );
  });

  it("requests and parts are read as they were generated", () => {
    const read = [
      [service.PlanRequest, serviceArbitraries.planRequest()],
      [determinism.PlannerInput, determinismArbitraries.plannerInput()],
      [determinism.PlannerOutput, determinismArbitraries.plannerOutput()],
      [determinism.PlannerError, determinismArbitraries.plannerError()],
      [react.PlanReactRequest, reactArbitraries.planReactRequest()],
      [react.Triggers, reactArbitraries.triggers()],
    ] as const;
    for (const [schema, arbitrary] of read)
      fc.assert(
        fc.property(arbitrary as fc.Arbitrary<unknown>, (wire) => {
          expect(parseWith(schema, wire)).toEqual({ ok: true, value: wire });
        }),
        { ...runs, numRuns: 50 },
      );
  });
});

describe("the contracts' own examples", () => {
  it.each(Object.entries(service.examples).filter(([name]) => name !== "request"))("service %s", (_, example) => {
    expectRoundTrip(value(service.parsePlanResponse(example)), service);
  });
  it.each([determinism.examples.plan, determinism.examples.planWithReferences])("determinism %#", (example) => {
    expectRoundTrip(value(parseWith(determinism.SkillPlan, example)), determinism);
  });
  it.each([actions.examples.plan, actions.examples.query])("actions %#", (example) => {
    expectRoundTrip(value(actions.parseActionPlan(example)), actions);
  });
  it.each([react.examples.response, react.examples.timedOut])("react %#", (example) => {
    expectRoundTrip(value(parseWith(react.PlanReactResponse, example)).trace, react);
  });

  it("keep ids and references as they are spelt", () => {
    const plan = service.toPlan(value(service.parsePlanResponse(service.examples.response)));
    expect(plan.spelling).toBe("results");
    expect(plan.steps.map(({ id }) => id)).toEqual(["step-1", "step-2", "step-3"]);
    expect(plan.steps[1]).toMatchObject({ args: { quote: "{{results.quote_details}}" }, dependsOn: ["step-1"] });
    expect(plan.steps[2]).toMatchObject({ metadata: { draft_id: "{{results.po_draft}}" } });
  });

  it("make of a trace one step an action, each after the one before", () => {
    const { trace } = value(parseWith(react.PlanReactResponse, react.examples.response));
    expect(react.toPlan(trace).steps).toMatchObject([
      { id: "t1", tool: "recall.fetch_context", description: "I should fetch context first.", dependsOn: [] },
      { id: "t2", tool: "brain.chat", dependsOn: ["t1"] },
    ]);
  });
});

const tool = { kind: "tool", id: "step-1", description: "d", tool: "echo", onError: "continue" } as const;
const servicePlan = { spelling: "results", request: { session: 1 }, metadata: { model: "m" }, steps: [tool] } as const;
const skillPlan = { steps: [{ kind: "tool", id: "s1", tool: "echo" }] } as const;
const actionPlan = actions.toPlan(actions.ActionPlan.parse(actions.examples.query));

const refused: [
  name: string,
  express: (plan: Plan) => MappingResult<unknown>,
  plan: unknown,
  code: string,
  pointer: string,
][] = [
  [
    "a condition in service",
    service.fromPlan,
    { ...servicePlan, steps: [{ ...tool, when: { value: "{{results.a}}", is: "present" } }] },
    "NOT_EXPRESSIBLE",
    "/steps/0/when/value",
  ],
  [
    "an iteration in service",
    service.fromPlan,
    { ...servicePlan, steps: [{ ...tool, forEach: { over: "{{results.a}}" } }] },
    "NOT_EXPRESSIBLE",
    "/steps/0/forEach/over",
  ],
  [
    "an effect scope in service",
    service.fromPlan,
    { ...servicePlan, steps: [{ ...tool, effect: { class: "read", scope: "x" } }] },
    "NOT_EXPRESSIBLE",
    "/steps/0/effect/scope",
  ],
  [
    "a result key of a message",
    service.fromPlan,
    {
      ...servicePlan,
      steps: [{ kind: "message", id: "step-1", description: "", channel: "user", content: "", resultKey: "k" }],
    },
    "NOT_EXPRESSIBLE",
    "/steps/0/resultKey",
  ],
  [
    "an escalating lookup",
    service.fromPlan,
    {
      ...servicePlan,
      steps: [{ kind: "lookup", id: "step-1", description: "", query: "q", target: "api", escalate: true }],
    },
    "NOT_EXPRESSIBLE",
    "/steps/0/escalate",
  ],
  [
    "assumptions in service",
    service.fromPlan,
    { ...servicePlan, assumptions: ["a"] },
    "NOT_EXPRESSIBLE",
    "/assumptions/0",
  ],
  [
    "another spelling in service",
    service.fromPlan,
    { ...servicePlan, spelling: "dollar" },
    "NOT_EXPRESSIBLE",
    "/spelling",
  ],
  [
    "no description in service",
    service.fromPlan,
    { ...servicePlan, steps: [{ ...tool, description: undefined }] },
    "MISSING_FIELD",
    "/steps/0/description",
  ],
  ["no session in service", service.fromPlan, { ...servicePlan, request: {} }, "MISSING_FIELD", "/session_id"],
  [
    "a message in determinism",
    determinism.fromPlan,
    { steps: [{ kind: "message", id: "s1", channel: "user", content: "" }] },
    "NOT_EXPRESSIBLE",
    "/steps/0/kind",
  ],
  [
    "an acceptance in determinism",
    determinism.fromPlan,
    { steps: [{ ...skillPlan.steps[0], acceptance: "t" }] },
    "NOT_EXPRESSIBLE",
    "/steps/0/acceptance",
  ],
  [
    "a risk in determinism",
    determinism.fromPlan,
    { ...skillPlan, risks: [{ details: "r" }] },
    "NOT_EXPRESSIBLE",
    "/risks/0/details",
  ],
  [
    "escalation in determinism",
    determinism.fromPlan,
    { steps: [{ ...skillPlan.steps[0], escalate: true }] },
    "NOT_EXPRESSIBLE",
    "/steps/0/escalate",
  ],
  [
    "a question in determinism",
    determinism.fromPlan,
    { ...skillPlan, questions: [{ id: "q", question: "?", choices: [], freeTextAllowed: true }] },
    "NOT_EXPRESSIBLE",
    "/questions/0/id",
  ],
  [
    "a lookup in actions",
    actions.fromPlan,
    { ...actionPlan, steps: [{ kind: "lookup", id: "a1", query: "q", target: "api" }] },
    "NOT_EXPRESSIBLE",
    "/steps/0/kind",
  ],
  [
    "a dependency in actions",
    actions.fromPlan,
    { ...actionPlan, steps: [{ ...actionPlan.steps[0], dependsOn: ["a0"] }] },
    "NOT_EXPRESSIBLE",
    "/steps/0/dependsOn/0",
  ],
  [
    "an id of its own in actions",
    actions.fromPlan,
    { ...actionPlan, steps: [{ ...actionPlan.steps[0], id: "first" }] },
    "NOT_EXPRESSIBLE",
    "/steps/0/id",
  ],
  [
    "an action without a preview",
    actions.fromPlan,
    { ...actionPlan, steps: [{ ...actionPlan.steps[0], preview: undefined }] },
    "MISSING_FIELD",
    "/actions/0/preview",
  ],
  [
    "a branch in a trace",
    react.fromPlan,
    {
      spelling: "none",
      steps: [
        { kind: "tool", id: "t0", tool: "a" },
        { kind: "tool", id: "t1", tool: "b" },
      ],
    },
    "NOT_EXPRESSIBLE",
    "/steps/1/dependsOn",
  ],
];

describe("what a contract cannot express", () => {
  it.each(refused)("%s is refused", (_, express, plan, code, pointer) => {
    const expressed = express(Plan.parse(plan));
    expect(expressed.ok ? [] : expressed.issues).toContainEqual(expect.objectContaining({ code, pointer }));
  });

  it("leaves out provenance and error policy, and reports it", () => {
    const plan = Plan.parse({
      ...servicePlan,
      id: "p",
      request: { session: 1, text: "goal" },
      metadata: { planner: "grammar", inputTokens: 3 },
      steps: [{ ...tool, onError: "abort", retries: 3, effect: { class: "additive" } }],
    });
    const expressed = service.fromPlan(plan);
    expect(expressed).toMatchObject({ ok: true, value: { metadata: { model: "grammar", version: "0.1" } } });
    expect(expressed.ok && expressed.omitted.toSorted()).toEqual([
      "/id",
      "/metadata/inputTokens",
      "/metadata/planner",
      "/request/text",
      "/steps/0/effect/class",
      "/steps/0/onError",
      "/steps/0/retries",
    ]);
  });

  it.each([
    ["action", { kind: "action", id: "step-1", description: "", action: "a", mode: "sync" }, "0.2"],
    ["safety", { kind: "safety", id: "step-1", description: "", check: "c", severity: "info" }, "0.3"],
    ["tool", tool, "0.1"],
  ])("a plan with a %s step answers in the first version that has it", (_, step, version) => {
    const expressed = service.fromPlan(Plan.parse({ ...servicePlan, steps: [step] }));
    expect(expressed).toMatchObject({ ok: true, value: { metadata: { version } } });
  });

  it("rounds cents half up", () => {
    const cents = (costCents: number): unknown => {
      const expressed = determinism.fromPlan(Plan.parse({ ...skillPlan, metadata: { costCents } }));
      return expressed.ok && expressed.value.metadata.cost_cents;
    };
    expect([0.49, 0.5, 1.5, 2].map(cents)).toEqual([0, 1, 2, 2]);
  });
});

function value<T>(checked: { ok: true; value: T } | { ok: false }): T {
  if (!checked.ok) throw new Error("the example must parse");
  return checked.value;
}
