import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { CheckResult } from "../../plan/check-result.ts";
import type { ToolSpec } from "../../plan/tool-spec.ts";
import type { Pack } from "../../planners/packs/pack.ts";
import { toolSpecOf } from "../../tools/tool-spec-of.ts";
import { configFile } from "../config/config.ts";
import { loadConfiguredPacks } from "../config/configured-packs.ts";
import type { LocalToolboxParts } from "./local-toolbox.ts";
import type { ToolSourceProblem } from "./tool-sources.ts";

type ConfiguredTools = {
  tools: readonly ToolSpec[];
  packs: readonly Pack[];
  problems: readonly ToolSourceProblem[];
};

/** Reads the tools and packs of a configured workspace for one tenant; undefined without a configuration. */
export async function readConfiguredTools(
  parts: LocalToolboxParts,
  tenant: string,
): Promise<CheckResult<ConfiguredTools> | undefined> {
  if (parts.configFile === undefined && !existsSync(resolve(parts.folder, configFile))) return undefined;
  // Loaded only if needed: opening tools loads many modules.
  const { openLocalToolbox } = await import("./local-toolbox.ts");
  const opened = await openLocalToolbox(parts);
  if (!opened.ok) return opened;
  const { verbs, problems, config, folder } = opened.value;
  const tools = verbs.list(tenant).map(toolSpecOf);
  await opened.value.stop();
  const packs = loadConfiguredPacks({ config, folder });
  return packs.ok ? { ok: true, value: { tools, packs: packs.value, problems } } : packs;
}
