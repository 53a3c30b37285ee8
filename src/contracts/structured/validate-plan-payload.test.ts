import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseWith } from "../../plan/parse.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { createShape } from "../../plan/validate/shape.ts";
import { structuredPlan } from "../../../test/support/arbitraries/structured.ts";
import { structuredMutations } from "../../testing/conformance/structured-mutations.ts";
import { structuredExamples } from "./examples.ts";
import { StructuredPlan } from "./plan.ts";
import { validate_plan_payload, validatePlanPayload, type PayloadOptions } from "./validate-plan-payload.ts";

const runs = { numRuns: 100, seed: 20_251_115 };

function found(payload: unknown, options?: PayloadOptions): string[] {
  const checked = validatePlanPayload(payload, options);
  return checked.ok ? [] : checked.issues.map(({ code, pointer }) => `${code} ${pointer}`);
}

const step = (k: number, more: object = {}): object => ({
  step_id: `step_${k}`,
  title: "t",
  description: "d",
  dependencies: [],
  deliverable: "d",
  acceptance: "a",
  tool: { name: "get_time", args: {} },
  ...more,
});
const plan = (...steps: unknown[]): object => ({ task_summary: "s", steps, assumptions: [], risks: [] });
const echo = (text: unknown): object => ({ tool: { name: "echo_tool", args: { text } } });

describe("every generated plan", () => {
  it("is accepted as a value and as text", () => {
    fc.assert(
      fc.property(structuredPlan(), (valid) => {
        expect(validatePlanPayload(valid)).toEqual({ ok: true, value: valid });
        expect(validatePlanPayload(JSON.stringify(valid), { stepCount: valid.steps.length }).ok).toBe(true);
      }),
      runs,
    );
  });

  it("is refused after every single mutation, with the code at the place", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(structuredPlan(), (valid) => {
        for (const { name, document, code, pointer } of structuredMutations(valid)) {
          expect(found(document, { stepCount: valid.steps.length }), name).toContain(`${code} ${pointer}`);
          seen.add(name);
        }
      }),
      { ...runs, numRuns: 50 },
    );
    expect([...seen].toSorted()).toMatchInlineSnapshot(`
      [
        "drop",
        "drop step",
        "duplicate dependency",
        "duplicate step",
        "empty",
        "extra argument",
        "extra field",
        "forward dependency",
        "id style",
        "malformed reference",
        "no argument",
        "no step",
        "rename",
        "reorder",
        "self dependency",
        "unknown dependency",
        "unknown reference",
        "unknown tool",
        "wrong argument type",
        "wrong type",
      ]
    `);
  });

  it("is judged alike by the compiled predicate and by zod", () => {
    const quick = createShape(StructuredPlan);
    fc.assert(
      fc.property(structuredPlan(), (valid) => {
        for (const { document } of structuredMutations(valid))
          expect(quick(document)).toEqual(parseWith(StructuredPlan, document));
      }),
      { ...runs, numRuns: 25 },
    );
  });
});

