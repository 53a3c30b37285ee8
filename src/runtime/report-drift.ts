import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";
import type { McpSource } from "../tools/mcp/source.ts";
import type { Planning } from "./planning/planning.ts";

const maxListed = 10;

type Servers = ReadonlyMap<string, Pick<McpSource, "isPinned" | "drift">>;

/** Logs which tool servers differ from their pins. Writes through them are always refused. */
export async function reportServerDrift(servers: Servers, log: Log): Promise<void> {
  const reports = [...servers].map(async ([server, source]) => {
    // A server that does not answer shows in `/tool-sources` and in `planwright doctor`.
    const drift = source.isPinned ? await source.drift().catch(() => []) : [];
    if (drift.length === 0) return;
    const changes = drift.slice(0, maxListed).map(({ message }) => message);
    const next = `review the changes, then run planwright tools pin ${server}`;
    log.warn(`tool server differs from its pin, its writes are refused: ${next}`, {
      event: "tools.drift",
      server,
      changes,
    });
  });
  await Promise.all(reports);
}

type PlannerParts = { store: Store; log: Log; planning: Pick<Planning, "list" | "defaultPlannerId"> };

/** Logs that the planner is not the one of the last start, whose version is stored. */
export async function reportPlannerDrift({ store, log, planning }: PlannerParts): Promise<void> {
  const id = planning.defaultPlannerId;
  const version = planning.list().find(({ planner }) => planner.id === id)?.planner.version;
  const of = { tenant: "", kind: "planning.version", id };
  const last = await store.record(of);
  if (version === undefined || last?.body === version) return;
  // Another process may be first, and a store that refuses writes is reported with the writes of callers.
  await store.write((tx) => tx.putRecord({ ...of, body: version }, last?.version ?? 0)).catch(() => undefined);
  if (last !== undefined)
    log.info("planner changed since the last start, requests may be planned differently", {
      event: "planner.version_changed",
      planner: id,
      before: last.body,
      version,
    });
}
