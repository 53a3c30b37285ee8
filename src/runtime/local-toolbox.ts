import type { Checked } from "../plan/checked.ts";
import { loadConfig, type LoadedConfig } from "./config.ts";
import { type OpenKnowledge, openKnowledge } from "./knowledge.ts";
import type { OpenParts } from "./open-planwright.ts";
import { systemClock } from "./system-clock.ts";
import { type OpenToolbox, openToolbox } from "./toolbox.ts";

export type LocalToolboxParts = Required<Pick<OpenParts, "folder" | "dataFolder" | "env" | "log">> &
  Pick<OpenParts, "configFile">;

export type LocalToolbox = OpenToolbox & Pick<OpenKnowledge, "knowledge"> & LoadedConfig;

/**
 * The tools of a working folder without the rest of it: its configuration, or the demo where it has none. No database is
 * made until the knowledge base is asked.
 */
export async function openLocalToolbox(parts: LocalToolboxParts): Promise<Checked<LocalToolbox>> {
  const loaded = loadConfig(parts.folder, parts.configFile);
  if (!loaded.ok) return loaded;
  const { config, folder } = loaded.value;
  const { dataFolder, env, log } = parts;
  const clock = systemClock;
  const base = openKnowledge(dataFolder, clock);
  const { knowledge } = base;
  const toolbox = await openToolbox({ config: config.tools, folder, dataFolder, env, log, knowledge, clock });
  const stop = async (): Promise<void> => {
    await toolbox.stop();
    await base.stop();
  };
  return { ok: true, value: { ...toolbox, knowledge, config, folder, stop } };
}
