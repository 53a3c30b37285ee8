import { contentHash } from "../plan/hash.ts";
import type { Plan } from "../plan/plan.ts";
import type { Pins, RunHead } from "../ports/run.ts";
import type { Verbs, VerbSpec } from "../ports/verbs.ts";
import { verbOf } from "./prepare.ts";

/** The journal's format this release writes and reads. */
export const journalFormat = 1;

/** The rules a run is under besides its verbs: the policy's version, and the profile of the agent it is made for. */
export type CurrentPolicy = Pick<Pins, "policyVersion" | "profileHash">;

/** What is in force now for runs of this tenant and caller. Runs pin it when they are made, and are held against it. */
export type CurrentPolicyLookup = (run: { tenant: string; caller: string }) => CurrentPolicy;

export type PinParts = { verbs: Pick<Verbs, "describe">; currentPolicy?: CurrentPolicyLookup };

/** What a new run of this plan is made from. */
export function pinsOf(
  plan: Plan,
  { verbs, currentPolicy: standing }: PinParts,
  run: { tenant: string; caller: string },
): Pins {
  const { planner, plannerVersion } = plan.metadata;
  return {
    format: journalFormat,
    ...(planner === undefined ? {} : { planner }),
    ...(plannerVersion === undefined ? {} : { plannerVersion }),
    ...standing?.(run),
    verbs: verbHashes(plan, verbs, run.tenant),
  };
}

function verbHashes(plan: Plan, verbs: Pick<Verbs, "describe">, tenant: string): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const step of plan.steps) {
    const verb = verbOf(step);
    const spec = verb === undefined || verb in hashes ? undefined : verbs.describe(verb, tenant);
    if (verb !== undefined && spec !== undefined) hashes[verb] = hashOfVerb(spec);
  }
  return hashes;
}

/** Why the run may not go on under the rules of today, or undefined when they are those it was made under. */
export function changedPolicy(run: RunHead, standing: CurrentPolicyLookup | undefined): string | undefined {
  const { policyVersion, profileHash } = run.pins;
  if (policyVersion === undefined && profileHash === undefined) return undefined;
  const now = standing?.(run) ?? {};
  return (
    changed("the policy", policyVersion, now.policyVersion) ??
    changed("the profile of its agent", profileHash, now.profileHash)
  );
}

function changed(what: string, pinned: string | undefined, now: string | undefined): string | undefined {
  if (pinned === undefined || pinned === now) return undefined;
  const found = now === undefined ? "is gone" : `is ${now} now`;
  return `the run was made under ${what} ${pinned}, which ${found}; restore ${pinned} and retry, or abort and plan anew`;
}

/** Why the verb is not what the run was made for, or undefined when it is. */
export function incompatibility(pins: Pins, verb: string, spec: VerbSpec | undefined): string | undefined {
  const pinned = pins.verbs[verb];
  if (pinned === undefined) return undefined;
  if (spec === undefined) return `the verb ${verb} is gone; offer it again and retry, or abort and plan anew`;
  if (hashOfVerb(spec) === pinned) return undefined;
  return `the verb ${verb} has changed since the run was made; restore it and retry, or abort and plan anew`;
}

const hashes = new WeakMap<VerbSpec, string>();

/** Over what a caller relies on: shapes, class and how it may be repeated. Words may change. */
function hashOfVerb(spec: VerbSpec): string {
  const known = hashes.get(spec);
  if (known !== undefined) return known;
  const { name, inputSchema, outputSchema, effect, retryClass } = spec;
  const hash = contentHash({ name, inputSchema, outputSchema: outputSchema ?? null, effect, retryClass });
  hashes.set(spec, hash);
  return hash;
}
