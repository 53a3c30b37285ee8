import { memoizeByIdentity } from "../plan/bounded-cache.ts";
import { contentHash } from "../plan/hash.ts";
import type { Plan } from "../plan/plan.ts";
import type { Pins, RunHead } from "../ports/run.ts";
import type { Verbs, VerbSpec } from "../ports/verbs.ts";
import { verbOf } from "./prepare.ts";

/** The journal format this release writes and reads. */
export const journalFormat = 1;

/** The policy version and agent profile a run depends on besides its verbs. */
export type CurrentPolicy = Pick<Pins, "policyVersion" | "profileHash">;

/**
 * Looks up the versions now in force for a tenant and caller. Runs pin them at creation and are checked against them.
 */
export type CurrentPolicyLookup = (run: { tenant: string; caller: string }) => CurrentPolicy;

type PinParts = { verbs: Pick<Verbs, "describe">; currentPolicy?: CurrentPolicyLookup };

/** The pins of a new run of this plan. */
export function pinsOf(plan: Plan, { verbs, currentPolicy }: PinParts, run: { tenant: string; caller: string }): Pins {
  const { planner, plannerVersion } = plan.metadata;
  return {
    format: journalFormat,
    ...(planner === undefined ? {} : { planner }),
    ...(plannerVersion === undefined ? {} : { plannerVersion }),
    ...currentPolicy?.(run),
    verbs: verbHashes(plan, verbs, run.tenant),
  };
}

function verbHashes(plan: Plan, verbs: Pick<Verbs, "describe">, tenant: string): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const step of plan.steps) {
    for (const verb of [verbOf(step), step.compensate?.tool]) {
      const spec = verb === undefined || verb in hashes ? undefined : verbs.describe(verb, tenant);
      if (verb !== undefined && spec !== undefined) hashes[verb] = hashOfVerb(spec);
    }
  }
  return hashes;
}

/** Why the run may not continue under the current policy, or undefined when it is unchanged. */
export function changedPolicy(run: RunHead, currentPolicy: CurrentPolicyLookup | undefined): string | undefined {
  const { policyVersion, profileHash } = run.pins;
  if (policyVersion === undefined && profileHash === undefined) return undefined;
  const now = currentPolicy?.(run) ?? {};
  return (
    changed("the policy", policyVersion, now.policyVersion) ??
    changed("the profile of its agent", profileHash, now.profileHash)
  );
}

function changed(what: string, pinned: string | undefined, now: string | undefined): string | undefined {
  if (pinned === undefined || pinned === now) return undefined;
  const found = now === undefined ? "is gone" : `is ${now} now`;
  return `the run was created under ${what} ${pinned}, which ${found}; restore ${pinned} and retry, or abort and plan again`;
}

/** Why the verb differs from the pinned one, or undefined when it does not. */
export function incompatibility(pins: Pins, verb: string, spec: VerbSpec | undefined): string | undefined {
  const pinned = pins.verbs[verb];
  if (pinned === undefined) return undefined;
  if (spec === undefined) return `the verb ${verb} is gone; offer it again and retry, or abort and plan again`;
  if (hashOfVerb(spec) === pinned) return undefined;
  return `the verb ${verb} has changed since the run was created; restore it and retry, or abort and plan again`;
}

/** Covers what a caller relies on: schemas, effect and retry class. Descriptions may change. */
const hashOfVerb = memoizeByIdentity(({ name, inputSchema, outputSchema, effect, retryClass }: VerbSpec) =>
  contentHash({ name, inputSchema, outputSchema: outputSchema ?? null, effect, retryClass }),
);
