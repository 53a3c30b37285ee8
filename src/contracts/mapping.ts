import type { CheckResult } from "../plan/check-result.ts";
import type { Issue } from "../plan/issue.ts";
import { createIssue, maxIssues } from "../plan/create-issue.ts";
import type { Plan } from "../plan/plan.ts";
import { joinPointer } from "../plan/pointer.ts";
import type { Step, StepKind } from "../plan/step.ts";

/** How one contract represents a Plan. */
export type Mapping<Wire> = {
  contract: string;
  kinds: readonly StepKind[];
  parse: (value: unknown) => CheckResult<Wire>;
  toPlan: (wire: Wire) => Plan;
  /** Writes the plan in the contract's fields. `express` detects anything it omits. */
  lay: (plan: Plan) => unknown;
};

/** The plan in the contract's format. `omitted` has pointers to what was left out without changing what the plan does. */
export type MappingResult<Wire> = { ok: true; value: Wire; omitted: string[] } | { ok: false; issues: Issue[] };

/**
 * Creates the conversion of plans to a contract's format; it returns why a plan cannot be converted. The result is parsed
 * back and compared with the plan, so that nothing is lost silently.
 */
export function createFromPlan<Wire>(mapping: Mapping<Wire>): (plan: Plan) => MappingResult<Wire> {
  return (plan) => express(plan, mapping);
}

function express<Wire>(plan: Plan, mapping: Mapping<Wire>): MappingResult<Wire> {
  const foreign = plan.steps.flatMap((step, at) => unsupportedKind(step, at, mapping));
  if (foreign.length > 0) return { ok: false, issues: foreign.slice(0, maxIssues) };
  const parsed = mapping.parse(mapping.lay(plan));
  if (!parsed.ok) return parsed;
  const lost = differences(plan, mapping.toPlan(parsed.value));
  const issues = lost.filter((pointer) => !mayBeOmitted.test(pointer));
  if (issues.length > 0)
    return { ok: false, issues: issues.slice(0, maxIssues).map((at) => notExpressible(at, mapping)) };
  return { ok: true, value: parsed.value, omitted: lost };
}

/**
 * Provenance (`id`, `request`, `metadata`), texts for a reader (`summary`, `title`, `description`), what the toolbox
 * decides (`effect.class`) and what each contract fixes by its own rule (`onError`, `retries`).
 */
const mayBeOmitted =
  /^\/(?:id|summary|(?:request|metadata)(?:\/.*)?|steps\/\d+\/(?:title|description|degradedFrom|effect\/class|onError|retries))$/s;

type MappingContext = Pick<Mapping<never>, "contract" | "kinds">;

function unsupportedKind(step: Step, at: number, { contract, kinds }: MappingContext): Issue[] {
  if (kinds.includes(step.kind)) return [];
  const message = `the ${contract} contract has no "${step.kind}" steps`;
  return [createIssue("NOT_EXPRESSIBLE", `/steps/${at}/kind`, { message, hint: `It has: ${kinds.join(", ")}.` })];
}

function notExpressible(pointer: string, { contract }: MappingContext): Issue {
  if (pointer === "/spelling")
    return createIssue("NOT_EXPRESSIBLE", pointer, {
      message: `the ${contract} contract uses another reference syntax`,
      hint: "Respell the plan first.",
    });
  return createIssue("NOT_EXPRESSIBLE", pointer, { message: `the ${contract} contract has no field for this` });
}

/** Pointers to the smallest parts of `before` that `after` lacks or changes. */
function differences(before: unknown, after: unknown): string[] {
  const lost: string[] = [];
  compareParts(before, after, { trail: [], lost });
  return lost;
}

type Comparison = { trail: string[]; lost: string[] };

/** One walk over both; a pointer is built only where they differ. */
function compareParts(before: unknown, after: unknown, comparison: Comparison): void {
  const { trail, lost } = comparison;
  if (before === undefined || Object.is(before, after)) return;
  if (!isComposite(before)) return void lost.push(joinPointer("", ...trail));
  const keys = Object.keys(before);
  const others = isComposite(after) ? after : {};
  const isSameKind = isComposite(after) && Array.isArray(before) === Array.isArray(after);
  const otherCount = Array.isArray(before) || keys.length === 0 ? Object.keys(others).length : 0;
  if (keys.length === 0) {
    if (!isSameKind || otherCount > 0) lost.push(joinPointer("", ...trail));
    return;
  }
  for (const key of keys) {
    trail.push(key);
    compareParts(before[key], Object.hasOwn(others, key) ? others[key] : undefined, comparison);
    trail.pop();
  }
  // A longer list differs: the added items would be executed too.
  if (otherCount > keys.length) lost.push(joinPointer("", ...trail));
}

/** Arrays too: an index is a key. */
function isComposite(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
