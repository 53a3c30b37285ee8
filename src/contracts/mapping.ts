import type { CheckResult } from "../plan/check-result.ts";
import type { Issue } from "../plan/issue.ts";
import { isJsonObject } from "../plan/json.ts";
import { createIssue, maxIssues } from "../plan/create-issue.ts";
import type { Plan } from "../plan/plan.ts";
import { joinPointer } from "../plan/pointer.ts";
import type { Step, StepKind } from "../plan/step.ts";

/** How one contract carries a Plan. */
export type Mapping<Wire> = {
  contract: string;
  kinds: readonly StepKind[];
  parse: (value: unknown) => CheckResult<Wire>;
  toPlan: (wire: Wire) => Plan;
  /** Lays the plan out in the contract's fields. Whatever it forgets, `express` finds. */
  lay: (plan: Plan) => unknown;
};

/** The plan in the contract's words. `left` points at what stayed behind and changes nothing in what is done. */
export type MappingResult<Wire> = { ok: true; value: Wire; left: string[] } | { ok: false; issues: Issue[] };

/**
 * Says a plan in a contract, or why the contract cannot. The answer is read back and compared with the plan, so that no
 * part can be lost without a word.
 */
export function express<Wire>(plan: Plan, mapping: Mapping<Wire>): MappingResult<Wire> {
  const foreign = plan.steps.flatMap((step, at) => unsupportedKind(step, at, mapping));
  if (foreign.length > 0) return { ok: false, issues: foreign.slice(0, maxIssues) };
  const parsed = mapping.parse(mapping.lay(plan));
  if (!parsed.ok) return parsed;
  const lost = differences(plan, mapping.toPlan(parsed.value));
  const issues = lost.filter((pointer) => !mayBeOmitted.test(pointer));
  if (issues.length > 0)
    return { ok: false, issues: issues.slice(0, maxIssues).map((at) => notExpressible(at, mapping)) };
  return { ok: true, value: parsed.value, left: lost };
}

/**
 * Provenance (`id`, `request`, `metadata`), words for a reader (`summary`, `title`, `description`), what the toolbox knows
 * better (`effect.class`) and what each contract has its own rule for (`onError`, `retries`). The rest is the plan itself.
 */
const mayBeOmitted =
  /^\/(?:id|summary|(?:request|metadata)(?:\/.*)?|steps\/\d+\/(?:title|description|effect\/class|onError|retries))$/s;

type MappingContext = Pick<Mapping<never>, "contract" | "kinds">;

function unsupportedKind(step: Step, at: number, { contract, kinds }: MappingContext): Issue[] {
  if (kinds.includes(step.kind)) return [];
  const message = `the ${contract} contract has no step of kind "${step.kind}"`;
  return [createIssue("NOT_EXPRESSIBLE", `/steps/${at}/kind`, { message, hint: `It has: ${kinds.join(", ")}.` })];
}

function notExpressible(pointer: string, { contract }: MappingContext): Issue {
  if (pointer === "/spelling")
    return createIssue("NOT_EXPRESSIBLE", pointer, {
      message: `the ${contract} contract spells references another way`,
      hint: "Respell the plan first.",
    });
  return createIssue("NOT_EXPRESSIBLE", pointer, { message: `the ${contract} contract has no field for this` });
}

/** Pointers to the smallest parts of `before` that `after` does not say, or says differently. */
function differences(before: unknown, after: unknown, pointer = ""): string[] {
  if (isCoveredBy(before, after)) return [];
  const parts = partsOf(before);
  const others = partsOf(after);
  const keys = Object.keys(parts ?? {});
  if (parts === undefined || keys.length === 0) return [pointer];
  const lost: string[] = [];
  for (const key of keys) {
    const other = others !== undefined && Object.hasOwn(others, key) ? others[key] : undefined;
    if (isCoveredBy(parts[key], other)) continue;
    for (const place of differences(parts[key], other, joinPointer(pointer, key))) lost.push(place);
  }
  // A longer list is another list: what was added would be carried out too.
  return Array.isArray(before) && Object.keys(others ?? {}).length > keys.length ? [...lost, pointer] : lost;
}

/** Whether there is no difference, which is the rule: no pointer is written for what is the same. */
function isCoveredBy(before: unknown, after: unknown): boolean {
  if (before === undefined || Object.is(before, after)) return true;
  if (Array.isArray(before))
    return (
      Array.isArray(after) && before.length === after.length && before.every((part, at) => isCoveredBy(part, after[at]))
    );
  if (!isJsonObject(before) || !isJsonObject(after)) return false;
  const keys = Object.keys(before);
  if (keys.length === 0) return Object.keys(after).length === 0;
  for (const key of keys) if (!isCoveredBy(before[key], Object.hasOwn(after, key) ? after[key] : undefined)) return false;
  return true;
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  // an index of an array is a key of it
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}
