import type { PlanReactRequest } from "../contracts/react/plan-react.ts";
import type { JsonObject } from "../plan/json.ts";
import type { VerbSpec } from "../ports/verbs.ts";

/** A call as a hook of the loop sees it, before the router does. */
export type VetoCall = {
  tenant: string;
  requestId: string;
  /** Who asked for the run and for what; `goal.metadata.agent_id` names an agent. */
  request: PlanReactRequest;
  verb: VerbSpec | undefined;
  toolId: string;
  input: JsonObject;
};

/** Why the call must not be made; undefined lets it pass. It may look things up; it must not act. */
export type Veto = (call: VetoCall) => string | undefined | Promise<string | undefined>;

/** The first reason there is. A hook that fails refuses. */
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
