import { type CostModel, PlannerRegistryEntry } from "../contracts/determinism/registry.ts";
import type { CheckResult } from "../plan/check-result.ts";
import type { Issue } from "../plan/issue.ts";
import type { IssueCode } from "../plan/issue-codes.ts";
import { createIssue } from "../plan/create-issue.ts";
import { nearest } from "../plan/nearest.ts";
import { joinPointer } from "../plan/pointer.ts";
import type { Planner } from "../ports/planner.ts";
import { type Price, toMicroCents } from "./cost.ts";

/** A planner's entry in the configuration: contract 4's registry entry with its id. */
export type PlannerDeclaration = PlannerRegistryEntry & { id: string };

export type RegisteredPlanner = { planner: Planner; declared: PlannerDeclaration; price: Price };

export type Registry = {
  get(id: string): RegisteredPlanner | undefined;
  list(): readonly RegisteredPlanner[];
  /** The message for an unknown planner id. */
  unknown(id: string): string;
};

/**
 * Matches declarations with planners. Every mismatch is an issue, and a registry with issues must not start: a planner
 * with a weaker mode than declared would break replays that rely on the declaration.
 */
export function createRegistry(
  declared: readonly PlannerDeclaration[],
  planners: readonly Planner[],
): CheckResult<Registry> {
  const byId = new Map(planners.map((planner) => [planner.id, planner]));
  const rows = new Map<string, RegisteredPlanner>();
  const issues = duplicates(planners);
  for (const [at, entry] of declared.entries()) {
    const pointer = joinPointer("", at);
    const planner = byId.get(entry.id);
    const price = toPrice(entry.cost_model);
    issues.push(...entryIssues(entry, pointer, { planner, price, taken: rows.has(entry.id), known: byId.keys() }));
    if (planner !== undefined && price !== undefined) rows.set(entry.id, { planner, declared: entry, price });
  }
  if (issues.length > 0) return { ok: false, issues };
  const unknown = (id: string): string => `there is no planner "${id}"${didYouMean(id, rows.keys())}`;
  return { ok: true, value: { get: (id) => rows.get(id), list: () => [...rows.values()], unknown } };
}

type EntryContext = { planner: Planner | undefined; price: Price | undefined; taken: boolean; known: Iterable<string> };

function entryIssues(
  entry: PlannerDeclaration,
  pointer: string,
  { planner, price, taken, known }: EntryContext,
): Issue[] {
  const issues: Issue[] = [];
  const add = (code: IssueCode, field: string, message: string): void => {
    issues.push(createIssue(code, joinPointer(pointer, field), { message }));
  };
  if (taken) add("DUPLICATE_PLANNER", "id", `the planner "${entry.id}" is declared twice`);
  if (price === undefined)
    add("OUT_OF_RANGE", "cost_model", "a price must be a whole number of micro-cents, at least 0");
  if (planner === undefined) {
    add("UNKNOWN_PLANNER", "id", `there is no planner "${entry.id}"${didYouMean(entry.id, known)}`);
    return issues;
  }
  if (!isSemver(planner.version)) {
    add("INVALID_FORMAT", "id", `the version "${planner.version}" of "${entry.id}" is not a semantic version`);
  }
  if (planner.mode !== entry.determinism) {
    const message = `"${entry.id}" is declared ${entry.determinism}, but its mode is ${planner.mode}`;
    add("MODE_MISMATCH", "determinism", message);
  }
  return issues;
}

function duplicates(planners: readonly Planner[]): Issue[] {
  const seen = new Set<string>();
  return planners.flatMap(({ id }) => {
    const message = `two planners have the id "${id}"`;
    const issue = seen.has(id) ? [createIssue("DUPLICATE_PLANNER", "", { message })] : [];
    seen.add(id);
    return issue;
  });
}

function didYouMean(id: string, known: Iterable<string>): string {
  const names = [...known];
  const close = nearest(id, names);
  return close === undefined ? `; there are ${names.join(", ") || "none"}` : `; did you mean "${close}"?`;
}

/** Integer micro-cents, or undefined where an amount is not whole. Absent means free; absent token prices mean unpriced. */
export function toPrice(model: CostModel): Price | undefined {
  const baseMicroCents = toMicroCents(model.base_cents);
  const perCallMicroCents = toMicroCents(model.per_call_cents ?? 0);
  if (baseMicroCents === undefined || perCallMicroCents === undefined) return undefined;
  if (model.per_token_cents === undefined) return { baseMicroCents, perCallMicroCents };
  const perTokenMicroCents = toMicroCents(model.per_token_cents);
  return perTokenMicroCents === undefined ? undefined : { baseMicroCents, perCallMicroCents, perTokenMicroCents };
}

const numeric = "(?:0|[1-9][0-9]*)";
const semver = new RegExp(
  `^${numeric}\\.${numeric}\\.${numeric}(?:-(?:${numeric}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(?:\\.(?:${numeric}|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

export function isSemver(version: string): boolean {
  return version.length <= 256 && semver.test(version);
}
