import type { Handler } from "../ports/engine.ts";
import { fire } from "./fire.ts";
import type { AgentsParts } from "./parts.ts";
import { changeState, readState } from "./records.ts";

/** Gives the room that a run has left to the first firing that waits for it. */
export function createLineHandler(parts: AgentsParts): Handler {
  return async ({ job }) => {
    const { store, book } = parts;
    const { tenant, key: agentId } = job;
    const agent = book.find(tenant, agentId);
    const { value: state } = await readState(store, tenant, agentId);
    const first = state.waiting[0];
    if (first !== undefined && agent === undefined)
      await changeState(parts, { tenant, agentId }, (now) => ({ state: { ...now, waiting: [] } }));
    if (first !== undefined && agent !== undefined) {
      const { trigger, slot } = first;
      await fire(parts, agent, {
        trigger,
        slot,
        overlap: "parallel",
        context: first.context,
        isDecided: ({ waiting }) => waiting[0]?.slot !== slot || waiting[0]?.trigger !== trigger,
        change: (now) => ({ ...now, waiting: now.waiting.slice(1) }),
      });
    }
    await store.write((tx) => tx.release(job));
  };
}
