import { timestampOf } from "../../../contracts/timestamp.ts";
import type { AgentDeps } from "../../agent-deps.ts";
import type { Decision } from "../../decisions/decision.ts";
import { fire } from "../../decisions/fire.ts";
import type { Agent } from "../../profile/agent.ts";

/** As many as may wait in the line of an agent. */
const mostSlots = 100;

/**
 * Fires every slot of the range, `to` included, in order. They are queued while the agent is busy, and its limits
 * count. A slot that a backfill has fired is not fired by another.
 */
export async function backfill(
  deps: AgentDeps,
  agent: Agent,
  { from, to }: { from: number; to: number },
): Promise<Decision[] | "too many"> {
  const slots: { trigger: string; at: number }[] = [];
  for (const armed of agent.triggers) {
    if (armed.kind !== "time") continue;
    let at = armed.schedule.next(from - 1);
    for (; at !== undefined && at <= to; at = armed.schedule.next(at)) {
      if (slots.length === mostSlots) return "too many";
      slots.push({ trigger: armed.key, at });
    }
  }
  const decisions: Decision[] = [];
  for (const { trigger, at } of slots.toSorted((a, b) => a.at - b.at)) {
    const slot = timestampOf(at);
    const context = { facts: { trigger: "time", slot, backfill: true } };
    decisions.push(await fire(deps, agent, { trigger, slot, overlap: "queue", context, mayRepeat: true }));
  }
  return decisions;
}
