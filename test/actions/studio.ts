import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import type { ActionPlan } from "../../src/contracts/actions/plan.ts";
import { createActionPlanner } from "../../src/planners/actions/create-action-planner.ts";
import { type LocalToolbox, openLocalToolbox } from "../../src/runtime/toolbox/local-toolbox.ts";
import { shippedPack } from "./office.ts";

export type Studio = {
  toolbox: LocalToolbox;
  /** What was looked up, by name of the tool. */
  called: string[];
  plan(text: string, more?: object): Promise<ActionPlan>;
  close(): Promise<void>;
};

const today = "2026-11-16T09:00:00Z";

/** The demo workspace as a newcomer finds it, on one and the same day whenever the test is run. */
export async function openStudio(packs: readonly string[] = ["studio"]): Promise<Studio> {
  const folder = mkdtempSync(join(tmpdir(), "planwright-studio-"));
  const nothing = (): void => undefined;
  const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  // The seed is laid out around the day the workspace is first opened on, which a lookup does.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(today) });
  const opened = await openLocalToolbox({ folder, dataFolder: folder, env: {}, log });
  if (!opened.ok) throw new Error(opened.issues[0]?.message);
  const toolbox = opened.value;
  const called: string[] = [];
  const { verbs } = toolbox;
  const watched = {
    list: (tenant?: string) => verbs.list(tenant),
    describe: (id: string, tenant?: string) => verbs.describe(id, tenant),
    execute: (...call: Parameters<typeof verbs.execute>) => {
      called.push(call[0].verb_id);
      return verbs.execute(...call);
    },
  };
  const planner = createActionPlanner({ packs: packs.map(shippedPack), verbs: watched, log });
  return {
    toolbox,
    called,
    plan: (text, more = {}) =>
      planner.plan(
        { text, now: today, zone: "Europe/Moscow", tenant: "demo", ...more },
        { signal: new AbortController().signal },
      ),
    async close() {
      await toolbox.stop();
      vi.useRealTimers();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
