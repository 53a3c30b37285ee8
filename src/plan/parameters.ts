import { compact } from "./compact.ts";
import { z } from "zod";
import { canonicalText } from "./canonical.ts";
import { type CheckResult, refused } from "./check-result.ts";
import { createIssue } from "./create-issue.ts";
import type { Issue } from "./issue.ts";
import type { Json, JsonObject } from "./json.ts";
import { nearest } from "./nearest.ts";
import type { Plan, Spelling } from "./plan.ts";
import type { PlanParameter, PlanParameters } from "./plan-parameter.ts";
import { exactReference, parseTemplate, type Reference } from "./references.ts";
import { readPath } from "./resolve.ts";
import { schemaCheck } from "./schema-check.ts";
import type { JsonSchema } from "./tool-spec.ts";
import { mapStrings } from "./map-strings.ts";

/** The name by which references reach the parameters: `{{params.month}}`. */
const parameterName = "params";

/** The JSON Schema of the values. */
export function parameterSchema(parameters: PlanParameters): JsonSchema {
  const entries = Object.entries(parameters);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([name, parameter]) => [name, schemaOf(parameter)])),
    required: entries.flatMap(([name, { default: given }]) => (given === undefined ? [name] : [])),
    additionalProperties: false,
  };
}

function schemaOf({ type, description, choices }: PlanParameter): JsonObject {
  return { type: type === "date" ? "string" : type, description, ...compact({ enum: choices }) };
}

/** Defaults and choices that no run could use. */
export function parameterFaults(parameters: PlanParameters, spelling: Spelling): Issue[] {
  return Object.entries(parameters).flatMap(([name, { default: given, ...parameter }]) => {
    const values = [...(parameter.choices ?? []), ...(given === undefined ? [] : [given])];
    return values.flatMap((value) => {
      const result = fillParameters({ [name]: parameter }, { [name]: value }, spelling);
      return result.ok ? [] : result.issues;
    });
  });
}

/** Defaults and given values, or every value that does not fit. */
export function fillParameters(
  parameters: PlanParameters,
  given: JsonObject,
  spelling: Spelling,
): CheckResult<JsonObject> {
  const defaults = Object.entries(parameters).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const values: JsonObject = { ...Object.fromEntries(defaults), ...given };
  const result = schemaCheck(parameterSchema(parameters))(values);
  // A misspelled name comes before the one that is missing because of it.
  const faults = "errors" in result ? result.errors.toSorted((a, b) => isUnknown(b) - isUnknown(a)) : [];
  const issues = faults.map(({ pointer, message, params }): Issue => {
    const { missingProperty: missing, additionalProperty: unknown } = params;
    if (typeof missing === "string") return parameterIssue(`/${missing}`, `the parameter ${missing} is missing`);
    if (typeof unknown !== "string") return parameterIssue(pointer, `the parameter ${pointer.slice(1)} ${message}`);
    const close = nearest(unknown, Object.keys(parameters));
    const hint = close === undefined ? "" : `; did you mean ${close}?`;
    return parameterIssue(`/${unknown}`, `there is no parameter ${unknown}${hint}`);
  });
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== "string") continue;
    if (hasReference(value, spelling))
      issues.push(parameterIssue(`/${name}`, `the value of the parameter ${name} must not look like a reference`));
    if (parameters[name]?.type === "date" && !z.iso.date().safeParse(value).success)
      issues.push(parameterIssue(`/${name}`, `the parameter ${name} must be a day as 2026-10-31`));
  }
  return issues.length === 0 ? { ok: true, value: values } : refused(...issues);
}

function isUnknown({ params }: { params: Readonly<Record<string, unknown>> }): number {
  return "additionalProperty" in params ? 1 : 0;
}

function parameterIssue(pointer: string, message: string): Issue {
  return createIssue("INVALID_PARAMETER", `/parameters${pointer}`, { message });
}

/** A value is data: it must not become a reference of the plan. */
function hasReference(text: string, spelling: Spelling): boolean {
  const { parts, malformed } = parseTemplate(text, spelling);
  return malformed.length > 0 || parts.some((part) => typeof part === "object");
}

/** The plan with every `{{params.name}}` replaced; other references stay. Exactly one reference keeps the value's type. */
export function bindParameters(plan: Plan, values: JsonObject): CheckResult<Plan> {
  const issues: Issue[] = [];
  const references = (text: string): string =>
    parseTemplate(text, plan.spelling)
      .parts.flatMap((part) => (typeof part === "object" && part.name !== parameterName ? [part.text] : []))
      .join(" ");
  const steps = mapStrings(plan.steps, (text) => {
    const bound = bindText(text, { values, spelling: plan.spelling });
    // Values that are harmless alone may spell a reference together.
    if (typeof bound === "string" && bound !== text && references(bound) !== references(text))
      issues.push(parameterIssue("", "the values must not look like a reference together"));
    return bound;
  });
  return issues.length === 0 ? { ok: true, value: { ...plan, steps } } : refused(...issues); // it is validated again
}

type Binding = { values: JsonObject; spelling: Spelling };

function bindText(text: string, { values, spelling }: Binding): Json {
  const template = parseTemplate(text, spelling);
  const valueOf = ({ path }: Reference): Json => readPath(values, path) ?? null;
  const exact = exactReference(template);
  if (exact?.name === parameterName) return valueOf(exact);
  if (!template.parts.some((part) => typeof part === "object" && part.name === parameterName)) return text;
  return template.parts
    .map((part) => {
      if (typeof part === "string") return part;
      if (part.name !== parameterName) return part.text;
      const value = valueOf(part);
      return typeof value === "string" ? value : canonicalText(value);
    })
    .join("");
}
