import type { JsonObject } from "../../plan/json.ts";
import type { Clock } from "../../ports/clock.ts";
import { isTransient } from "../../ports/store-error.ts";
import type { VerbOptions, VerbSpec } from "../../ports/verbs.ts";
import { withDeadline } from "../deadline.ts";
import { ToolError } from "../tool-error.ts";

/** A call with a valid payload, as policies see it. */
export type PolicyCall = {
  verb: VerbSpec;
  payload: JsonObject;
  requestId: string;
  caller: string;
  tenant?: string;
  effectKey?: string;
  /** Who calls, from the credential; the call's own `caller` is a claim. */
  principal?: string;
  /** The person who approved this call. */
  approvedBy?: string;
  /** The run that calls. */
  run?: VerbOptions["run"];
};

export type Ruling =
  | { kind: "allow" }
  | { kind: "deny"; reason: string }
  /** `draft`: a call that cannot wait for the approval becomes a Draft. */
  | { kind: "needs_approval"; reason: string; draft?: boolean };

/** A policy hook. It may read; it must not write. */
export type Policy = (call: PolicyCall) => Ruling | Promise<Ruling>;

export const allow: Ruling = { kind: "allow" };
export const deny = (reason: string): Ruling => ({ kind: "deny", reason });
export const needsApproval = (reason: string, draft = false): Ruling => ({ kind: "needs_approval", reason, draft });

const policyTimeoutMs = 5000;

export type CombinedPolicy = (call: PolicyCall, signal: AbortSignal) => Promise<Ruling>;

/**
 * Evaluates every hook; the strictest ruling wins, and a hook that fails or times out denies. If a hook could not read because
 * the store is unavailable, the call is not sent and may be retried.
 */
export function combinePolicies(policies: readonly Policy[], clock: Clock): CombinedPolicy {
  if (policies.length === 0) return async () => allow;
  return async (call, signal) => {
    const deadline = { clock, timeoutMs: policyTimeoutMs, signal };
    const asked = policies.map((policy) => withDeadline(deadline, async () => policy(call)).catch(rulingOfFailure));
    const rulings = await Promise.all(asked);
    if (signal.aborted) throw new ToolError("not_sent", "the caller cancelled the call before the call");
    const strictest =
      rulings.find(({ kind }) => kind === "deny") ??
      rulings.find(({ kind }) => kind === "none") ??
      rulings.find(({ kind }) => kind === "needs_approval") ??
      allow;
    if (strictest.kind !== "none") return strictest;
    throw new ToolError("unavailable", "a policy hook could not read the store; nothing was sent");
  };
}

function rulingOfFailure(error: unknown): Ruling | { kind: "none" } {
  if (isTransient(error)) return { kind: "none" };
  const isLate = error instanceof ToolError && error.code === "timeout";
  return deny(isLate ? "a policy hook did not answer in time" : "a policy hook failed");
}
