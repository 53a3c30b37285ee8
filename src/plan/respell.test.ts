import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as determinism from "../contracts/determinism/index.ts";
import * as service from "../contracts/service/index.ts";
import { Plan, type Spelling } from "./plan.ts";
import { parseTemplate } from "./references.ts";
import { respell, type Respelling, restyleIds } from "./respell.ts";
import { determinismArbitraries, serviceArbitraries } from "../../test/support/arbitraries/index.ts";

// A plan said in another contract's words still means the same: the same steps feed the same places.

const targets: Respelling[] = [
  { to: "results", ids: "service" },
  { to: "dollar", ids: "structured" },
  { to: "braces", ids: "determinism" },
  { to: "braces" },
];

describe("respelling keeps the meaning", () => {
  const plans = fc.oneof(
    serviceArbitraries.planResponse("0.3").map(service.toPlan),
    determinismArbitraries.skillPlan().map(determinism.toPlan),
  );

  it.each(targets)("to $to $ids", (target) => {
    fc.assert(
      fc.property(plans, (plan) => {
        const respelt = value(respell(plan, target));
        expect(Plan.parse(respelt)).toEqual(respelt);
        expect(meaning(respelt)).toEqual(meaning(plan));
      }),
      { seed: 11, numRuns: 100 },
    );
  });

  it("round-trips where no name had to be added", () => {
    fc.assert(
      fc.property(determinismArbitraries.skillPlan().map(determinism.toPlan), (plan) => {
        const named = { ...plan, steps: plan.steps.map((step, at) => ({ ...step, resultKey: `key_${at}` })) };
        const own = value(respell(named, { to: "braces" }));
        const there = value(respell(own, { to: "results", ids: "service" }));
        expect(value(respell(there, { to: "braces", ids: "determinism" }))).toEqual(own);
      }),
      { seed: 12, numRuns: 100 },
    );
  });

  it("lets a service plan of tools leave by contract 4", () => {
    const { steps, ...rest } = service.PlanResponse01.parse(service.examples.response);
    const plan = service.toPlan({ ...rest, steps: steps.slice(0, 2) });
    const said = determinism.fromPlan(value(respell(plan, { to: "braces", ids: "determinism" })));
    expect(said).toMatchObject({
      ok: true,
      value: {
        steps: [
          { step_id: "s1", skill: "quote_lookup", output_key: "quote_details" },
          { step_id: "s2", depends_on: ["s1"], params: { quote: "{{quote_details}}", notify_sales_rep: true } },
        ],
      },
    });
  });
});

