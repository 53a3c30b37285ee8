import { describe, expect, it } from "vitest";
import type { Planning } from "./planning/planning.ts";
import type { Drift } from "../tools/mcp/pin.ts";
import { createMemoryLog } from "../testing/memory-log.ts";
import { createMemoryStore } from "../testing/memory-store/store.ts";
import { reportPlannerDrift, reportServerDrift } from "./report-drift.ts";

describe("drift at start", () => {
  it("names the pinned servers that have changed, and no others", async () => {
    const log = createMemoryLog();
    const changed: Drift = { kind: "removed", tool: "fly", message: "fly is no longer offered" };
    const server = (isPinned: boolean, drift: () => Promise<Drift[]>) => ({ isPinned, drift });
    const down = (): Promise<Drift[]> => Promise.reject(new Error("does not answer"));
    await reportServerDrift(
      new Map([
        ["changed", server(true, async () => [changed])],
        ["same", server(true, async () => [])],
        ["unpinned", server(false, async () => [changed])],
        ["down", server(true, down)],
      ]),
      log,
    );
    expect(log.lines).toMatchObject([
      { fields: { event: "tools.drift", server: "changed", changes: ["fly is no longer offered"] } },
    ]);
  });

  it("names a planner that is not the one of the last start, once", async () => {
    const log = createMemoryLog();
    const store = createMemoryStore();
    const start = (version: string): Promise<void> => {
      const planning = { defaultPlannerId: "grammar", list: () => [{ planner: { id: "grammar", version } }] };
      return reportPlannerDrift({ store, log, planning: planning as unknown as Planning }); // only these are read
    };
    for (const version of ["1.0.0", "1.0.0", "1.1.0", "1.1.0"]) await start(version);
    expect(log.lines).toMatchObject([
      { fields: { event: "planner.version_changed", planner: "grammar", before: "1.0.0", version: "1.1.0" } },
    ]);
  });
});
