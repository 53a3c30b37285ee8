import type { Escalation } from "../../../../src/contracts/api/run.ts";
import { api } from "../../live/api.ts";

/** Something that waits for a person. */
export type InboxItem = { kind: "escalation"; id: string; at: string; escalation: Escalation };

/** Everything that waits, the newest first. */
export async function readInbox(signal: AbortSignal): Promise<InboxItem[]> {
  const { escalations } = await api.listEscalations({ signal });
  const items = escalations.map((escalation): InboxItem => ({
    kind: "escalation",
    id: escalation.escalation_id,
    at: escalation.opened_at,
    escalation,
  }));
  return items.toSorted((a, b) => (a.at < b.at ? 1 : -1));
}