// The step index, step count, dependency, tool and failure-mode sections of the contract, and the traps beside them.
describe("the contract", () => {
  it.each<[string, unknown, PayloadOptions, string[]]>([
    ["accepts its example", structuredExamples.plan, { request: "a 3-step plan" }, []],
    [
      "step_2, step_3",
      plan(step(2), step(3)),
      {},
      ["STEP_ID_ORDER /steps/0/step_id", "STEP_ID_ORDER /steps/1/step_id"],
    ],
    ["step_1, step_3", plan(step(1), step(3)), {}, ["STEP_ID_ORDER /steps/1/step_id"]],
    ["descending", plan(step(2), step(1)), {}, ["STEP_ID_ORDER /steps/0/step_id", "STEP_ID_ORDER /steps/1/step_id"]],
    ["step_0", plan(step(0)), {}, ["STEP_ID_FORMAT /steps/0/step_id"]],
    ["mixed styles", plan(step(1), step(2, { step_id: "step-2" })), {}, ["STEP_ID_FORMAT /steps/1/step_id"]],
    ["another style throughout", plan(step(1, { step_id: "s1" })), {}, ["STEP_ID_FORMAT /steps/0/step_id"]],
    ["step_01", plan(step(1, { step_id: "step_01" })), {}, ["STEP_ID_FORMAT /steps/0/step_id"]],
    ["Arabic digits", plan(step(1, { step_id: "step_١" })), {}, ["STEP_ID_FORMAT /steps/0/step_id"]],
    ["too few", plan(step(1)), { stepCount: 3 }, ["STEP_COUNT /steps"]],
    ["too many", plan(step(1), step(2)), { stepCount: 1 }, ["STEP_COUNT /steps"]],
    ["count from words", plan(step(1)), { request: "план из двух шагов" }, ["STEP_COUNT /steps"]],
    ["the option wins over the words", plan(step(1)), { request: "in two steps", stepCount: 1 }, []],
    ["a request without a count", plan(step(1)), { request: "just do it" }, []],
    ["no steps", plan(), {}, ["TOO_SHORT /steps"]],
    ["no steps, two asked for", plan(), { stepCount: 2 }, ["TOO_SHORT /steps", "STEP_COUNT /steps"]],
    [
      "forward",
      plan(step(1, { dependencies: ["step_2"] }), step(2)),
      {},
      ["FORWARD_DEPENDENCY /steps/0/dependencies/0"],
    ],
    ["missing", plan(step(1, { dependencies: ["step_9"] })), {}, ["UNKNOWN_DEPENDENCY /steps/0/dependencies/0"]],
    ["self", plan(step(1, { dependencies: ["step_1"] })), {}, ["SELF_DEPENDENCY /steps/0/dependencies/0"]],
    [
      "unregistered tool",
      plan(step(1, { tool: { name: "http_call", args: {} } })),
      {},
      ["UNKNOWN_TOOL /steps/0/tool/name"],
    ],
    ["no tool", JSON.stringify(plan(step(1, { tool: undefined }))), {}, ["MISSING_FIELD /steps/0/tool"]],
    ["a tool by name only", plan(step(1, { tool: "echo_tool" })), {}, ["WRONG_TYPE /steps/0/tool"]],
    [
      "echo_tool {}",
      plan(step(1, { tool: { name: "echo_tool", args: {} } })),
      {},
      ["INVALID_ARGUMENTS /steps/0/tool/args/text"],
    ],
    [
      "echo_tool with more",
      plan(step(1, { tool: { name: "echo_tool", args: { text: "a", b: 1 } } })),
      {},
      ["INVALID_ARGUMENTS /steps/0/tool/args/b"],
    ],
    [
      "get_time with arguments",
      plan(step(1, { tool: { name: "get_time", args: { zone: "utc" } } })),
      {},
      ["INVALID_ARGUMENTS /steps/0/tool/args/zone"],
    ],
    ["a price is text", plan(step(1, echo("it costs $5.00 or $HOME"))), {}, []],
    [
      "result of a stranger",
      plan(step(1), step(2, echo("$step_1.output.now_utc"))),
      {},
      ["REFERENCE_NOT_A_DEPENDENCY /steps/1/tool/args/text"],
    ],
    [
      "a field that is not there",
      plan(step(1), step(2, { dependencies: ["step_1"], ...echo("$step_1.output.now") })),
      {},
      ["REFERENCE_PATH /steps/1/tool/args/text"],
    ],
    [
      "an output with one field stands for the field",
      plan(step(1), step(2, { dependencies: ["step_1"], ...echo("$step_1.output") })),
      {},
      [],
    ],
    ["so does the step alone", plan(step(1), step(2, { dependencies: ["step_1"], ...echo("$step_1") })), {}, []],
    [
      "a drifted reference",
      plan(step(1), step(2, { dependencies: ["step_1"], ...echo("step_1.output.now_utc") })),
      {},
      ["MALFORMED_REFERENCE /steps/1/tool/args/text"],
    ],
    [
      "a reference in another contract's spelling",
      plan(step(1), step(2, { dependencies: ["step_1"], ...echo("{{step_1.now_utc}}") })),
      {},
      ["MALFORMED_REFERENCE /steps/1/tool/args/text"],
    ],
    [
      "embedded, an object becomes text",
      plan(step(1), step(2, { dependencies: ["step_1"], ...echo("at $step_1.output") })),
      {},
      [],
    ],
    ["blank text", plan(step(1, { title: " \n" })), {}, ["INVALID_FORMAT /steps/0/title"]],
    [
      "extra fields at every level",
      { ...plan(step(1, { a: 1, tool: { name: "get_time", args: {}, b: 1 } })), c: 1 },
      {},
      ["UNKNOWN_FIELD /steps/0/tool/b", "UNKNOWN_FIELD /steps/0/a", "UNKNOWN_FIELD /c"],
    ],
  ])("%s", (_, payload, options, expected) => {
    expect(found(payload, options).toSorted()).toEqual(expected.toSorted());
  });

  it("takes another whitelist with its schemas", () => {
    const toolbox = createToolbox([{ name: "search", inputSchema: { type: "object", required: ["q"] } }]);
    const search = (args: object): object => plan(step(1, { tool: { name: "search", args } }));
    expect(found(search({ q: 1 }), { toolbox })).toEqual([]);
    expect(found(search({}), { toolbox })).toEqual(["INVALID_ARGUMENTS /steps/0/tool/args/q"]);
    expect(found(plan(step(1)), { toolbox })).toEqual(["UNKNOWN_TOOL /steps/0/tool/name"]);
  });

  it.each([
    ["step_01", "has a leading zero"],
    ["step_0", "has a leading zero"],
    ["step_١", "has digits that are not 0 to 9"],
    ["step_1١", "has digits that are not 0 to 9"],
    ["step-1", "is not step_ and a number"],
    ["xstep_1", "is not step_ and a number"],
    ["step_1x", "is not step_ and a number"],
    ["step_", "is not step_ and a number"],
  ])("says what is wrong with %s", (id, fault) => {
    const checked = validatePlanPayload(plan(step(1, { step_id: id })));
    expect(checked.ok ? [] : checked.issues).toEqual([
      { code: "STEP_ID_FORMAT", pointer: "/steps/0/step_id", message: `"${id}" ${fault}`, hint: 'Write "step_1".' },
    ]);
  });

  it("is exported under the contract's name too", () => {
    expect(validate_plan_payload).toBe(validatePlanPayload);
  });

  it("says what to do", () => {
    const many = plan(
      step(1, { step_id: "step_1", dependencies: ["step_11"] }),
      step(3),
      step(3, { step_id: "step_０3" }),
    );
    const checked = validatePlanPayload({ ...many, asumptions: [] }, { stepCount: 2 });
    expect(checked.ok ? [] : checked.issues).toMatchSnapshot();
  });
});
