import type { StructuredPlan, StructuredStep } from "../../contracts/structured/plan.ts";
import type { IssueCode } from "../../plan/issue-codes.ts";
import { isJsonObject } from "../../plan/json.ts";
import { joinPointer } from "../../plan/pointer.ts";
import { change, type Mutation, type Path, walk, shapeMutations } from "./mutation.ts";

/**
 * Single changes that make a valid structured plan invalid, with the expected issue. Validate with the original number of
 * steps, so that a missing last step is found.
 */
export function* structuredMutations(plan: StructuredPlan): Generator<Mutation> {
  yield* shapeMutations(plan, isOpen);
  yield* fieldMutations(plan);
  yield* orderMutations(plan);
  for (const [at, step] of plan.steps.entries()) yield* stepMutations(plan, at, step);
}

/** Tool arguments may have any value here. */
function isOpen(path: Path): boolean {
  return path.at(-1) === "args";
}

function* fieldMutations(plan: StructuredPlan): Generator<Mutation> {
  for (const [path, value] of walk(plan, isOpen)) {
    const key = path.at(-1);
    if (typeof key !== "string") continue;
    const pointer = joinPointer("", ...path);
    const dropped = change(plan, path, undefined);
    yield { name: "drop", document: dropped, code: "MISSING_FIELD", pointer };
    const renamed = change(dropped, [...path.slice(0, -1), `${key}x`], value);
    yield { name: "rename", document: renamed, code: "UNKNOWN_FIELD", pointer: `${pointer}x` };
    if (typeof value === "string")
      yield { name: "empty", document: change(plan, path, " "), code: "INVALID_FORMAT", pointer };
  }
}

function* orderMutations(plan: StructuredPlan): Generator<Mutation> {
  const { steps } = plan;
  const made = (name: string, changed: readonly unknown[], found: [IssueCode, string]): Mutation => ({
    name,
    document: { ...plan, steps: changed },
    code: found[0],
    pointer: found[1],
  });
  const last = steps.length - 1;
  yield made("no step", [], ["TOO_SHORT", "/steps"]);
  yield made("duplicate step", [...steps, steps[last]], ["DUPLICATE_STEP_ID", `/steps/${last + 1}/step_id`]);
  for (const [at, step] of steps.entries()) {
    const rest = steps.toSpliced(at, 1);
    if (rest.length > 0) yield made("drop step", rest, ["STEP_COUNT", "/steps"]);
    if (at < last) yield made("drop step", rest, ["STEP_ID_ORDER", `/steps/${at}/step_id`]);
    if (at < last) yield made("reorder", rest.toSpliced(at + 1, 0, step), ["STEP_ID_ORDER", `/steps/${at}/step_id`]);
  }
}

function* stepMutations(plan: StructuredPlan, at: number, step: StructuredStep): Generator<Mutation> {
  const made = (name: string, changed: unknown, found: [IssueCode, string]): Mutation => {
    const steps = plan.steps.map((one, place) => (place === at ? changed : one));
    return { name, document: { ...plan, steps }, code: found[0], pointer: `/steps/${at}${found[1]}` };
  };
  const { dependencies } = step;
  const count = dependencies.length;
  const depend = (id: string): unknown => ({ ...step, dependencies: [...dependencies, id] });
  const forward = at + 1 < plan.steps.length ? "FORWARD_DEPENDENCY" : "UNKNOWN_DEPENDENCY";
  yield made("forward dependency", depend(`step_${at + 2}`), [forward, `/dependencies/${count}`]);
  yield made("self dependency", depend(step.step_id), ["SELF_DEPENDENCY", `/dependencies/${count}`]);
  yield made("unknown dependency", depend("step_99"), ["UNKNOWN_DEPENDENCY", `/dependencies/${count}`]);
  if (dependencies[0] !== undefined)
    yield made("duplicate dependency", depend(dependencies[0]), ["DUPLICATE_DEPENDENCY", `/dependencies/${count}`]);
  for (const id of [`step_0${at + 1}`, `step-${at + 1}`, `s${at + 1}`, `Step_${at + 1}`, `step_${wide(at + 1)}`])
    yield made("id style", { ...step, step_id: id }, ["STEP_ID_FORMAT", "/step_id"]);
  yield made("unknown tool", { ...step, tool: { ...step.tool, name: "search" } }, ["UNKNOWN_TOOL", "/tool/name"]);
  for (const [name, args, code, place] of badArguments)
    yield made(name, { ...step, tool: { name: "echo_tool", args } }, [code, `/tool/args${place}`]);
  const strange = { ...(isJsonObject(step.tool.args) ? step.tool.args : {}), zone: 1 };
  yield made("extra argument", { ...step, tool: { ...step.tool, args: strange } }, [
    "INVALID_ARGUMENTS",
    "/tool/args/zone",
  ]);
}

const badArguments: readonly (readonly [string, object, IssueCode, string])[] = [
  ["no argument", {}, "INVALID_ARGUMENTS", "/text"],
  ["wrong argument type", { text: 1 }, "INVALID_ARGUMENTS", "/text"],
  ["unknown reference", { text: "$step_99.output.echo" }, "UNKNOWN_REFERENCE", "/text"],
  ["malformed reference", { text: "see $step_1.echo" }, "MALFORMED_REFERENCE", "/text"],
];

/** The same number in full-width digits. */
function wide(value: number): string {
  return String(value).replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
}
