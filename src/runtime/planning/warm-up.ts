import { demoManifest } from "../../demo/business/business-tools.ts";
import { accounted, createGrammarPlanner } from "../../planners/index.ts";
import type { Planwright } from "../planwright.ts";
import { planRequest } from "./plan-request.ts";

/**
 * Loads the rules and words of the planners, which takes longer than a request may hold the event loop. Without a tenant
 * the action planner has no tools to call.
 */
export async function warmUp({ actions, clock }: Pick<Planwright, "actions" | "clock">): Promise<void> {
  const { signal } = new AbortController();
  const request = planRequest({ goal: "Look up quote Q-0192, then email it to the vendor", toolbox: demoManifest() });
  await accounted(createGrammarPlanner()).plan(request, { signal, clock });
  await actions.plan({ text: request.goal, now: request.now, zone: "UTC" }, { signal });
}
