import type { IssueCode } from "../../src/plan/issue-codes.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { writeReference } from "../../src/plan/references.ts";
import type { Step, ToolStep } from "../../src/plan/step.ts";
import { type Mutation, type Path, shapeMutations } from "../../src/testing/conformance/mutation.ts";

/** Single changes that make a valid plan over `sampleToolbox` invalid, with the expected issue. */
export function* planMutations(plan: Plan): Generator<Mutation> {
  yield* shapeMutations(plan, isOpen);
  const last = plan.steps.at(-1);
  if (last !== undefined) {
    const steps = [...plan.steps, last];
    yield {
      name: "duplicate step",
      document: { ...plan, steps },
      code: "DUPLICATE_STEP_ID",
      pointer: `/steps/${steps.length - 1}/id`,
    };
  }
  for (const [at, step] of plan.steps.entries()) {
    yield* graphMutations(plan, at, step);
    if (step.kind === "tool") yield* toolMutations(plan, at, step);
  }
}

function isOpen(path: Path): boolean {
  const key = path.at(-1);
  return ["args", "filters", "parameters", "metadata", "when", "forEach"].includes(String(key)) && path[0] === "steps";
}

type CreateMutation = (name: string, step: object, found: readonly [IssueCode, string]) => Mutation;

function maker(plan: Plan, at: number): CreateMutation {
  return (name, step, [code, place]) => {
    const steps = plan.steps.map((one, index) => (index === at ? step : one));
    return { name, document: { ...plan, steps }, code, pointer: `/steps/${at}${place}` };
  };
}

function* graphMutations(plan: Plan, at: number, step: Step): Generator<Mutation> {
  const made = maker(plan, at);
  const count = step.dependsOn.length;
  const depend = (id: string): object => ({ ...step, dependsOn: [...step.dependsOn, id] });
  yield made("self dependency", depend(step.id), ["SELF_DEPENDENCY", `/dependsOn/${count}`]);
  yield made("unknown dependency", depend("nobody"), ["UNKNOWN_DEPENDENCY", `/dependsOn/${count}`]);
  const [first] = step.dependsOn;
  if (first !== undefined)
    yield made("duplicate dependency", depend(first), ["DUPLICATE_DEPENDENCY", `/dependsOn/${count}`]);
  const dependent = plan.steps.find((other) => other.dependsOn.includes(step.id));
  if (dependent !== undefined) yield made("cycle", depend(dependent.id), ["DEPENDENCY_CYCLE", `/dependsOn/${count}`]);
  const key = plan.steps.find((other) => other !== step && other.resultKey !== undefined)?.resultKey;
  const later = plan.steps.findIndex((other) => other !== step && other.resultKey === key) < at;
  if (key !== undefined && later)
    yield made("result key taken", { ...step, resultKey: key }, ["DUPLICATE_RESULT_KEY", "/resultKey"]);
  if (step.kind === "safety")
    yield made("unknown fallback", { ...step, fallbackStep: "nobody" }, ["UNKNOWN_FALLBACK", "/fallbackStep"]);
  yield made("malformed condition", { ...step, when: { value: "x", of: "value", is: "empty" } }, [
    "INVALID_CONDITION",
    "/when/value",
  ]);
  yield made("malformed iteration", { ...step, forEach: iteration("x") }, ["INVALID_ITERATION", "/forEach/over"]);
}

function iteration(over: string): object {
  return { over, as: "one", where: [], limit: 100 };
}

function* toolMutations(plan: Plan, at: number, step: ToolStep): Generator<Mutation> {
  const made = maker(plan, at);
  const refer = (name: string, ...path: string[]): string => writeReference({ name, path }, plan.spelling);
  const { forEach: _, ...once } = step;
  const find = (query: unknown, extra: object = {}): object => ({
    ...once,
    tool: "find_items",
    args: { query, ...extra },
  });
  yield made("unknown tool", { ...step, tool: "find_itemz" }, ["UNKNOWN_TOOL", "/tool"]);
  yield made("extra argument", find("x", { zone: 1 }), ["INVALID_ARGUMENTS", "/args/zone"]);
  yield made("wrong argument", find("x", { limit: "many" }), ["INVALID_ARGUMENTS", "/args/limit"]);
  yield made("missing argument", { ...once, tool: "find_items", args: {} }, ["INVALID_ARGUMENTS", "/args/query"]);
  yield made("unknown reference", find(refer("nobody")), ["UNKNOWN_REFERENCE", "/args/query"]);
  yield made("own result", find(refer(step.resultKey ?? step.id)), ["REFERENCE_NOT_A_DEPENDENCY", "/args/query"]);
  yield made("understated", { ...step, tool: "delete_order", effect: { class: "additive" } }, [
    "EFFECT_UNDERSTATED",
    "/effect/class",
  ]);
  const source = plan.steps.find((other) => step.dependsOn.includes(other.id) && isPlainSearch(other));
  if (source === undefined) return;
  const name = source.resultKey ?? source.id;
  yield made("no such field", find(refer(name, "itemz")), ["REFERENCE_PATH", "/args/query"]);
  yield made("wrong reference type", find(refer(name, "count")), ["REFERENCE_TYPE", "/args/query"]);
}

function isPlainSearch(step: Step): boolean {
  return step.kind === "tool" && step.tool === "find_items" && step.forEach === undefined;
}
