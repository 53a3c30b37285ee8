import { describe, expect, it } from "vitest";
import { actionsExamples } from "../../contracts/actions/examples.ts";
import { determinismExamples } from "../../contracts/determinism/examples.ts";
import { serviceExamples } from "../../contracts/service/examples.ts";
import { structuredExamples } from "../../contracts/structured/examples.ts";
import type { Json } from "../../plan/json.ts";
import { createToolbox } from "../../plan/tool-spec.ts";
import { guessForm, type PlanForm, readPlan } from "./read-plan.ts";

// Examples as they come over the wire; their types leave out what JSON calls undefined.
const wire = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

const step = { kind: "tool", id: "s1", tool: "quote_lookup", args: { quote_id: "Q-0192" } };
const plan = { steps: [step] };
const question = { id: "q", question: "Which vendor?", choices: [], freeTextAllowed: true };
const names = ["quote_lookup", "create_purchase_order", ...skills(), ...slugs()];
const toolbox = createToolbox(names.map((name) => ({ name, effect: "read" })));

function read(document: unknown): string[] {
  const json = wire(document);
  const checked = readPlan(json, guessForm(json), toolbox);
  return checked.ok
    ? checked.value.steps.map(({ id }) => id)
    : checked.issues.map(({ code, pointer }) => `${code} ${pointer}`);
}

describe("readPlan", () => {
  it.each<[PlanForm, unknown, number]>([
    ["plan", plan, 1],
    ["service", serviceExamples.response, serviceExamples.response.steps.length],
    ["structured", structuredExamples.plan, structuredExamples.plan.steps.length],
    ["determinism", determinismExamples.plan, determinismExamples.plan.steps.length],
    ["actions", { ...actionsExamples.query, needs_clarification: [] }, actionsExamples.query.actions.length],
  ])("tells the form of %s and reads it", (form, document, steps) => {
    expect(guessForm(wire(document))).toBe(form);
    expect(read(document)).toHaveLength(steps);
    expect(read(document).filter((word) => word.includes(" "))).toEqual([]);
  });

  // What `planwright plan --json` and `POST /planners/{id}/plan` give is what `planwright run` and `POST /runs` take.
  it.each<[string, unknown]>([
    ["our own", { outcome: "plan", plan, confidence: 1, deterministic: true, reasons: [] }],
    ["contract 4's", { plan: { steps: [{ step_id: "s1", ...skill() }] }, metadata: {}, deterministic: true }],
  ])("reads the plan out of %s answer", (_, answer) => {
    expect(read(answer)).toEqual(["s1"]);
  });

  it.each<[string, unknown, string[]]>([
    [
      "inside an answer",
      { plan: { steps: [{ ...step, tool: "x" }] }, deterministic: true },
      ["UNKNOWN_TOOL /plan/steps/0/tool"],
    ],
    ["an answer without a plan", { deterministic: true }, ["MISSING_FIELD /steps", "UNKNOWN_FIELD /deterministic"]],
    [
      "a plan that asks",
      { ...plan, questions: [question, question] },
      ["OPEN_QUESTION /questions/0", "OPEN_QUESTION /questions/1"],
    ],
    [
      "an answer that asks",
      { plan: { ...plan, questions: [question] }, deterministic: true },
      ["OPEN_QUESTION /plan/questions/0"],
    ],
    ["a planner's error", { ...determinismExamples.error }, ["MISSING_FIELD /steps"]],
    ["no object", [], ["WRONG_TYPE "]],
  ])("points at what is wrong with %s", (_, document, issues) => {
    expect(read(document)).toEqual(expect.arrayContaining(issues));
  });

  it.each(["additive", "destructive", "unknown"] as const)("requires a Draft for %s actions", (effect) => {
    const used = [...actionsExamples.plan.actions, ...actionsExamples.query.actions];
    const writing = createToolbox(used.map(({ tool_slug: name }) => ({ name, effect })));
    const honest = wire({ ...actionsExamples.plan, needs_clarification: [] });
    const checked = readPlan(honest, "actions", writing);
    expect(checked.ok ? [] : checked.issues.map(({ code }) => code)).toEqual(
      actionsExamples.plan.actions.map(() => "DRAFT_REQUIRED"),
    );
    const claiming = readPlan(wire({ ...actionsExamples.query, needs_clarification: [] }), "actions", writing);
    expect(claiming.ok).toBe(false);
  });

  it("refuses an action plan that needs clarification", () => {
    const [asked] = actionsExamples.plan.needs_clarification;
    const needs = asked ?? { id: "q", question: "?", choices: [], free_text_allowed: true };
    expect(read({ ...actionsExamples.query, needs_clarification: [needs] })).toEqual([
      "OPEN_QUESTION /needs_clarification/0",
    ]);
  });

  it.each([
    [{ steps: [] }, "/steps"],
    [{ session_id: 1, steps: [], metadata: { model: "m", version: "0.1" } }, "/steps"],
    [{ task_summary: "x", steps: [], assumptions: [], risks: [] }, "/steps"],
    [{ actions: [] }, "/actions"],
    [{ deterministic: true, plan: { steps: [] } }, "/plan/steps"],
  ])("refuses a plan that does nothing, whatever its form: %j", (document, pointer) => {
    const answer = readPlan(document, guessForm(document), toolbox);
    expect(answer).toMatchObject({ ok: false, issues: [{ code: "TOO_SHORT", pointer }] });
  });
});

function skill(): object {
  return { skill: "quote_lookup", params: { quote_id: "Q-0192" } };
}

function skills(): string[] {
  return determinismExamples.plan.steps.map((one) => one.skill);
}

function slugs(): string[] {
  return actionsExamples.query.actions.map((one) => one.tool_slug);
}
