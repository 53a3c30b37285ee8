import type { Issue } from "../issue.ts";
import { isJsonObject, type Json } from "../json.ts";
import { createIssue } from "../create-issue.ts";
import { exactReference, parseTemplate } from "../references.ts";
import { Comparison } from "../step.ts";
import type { Context } from "./context.ts";
import { itemName, overReference, referenceTypes } from "./reference-types.ts";

export function decidableConditions({ sketch }: Context): Issue[] {
  const place = sketch.places.when ?? [];
  return sketch.steps.flatMap(({ when }, at) => {
    if (when === undefined) return [];
    const issues: Issue[] = [];
    const value = when["value"];
    if (typeof value === "string" && exactReference(parseTemplate(value, sketch.spelling)) === undefined) {
      const message = "the value of a condition must be exactly one reference";
      issues.push(createIssue("INVALID_CONDITION", sketch.at(at, place, "value"), { message }));
    }
    const fault = testFault(when["is"], when["to"], when["of"] === "count");
    if (fault !== undefined)
      issues.push(createIssue("INVALID_CONDITION", sketch.at(at, place, "to"), { message: fault }));
    return issues;
  });
}

export function boundedIterations(context: Context): Issue[] {
  const { sketch, producers } = context;
  const place = sketch.places.forEach ?? [];
  return sketch.steps.flatMap((step, at) => {
    if (step.forEach === undefined) return [];
    const issue = (below: string, message: string): Issue =>
      createIssue("INVALID_ITERATION", sketch.at(at, place, ...below.split("/")), { message });
    const over = overReference(step, context);
    const name = itemName(step);
    const isList = over === undefined || referenceTypes(over, context)?.has("array") !== false;
    return [
      ...(over === undefined && typeof step.forEach["over"] === "string"
        ? [issue("over", "must be exactly one reference")]
        : []),
      ...(isList ? [] : [issue("over", `${over?.text} is not a list`)]),
      ...(name !== undefined && producers.has(name) ? [issue("as", `"${name}" already names a result`)] : []),
      ...filterFaults(step.forEach["where"]).map(([index, fault]) => issue(`where/${index}/to`, fault)),
    ];
  });
}

function filterFaults(where: Json | undefined): [number, string][] {
  if (!Array.isArray(where)) return [];
  return where.flatMap((filter, index): [number, string][] => {
    const fault = isJsonObject(filter) ? testFault(filter["is"], filter["to"], false) : undefined;
    return fault === undefined ? [] : [[index, fault]];
  });
}

const unaryTests: ReadonlySet<Comparison> = new Set<Comparison>(["present", "absent", "empty", "not_empty"]);
const orderingTests: ReadonlySet<Comparison> = new Set<Comparison>(["less", "at_most", "more", "at_least"]);

/** Why the comparison is invalid, or undefined. A string may be a date, a word or a reference to either. */
export function testFault(test: Json | undefined, to: Json | undefined, isCount: boolean): string | undefined {
  const { data: known } = Comparison.safeParse(test);
  if (known === undefined) return undefined;
  if (unaryTests.has(known)) return to === undefined ? undefined : `"${known}" compares with nothing`;
  if (to === undefined) return `"${known}" needs a value to compare with`;
  if (known === "one_of") return Array.isArray(to) || typeof to === "string" ? undefined : `"${known}" needs a list`;
  if (typeof to === "number" || typeof to === "string") return undefined;
  if (isCount) return "a count compares with a number";
  return orderingTests.has(known) ? `"${known}" needs a number or a text` : undefined;
}

export function knownFallbacks({ sketch, graph, suggest }: Context): Issue[] {
  const place = sketch.places.fallbackStep ?? [];
  return sketch.steps.flatMap(({ id, fallbackStep }, at) => {
    if (fallbackStep === undefined || (fallbackStep !== id && graph.positions.has(fallbackStep))) return [];
    const self = fallbackStep === id;
    const meant = self ? undefined : suggest(fallbackStep, graph.positions.keys());
    const message = self ? "a step cannot be its own fallback" : `no step has the id "${fallbackStep}"`;
    const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
    return [createIssue("UNKNOWN_FALLBACK", sketch.at(at, place), { message, ...hint })];
  });
}
