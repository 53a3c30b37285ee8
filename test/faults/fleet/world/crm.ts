import { setTimeout as pause } from "node:timers/promises";
import type { WorldCall, WriteManner } from "./deed.ts";

export type Write = { tool: string; marker: string; how: WriteManner; key?: string | undefined };

/** What came of a write: its answer, a refusal, or nothing at all. */
export type WriteAnswer = "answer" | "refuse" | "hang up";

export type Crm = {
  write(asked: Write): Promise<WriteAnswer>;
  holds(marker: string): boolean;
  read(name: string): void;
};

/** A CRM that remembers every write for good. It acts once on a key, and again and again without one. */
export function createCrm(parts: { keep: (deed: WorldCall) => void; now: () => number; slowMs: number }): Crm {
  const { keep, now, slowMs } = parts;
  const keys = new Set<string>();
  const held = new Set<string>();
  const called = new Set<string>();
  const act = ({ tool, marker, key }: Write): void => {
    const isKnown = key !== undefined && keys.has(key);
    if (key !== undefined) keys.add(key);
    held.add(marker);
    keep({ at: now(), what: isKnown ? "repeated" : "done", tool, marker, ...(key !== undefined && { key }) });
  };
  return {
    holds: (marker) => held.has(marker),
    read: (name) => keep({ at: now(), what: "read", tool: "read", marker: name }),
    async write(asked) {
      const how: WriteManner = called.has(asked.marker) ? "ok" : asked.how;
      called.add(asked.marker);
      if (how === "fail") {
        keep({ at: now(), what: "refused", tool: asked.tool, marker: asked.marker });
        return "refuse";
      }
      if (how === "late") await pause(slowMs);
      if (how === "overdue") await pause(slowMs * 17);
      act(asked);
      if (how === "slow") await pause(slowMs);
      return how === "lose" ? "hang up" : "answer";
    },
  };
}
