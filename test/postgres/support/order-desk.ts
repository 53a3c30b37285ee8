import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Plan } from "../../../src/plan/plan.ts";
import { openPlanwright, type OpenPlanwright } from "../../../src/runtime/open-planwright.ts";
import { createMemoryLog } from "../../../src/testing/memory-log.ts";
import type { Tool } from "../../../src/tools/tool.ts";

export const tenant = "acme";

/** An outside world that takes orders, and the processes that place them: anything but one order for each run is a failure. */
export type OrderDesk = {
  /** How often each effect happened, by its key. */
  orders: Map<string, number>;
  /** A process of its own on the database; `works` begins to carry runs out. */
  open(url: string, works: boolean): Promise<OpenPlanwright>;
  close(): Promise<void>;
};

export const orderPlan = Plan.parse({ steps: [{ id: "order", kind: "tool", tool: "order", args: {} }] });

export function openOrderDesk(): OrderDesk {
  const orders = new Map<string, number>();
  const opened: OpenPlanwright[] = [];
  const folders: string[] = [];
  const tool: Tool = {
    spec: {
      name: "order",
      description: "",
      inputSchema: { type: "object" },
      effect: "additive",
      source: "code",
      timeoutMs: 30_000,
      retryClass: "never",
      canReadBack: true,
    },
    async run(_, { effectKey = "" }) {
      orders.set(effectKey, (orders.get(effectKey) ?? 0) + 1);
      await pause(20);
      return { ordered: effectKey };
    },
    readBack: async ({ key }) => (orders.has(key) ? { state: "done", output: { ordered: key } } : { state: "absent" }),
  };
  return {
    orders,
    async open(url, works) {
      const folder = mkdtempSync(join(tmpdir(), "planwright-desk-"));
      folders.push(folder);
      writeFileSync(join(folder, "planwright.yaml"), "approval: { default: allow }");
      const env = { DATABASE_URL: url, WORKER_LEASE_SECONDS: "3" };
      const whole = await openPlanwright({ folder, env, tools: [tool], log: createMemoryLog() });
      if (!whole.ok) throw new Error(JSON.stringify(whole.issues));
      opened.push(whole.value);
      if (works) await whole.value.start();
      return whole.value;
    },
    async close() {
      for (const one of opened.splice(0)) await one.stop();
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a run under a key until it is there: whatever is in the way, the same key never makes a second. */
export async function retryOnConflict(
  { runs }: OpenPlanwright,
  key: string,
  until: number,
): Promise<{ id: string; tries: number }> {
  for (let tries = 1; ; tries += 1) {
    try {
      const made = await runs.create({ tenant, caller: "test", plan: orderPlan, idempotencyKey: key });
      if (made.ok) return { id: made.value.id, tries };
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await pause(50);
  }
}

/** Resolves when every one of them has ended, however long the database was away. */
export async function allDone({ runs }: OpenPlanwright, ids: readonly string[]): Promise<string[]> {
  const ended: string[] = [];
  for (const runId of ids) {
    for (;;) {
      const run = await runs.settled({ tenant, runId }).catch(() => undefined);
      if (run !== undefined) {
        ended.push(run.status);
        break;
      }
      await pause(200);
    }
  }
  return ended;
}
