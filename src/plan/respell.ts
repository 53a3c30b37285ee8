import { compact } from "./compact.ts";
import { type CheckResult, refused } from "./check-result.ts";
import { createIssue } from "./create-issue.ts";
import type { Issue } from "./issue.ts";
import { isJsonObject } from "./json.ts";
import type { Plan, Spelling } from "./plan.ts";
import { joinPointer } from "./pointer.ts";
import { parseTemplate, type Reference, type Template, writeReference } from "./references.ts";
import type { Step } from "./step.ts";

/** The target spelling of references and, optionally, of ids. */
export type Respelling = { to: Spelling; ids?: IdStyle };

/**
 * Rewrites the references and step ids of a plan in another contract's spelling. Every string is parsed again: one that
 * would change its meaning is an issue.
 */
export function respell(plan: Plan, spelling: Respelling): CheckResult<Plan> {
  const words = createWords(plan, spelling);
  const issues: Issue[] = [];
  const steps = plan.steps.map((step, at) => {
    const scope = step.forEach === undefined ? words : { ...words, item: step.forEach.as };
    return renamed(respellStep(step, { ...scope, issues, pointer: `/steps/${at}` }), words);
  });
  return issues.length > 0 ? refused(...issues) : { ok: true, value: { ...plan, spelling: spelling.to, steps } };
}

type Words = {
  from: Spelling;
  to: Spelling;
  ids: ReadonlyMap<string, string>;
  /** New name of each result by its current name. */
  names: ReadonlyMap<string, string>;
  /** Result keys of the new plan by old step id. */
  keys: ReadonlyMap<string, string>;
  item?: string;
};

function createWords(plan: Plan, { to, ids }: Respelling): Words {
  const order = plan.steps.map(({ id }) => id);
  const newIds = ids === undefined ? new Map(order.map((id) => [id, id])) : restyleIds(order, ids);
  const names = new Map<string, string>();
  const keys = newKeys(plan, to, newIds);
  for (const { id, resultKey } of plan.steps)
    if (resultKey === undefined || plan.spelling !== "results") names.set(id, keys.get(id) ?? newIds.get(id) ?? id);
  // A key takes precedence over an id of the same name, as in a run.
  for (const { id, resultKey } of plan.steps)
    if (resultKey !== undefined) names.set(resultKey, keys.get(id) ?? newIds.get(id) ?? id);
  return { from: plan.spelling, to, ids: newIds, names, keys };
}

/** `$step_1.output` uses ids only; `{{results.key}}` needs a key for every result that is used. */
function newKeys(plan: Plan, to: Spelling, ids: ReadonlyMap<string, string>): Map<string, string> {
  const keys = new Map<string, string>();
  if (to === "dollar") return keys;
  const used = to === "results" ? usedNames(plan) : new Set<string>();
  const taken = new Set(plan.steps.map(({ resultKey }) => resultKey));
  for (const { id, resultKey } of plan.steps) {
    const made = (ids.get(id) ?? id).replaceAll(/[^A-Za-z0-9_]/g, "_");
    if (resultKey !== undefined) keys.set(id, resultKey);
    else if (used.has(id) && !taken.has(made)) keys.set(id, made);
  }
  return keys;
}

function usedNames({ steps, spelling }: Plan): Set<string> {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === "string") {
      for (const part of parseTemplate(value, spelling).parts) if (typeof part === "object") used.add(part.name);
    } else if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  for (const step of steps) for (const [name, value] of Object.entries(step)) if (sites.has(name)) visit(value);
  return used;
}

/** The parts of a step that are read for references; `validatePlan` has the same list. */
const sites = new Set("args content summary metadata query filters parameters when forEach wait compensate".split(" "));

type Scope = Words & { pointer: string; issues: Issue[] };

function respellStep(step: Step, scope: Scope): Step {
  const fields = Object.entries(step).flatMap(([name, value]) =>
    sites.has(name) ? [[name, respellValue(value, below(scope, name))]] : [],
  );
  return { ...step, ...Object.fromEntries(fields) };
}

function renamed(old: Step, { ids, keys }: Words): Step {
  const { resultKey: _, ...step } = old;
  const to = (id: string): string => ids.get(id) ?? id;
  const key = keys.get(step.id);
  const named = {
    ...step,
    ...compact({ resultKey: key }),
    id: to(step.id),
    dependsOn: step.dependsOn.map(to),
  };
  if (named.kind !== "safety" || named.fallbackStep === undefined) return named;
  return { ...named, fallbackStep: to(named.fallbackStep) };
}

function respellValue(value: unknown, scope: Scope): unknown {
  if (typeof value === "string") return respellText(value, scope);
  if (Array.isArray(value)) return value.map((item, at) => respellValue(item, below(scope, at)));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, respellValue(item, below(scope, key))]));
}

function respellText(text: string, { from, to, names, item, issues, pointer }: Scope): string {
  const meant = parseTemplate(text, from);
  const parts = meant.parts.map((part) => {
    if (typeof part === "string") return part;
    return { ...part, name: part.name === item ? part.name : (names.get(part.name) ?? part.name) };
  });
  const written = parts.map((part) => (typeof part === "string" ? part : writeReference(part, to))).join("");
  if (sameMeaning(parts, parseTemplate(written, to))) return written;
  const message = `has another meaning in the reference spelling "${to}"`;
  issues.push(createIssue("NOT_EXPRESSIBLE", pointer, { message, hint: "Move the value into a separate step." }));
  return text;
}

function sameMeaning(parts: readonly (string | Reference)[], read: Template): boolean {
  const words = (all: readonly (string | Reference)[]): string =>
    JSON.stringify(all.map((part) => (typeof part === "string" ? part : [part.name, ...part.path])));
  return words(parts) === words(read.parts);
}

function below(scope: Scope, token: string | number): Scope {
  return { ...scope, pointer: joinPointer(scope.pointer, token) };
}

/** How each contract numbers its steps. */
export const idStyles = {
  service: (number: number): string => `step-${number}`,
  structured: (number: number): string => `step_${number}`,
  determinism: (number: number): string => `s${number}`,
  actions: (number: number): string => `a${number}`,
} as const;

export type IdStyle = keyof typeof idStyles;

const numbered = /^(?:step[-_]|s|a)([1-9][0-9]{0,8})$/;

/**
 * The ids in another style. Numbers are kept where every id has its own; otherwise the steps are renumbered by position,
 * so that no two steps get the same id.
 */
export function restyleIds(ids: readonly string[], style: IdStyle): Map<string, string> {
  const numbers = ids.map((id) => numbered.exec(id)?.[1]);
  const kept = !numbers.includes(undefined) && new Set(numbers).size === ids.length;
  return new Map(ids.map((id, at) => [id, idStyles[style](kept ? Number(numbers[at]) : at + 1)]));
}
