import type { Checked } from "../plan/checked.ts";
import type { Log } from "../ports/log.ts";
import type { Env } from "../tools/config/secret-text.ts";
import { loadConfig } from "./config.ts";
import { type OpenKnowledge, openKnowledge } from "./knowledge.ts";
import { systemClock } from "./system-clock.ts";
import { type OpenToolbox, openToolbox } from "./toolbox.ts";

export type LocalToolboxParts = {
  /** Where `planwright.yaml` is looked for. */
  folder: string;
  /** Another configuration than the folder's own. */
  configFile?: string;
  dataFolder: string;
  env: Env;
  log: Log;
};

export type LocalToolbox = OpenToolbox &
  Pick<OpenKnowledge, "knowledge"> & { /** Where the pins are. */ folder: string };

/** The toolbox of a working folder: its configuration, or the demo where it has none. */
export async function openLocalToolbox(parts: LocalToolboxParts): Promise<Checked<LocalToolbox>> {
  const loaded = loadConfig(parts.folder, parts.configFile);
  if (!loaded.ok) return loaded;
  const { config, folder } = loaded.value;
  const base = openKnowledge(parts.dataFolder, systemClock);
  const { knowledge } = base;
  const { dataFolder, env, log } = parts;
  const toolbox = await openToolbox({
    config: config.tools,
    folder,
    dataFolder,
    env,
    log,
    knowledge,
    clock: systemClock,
  });
  const stopAll = async (): Promise<void> => {
    await toolbox.stop();
    await base.stop();
  };
  return { ok: true, value: { ...toolbox, knowledge, folder, stop: stopAll } };
}
