import type { JsonObject } from "../plan/json.ts";
import type { VerbSpec } from "../ports/verbs.ts";

/** A call as policy sees it, after the payload was found to fit. */
export type PolicyCall = {
  verb: VerbSpec;
  payload: JsonObject;
  requestId: string;
  caller: string;
  tenant?: string;
  effectKey?: string;
  /** Who has let this call pass already. */
  approvedBy?: string;
};

export type Ruling = { kind: "allow" } | { kind: "deny"; reason: string } | { kind: "needs_approval"; reason: string };

/** One hook. It may look things up; it must not act. */
export type Policy = (call: PolicyCall) => Ruling | Promise<Ruling>;

export const allow: Ruling = { kind: "allow" };
export const deny = (reason: string): Ruling => ({ kind: "deny", reason });
export const needsApproval = (reason: string): Ruling => ({ kind: "needs_approval", reason });

/** Every hook is asked and the strictest ruling counts; a hook that fails denies. */
export function combinePolicies(policies: readonly Policy[]): (call: PolicyCall) => Promise<Ruling> {
  return async (call) => {
    const rulings = await Promise.all(policies.map((policy) => ruleSafely(policy, call)));
    return (
      rulings.find((ruling) => ruling.kind === "deny") ??
      rulings.find((ruling) => ruling.kind === "needs_approval") ??
      allow
    );
  };
}

async function ruleSafely(policy: Policy, call: PolicyCall): Promise<Ruling> {
  try {
    return await policy(call);
  } catch {
    return deny("a policy hook failed");
  }
}
