import { contentHash } from "../plan/hash.ts";
import type { Plan } from "../plan/plan.ts";
import type { Pins } from "../ports/run.ts";
import type { Verbs, VerbSpec } from "../ports/verbs.ts";
import { verbOf } from "./prepare.ts";

/** The journal's format this release writes and reads. */
export const journalFormat = 1;

export type MadeFrom = Pick<Pins, "planner" | "plannerVersion" | "policyVersion" | "profileHash">;

/** What a new run of this plan is made from. */
export function pinsOf(plan: Plan, verbs: Pick<Verbs, "describe">, made: MadeFrom & { tenant: string }): Pins {
  const { tenant, ...given } = made;
  const { planner, plannerVersion } = plan.metadata;
  return {
    format: journalFormat,
    ...(planner === undefined ? {} : { planner }),
    ...(plannerVersion === undefined ? {} : { plannerVersion }),
    ...given,
    verbs: verbHashes(plan, verbs, tenant),
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
