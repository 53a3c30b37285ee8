import type { CheckResult } from "../../plan/check-result.ts";
import { offline, withCassette } from "../models/cassette.ts";
import { loadConfig, type LoadedConfig } from "../config/config.ts";
import { type OpenKnowledge, openKnowledge } from "../knowledge/knowledge.ts";
import type { PlanwrightOptions } from "../runtime-context.ts";
import { systemClock } from "../system-clock.ts";
import { knownSecrets } from "./known-secrets.ts";
import { createApprovalPolicy } from "./approval.ts";
import { type OpenToolbox, openToolbox } from "./toolbox.ts";

export type LocalToolboxParts = Required<Pick<PlanwrightOptions, "folder" | "dataFolder" | "env" | "log">> &
  Pick<PlanwrightOptions, "configFile" | "cassette" | "dial">;

export type LocalToolbox = OpenToolbox & Pick<OpenKnowledge, "knowledge"> & LoadedConfig;

/**
 * Opens only the tools of a workspace: those of its configuration, or the demo without one. Creates no database until the
 * knowledge base is used.
 */
export async function openLocalToolbox(parts: LocalToolboxParts): Promise<CheckResult<LocalToolbox>> {
  const loaded = loadConfig(parts.folder, parts.configFile);
  if (!loaded.ok) return loaded;
  const { config, folder } = loaded.value;
  const { dataFolder, env, log, cassette, dial } = parts;
  const clock = systemClock;
  const base = openKnowledge({ folder: dataFolder, env }, clock);
  const { knowledge } = base;
  const policies = [createApprovalPolicy(config)];
  const opening = { dial, ...offline(config.tools, cassette) };
  const toolbox = await openToolbox({
    ...opening,
    folder,
    dataFolder,
    env,
    log,
    knowledge,
    clock,
    policies,
    secrets: knownSecrets(config, env),
  });
  const verbs = withCassette(toolbox.verbs, cassette);
  const stop = async (): Promise<void> => {
    await toolbox.stop();
    await base.stop();
  };
  return { ok: true, value: { ...toolbox, verbs, knowledge, config, folder, stop } };
}