describe("one string", () => {
  it.each<[from: Spelling, text: string, to: Spelling, expected: string]>([
    ["results", "{{results.page.items[0].name}}", "braces", "{{page.items.0.name}}"],
    ["results", "{{results.page.items[0].name}}", "dollar", "$step_1.output.items.0.name"],
    ["results", "See {{ results.page }} now", "dollar", "See $step_1.output now"],
    ["braces", "{{s1.id}} and {{page.id}}", "results", "{{results.page.id}} and {{results.page.id}}"],
    ["dollar", "cost: $5, $s1.output", "braces", "cost: $5, {{page}}"],
    ["braces", "{{nobody.id}}", "results", "{{results.nobody.id}}"],
    ["none", "{{s1}} is text", "dollar", "{{s1}} is text"],
  ])("%s %s becomes %s %s", (from, text, to, expected) => {
    expect(argument(value(respell(planOf(text, from), { to, ids: "structured" })))).toBe(expected);
  });

  it.each<[name: string, from: Spelling, text: string, to: Spelling]>([
    ["text that would run into the path", "braces", "{{page}}.txt", "dollar"],
    ["text that would become a reference", "results", "$step_1.output", "dollar"],
    ["text that would become a reference", "dollar", "{{page}}", "braces"],
    ["text that would become a reference", "none", "{{page}}", "braces"],
    ["a key no word can say", "braces", "{{page.first-}}", "dollar"],
    ["a reference where there are none", "braces", "{{page}}", "none"],
  ])("%s is refused (%s %s to %s)", (_, from, text, to) => {
    expect(respell(planOf(text, from), { to })).toMatchObject({
      ok: false,
      issues: [{ code: "NOT_EXPRESSIBLE", pointer: "/steps/1/args/deep/0" }],
    });
  });

  it("gives a used result a key where the spelling needs one, and no other", () => {
    const plan = Plan.parse({
      steps: [tool("s1"), tool("s2"), { ...tool("s3"), args: { a: "{{s1.x}}" }, dependsOn: ["s1"] }],
    });
    const { steps } = value(respell(plan, { to: "results", ids: "service" }));
    expect(steps.map(({ resultKey }) => resultKey)).toEqual(["step_1", undefined, undefined]);
    expect(steps[2]).toMatchObject({ id: "step-3", args: { a: "{{results.step_1.x}}" }, dependsOn: ["step-1"] });
  });

  it("keeps the item of an iteration by its own name", () => {
    const step = { ...tool("s2"), forEach: { over: "{{s1}}", as: "row" }, args: { a: "{{row.id}}" } };
    const { steps } = value(respell(Plan.parse({ steps: [tool("s1"), step] }), { to: "results", ids: "service" }));
    expect(steps[1]).toMatchObject({ forEach: { over: "{{results.step_1}}" }, args: { a: "{{results.row.id}}" } });
  });

  it("renames the fallback of a safety step", () => {
    const safety = { kind: "safety", id: "step-2", check: "c", severity: "block", fallbackStep: "step-1" };
    const { steps } = value(
      respell(Plan.parse({ steps: [tool("step-1"), safety] }), { to: "braces", ids: "determinism" }),
    );
    expect(steps[1]).toMatchObject({ id: "s2", fallbackStep: "s1" });
  });
});

describe("ids in another style", () => {
  it.each([
    [
      ["step-1", "step-2"],
      ["step_1", "step_2"],
    ],
    [
      ["s3", "s7"],
      ["step_3", "step_7"],
    ],
    [
      ["fetch", "s1"],
      ["step_1", "step_2"],
    ],
    [
      ["s1", "step-1"],
      ["step_1", "step_2"],
    ],
    [
      ["s01", "s2"],
      ["step_1", "step_2"],
    ],
    [[], []],
  ])("%j become %j", (ids, expected) => {
    expect([...restyleIds(ids, "structured").values()]).toEqual(expected);
  });
});

function tool(id: string) {
  return { kind: "tool" as const, id, tool: "echo" };
}

function planOf(text: string, spelling: Spelling): Plan {
  const steps = [
    { ...tool("s1"), resultKey: "page" },
    { ...tool("s2"), dependsOn: ["s1"], args: { deep: [text] } },
  ];
  return Plan.parse({ spelling, steps });
}

function argument({ steps }: Plan): unknown {
  const step = steps[1];
  return step?.kind === "tool" && Array.isArray(step.args["deep"]) ? step.args["deep"][0] : undefined;
}

/** Who depends on whom, and which step and path each reference leads to, by place. */
function meaning({ steps, spelling }: Plan): unknown {
  const placeOf = (name: string): number => {
    const byKey = steps.findIndex(({ resultKey }) => resultKey === name);
    return byKey === -1 ? steps.findIndex(({ id }) => id === name) : byKey;
  };
  const read = (value: unknown): unknown => {
    if (typeof value === "string")
      return parseTemplate(value, spelling).parts.map((part) =>
        typeof part === "string" ? part : { step: placeOf(part.name), path: part.path },
      );
    if (Array.isArray(value)) return value.map(read);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, read(item)]));
  };
  const place = (id: string): number => steps.findIndex((step) => step.id === id);
  return steps.map((step) => ({
    step: read({ ...step, id: "", resultKey: "", dependsOn: [], fallbackStep: "" }),
    dependsOn: step.dependsOn.map(place),
    fallback: step.kind === "safety" && step.fallbackStep !== undefined && place(step.fallbackStep),
  }));
}

function value<T>(checked: { ok: true; value: T } | { ok: false; issues: unknown }): T {
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return checked.value;
}
