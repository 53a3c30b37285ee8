import { openBackend } from "../../runtime/backend.ts";
import { loadConfig } from "../../runtime/config.ts";
import { sweep as sweepStore } from "../../runtime/retention/sweep.ts";
import { systemClock } from "../../runtime/system-clock.ts";
import { createTimeIds } from "../../runtime/time-ids.ts";
import { columns } from "../columns.ts";
import { exit, flag, type Handler } from "../command.ts";
import { refuseDocument } from "../document.ts";
import { withProgress } from "../progress.ts";
import { folderOf } from "../working-folder.ts";

/** Lets go what is older than `retention:` keeps, as the service does once a day; or says what would go. */
export const sweep: Handler = async (invocation) => {
  const { io } = invocation;
  const { folder, configFile, dataFolder, env } = folderOf(invocation);
  const loaded = loadConfig(folder, configFile);
  if (!loaded.ok) return refuseDocument(invocation, "", loaded.issues);
  const { retention } = loaded.value.config;
  const backend = openBackend({ folder: dataFolder, env });
  try {
    const dryRun = flag(invocation, "dry-run");
    const parts = { ...backend, retention, clock: systemClock, ids: createTimeIds(systemClock) };
    const swept = await withProgress(io, "sweeping", () => sweepStore(parts, { dryRun, signal: io.signal }));
    if (flag(invocation, "json")) io.out(`${JSON.stringify({ dry_run: dryRun, swept })}\n`);
    else io.out(columns(Object.entries(swept).map(([name, count]) => [name, String(count)])));
    return exit.ok;
  } finally {
    await backend.close();
  }
};
