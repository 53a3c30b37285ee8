import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { checkDraftsConfig, DraftsConfig } from "../drafts/drafts-config.ts";
import { type CheckResult, refused } from "../plan/check-result.ts";
import { parseYaml } from "../plan/parse-yaml.ts";
import { AgentsConfig } from "./agents-config.ts";
import { checkToolsConfig } from "../tools/config/check-tools-config.ts";
import { ToolsConfig } from "../tools/config/tools-config.ts";
import { LimitsConfig } from "./limits-config.ts";
import { BudgetsConfig, checkModelsConfig, ModelsConfig } from "./models-config.ts";
import { RetentionConfig } from "./retention/retention-config.ts";
import { checkTelegramConfig, TelegramConfig } from "./telegram-config.ts";

/** `planwright.yaml`. */
export const Config = z.strictObject({
  tools: ToolsConfig.default(ToolsConfig.parse({})).describe("where tools come from, and what is said about them"),
  packs: z
    .array(z.string().min(1))
    .default([])
    .describe("domain packs: files, or the name of one that comes with the package"),
  drafts: DraftsConfig.default(DraftsConfig.parse({})).describe("how the gate is set that writes wait behind"),
  telegram: TelegramConfig.optional().describe("the bot; without it there is none"),
  models: ModelsConfig.default(ModelsConfig.parse({})).describe(
    "models that may be asked; without an endpoint none ever is",
  ),
  budgets: BudgetsConfig.default(BudgetsConfig.parse({})).describe(
    "what models may cost; what has no limit is only written down",
  ),
  agents: AgentsConfig.prefault({}).describe("agents that run on their own"),
  limits: LimitsConfig.prefault({}).describe("how much of the workers one tenant may have"),
  retention: RetentionConfig.prefault({}).describe(
    "how many days what is over is kept; what is not named is kept for good",
  ),
  policy_version: z
    .string()
    .min(1)
    .optional()
    .describe("runs pin it; after a change, runs made before stop and say so instead of going on"),
});
export type Config = z.infer<typeof Config>;

/** What stands where nobody has configured anything: the demo tools and the pack that knows their domain. */
const demoConfig: Config = Config.parse({ tools: { demo: true }, packs: ["small-business", "studio"] });

/** The agents that go with the demo tools; they come with the package. */
const demoAgents = fileURLToPath(new URL("../../examples/08-agents/agents", import.meta.url));

export type LoadedConfig = {
  config: Config;
  /** Paths in the file count from here, and the pins are here. */ folder: string;
};

export const configFile = "planwright.yaml";

const noConfig = "Correct --config, or leave it out; planwright init writes a configuration.";

/** The file that is named, else `planwright.yaml` of the folder, else a configuration with the demo tools only. */
export function loadConfig(folder: string, named?: string): CheckResult<LoadedConfig> {
  const file = resolve(folder, named ?? configFile);
  if (!existsSync(file)) {
    if (named !== undefined)
      return refused({ code: "NOT_FOUND", pointer: "", message: `there is no file ${named}`, hint: noConfig });
    // Agents of one's own are enough to leave those of the demo out.
    const hasAgents = existsSync(resolve(folder, demoConfig.agents.folder));
    const agents = hasAgents ? demoConfig.agents : { ...demoConfig.agents, folder: demoAgents };
    return { ok: true, value: { config: { ...demoConfig, agents }, folder } };
  }
  const text = readText(file);
  if (text === undefined) {
    const message = `${named ?? configFile} cannot be read as a file`;
    return refused({ code: "CONFIG_MISSING", pointer: "", message, hint: "Name a YAML file that you may read." });
  }
  const parsed = parseYaml(Config, { text, file: named ?? configFile }, ({ tools, drafts, telegram, models }) => [
    ...checkToolsConfig(tools, "/tools"),
    ...checkDraftsConfig(drafts, "/drafts"),
    ...checkTelegramConfig(telegram, "/telegram"),
    ...checkModelsConfig(models, "/models"),
  ]);
  return parsed.ok ? { ok: true, value: { config: parsed.value, folder: dirname(file) } } : parsed;
}

/** Undefined for a folder, or a file that is somebody else's. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
