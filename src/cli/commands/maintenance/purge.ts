import { loadConfig } from "../../../runtime/config/config.ts";
import { purge as sweepStore } from "../../../runtime/retention/purge.ts";
import { systemClock } from "../../../runtime/system-clock.ts";
import { createTimeIds } from "../../../runtime/time-ids.ts";
import { columns } from "../../output/columns.ts";
import { flag, type Handler, print } from "../../command.ts";
import { refuseDocument } from "../../input/document.ts";
import { withProgress } from "../../output/progress.ts";
import { folderOf, withBackend } from "../../workspace/working-folder.ts";

/** Purges data older than `retention:` allows, as the service does daily; or only counts it. */
export const purge: Handler = async (invocation) => {
  const { io } = invocation;
  const { folder, configFile } = folderOf(invocation);
  const loaded = loadConfig(folder, configFile);
  if (!loaded.ok) return refuseDocument(invocation, "", loaded.issues);
  const { retention } = loaded.value.config;
  return withBackend(invocation, async (backend) => {
    const dryRun = flag(invocation, "dry-run");
    const parts = { ...backend, retention, clock: systemClock, ids: createTimeIds(systemClock) };
    const purged = await withProgress(io, "purging", () => sweepStore(parts, { dryRun, signal: io.signal }));
    return print(
      invocation,
      { dry_run: dryRun, purged },
      columns(Object.entries(purged).map(([name, count]) => [name, String(count)])),
    );
  });
};
