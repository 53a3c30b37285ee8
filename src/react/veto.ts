import type { PlanReactRequest } from "../contracts/react/plan-react.ts";
import type { JsonObject } from "../plan/json.ts";
import type { VerbSpec } from "../ports/verbs.ts";

/** A call before it reaches the router. */
export type VetoCall = {
  tenant: string;
  requestId: string;
  /** The request of the run; `goal.metadata.agent_id` names an agent. */
  request: PlanReactRequest;
  verb: VerbSpec | undefined;
  toolId: string;
  input: JsonObject;
};

/** Why the call must not be made; undefined allows it. May read, must not act. */
export type Veto = (call: VetoCall) => string | undefined | Promise<string | undefined>;

/** The first reason found. A failing hook refuses. */
export async function askVetoes(vetoes: readonly Veto[], call: VetoCall): Promise<string | undefined> {
  for (const veto of vetoes) {
    try {
      const reason = await veto(call);
      if (reason !== undefined) return reason;
    } catch {
      return "a policy hook failed";
    }
  }
  return undefined;
}
