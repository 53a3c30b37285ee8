import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { parseFaults } from "../../demo/faults/faults.ts";
import { checkDraftsConfig, DraftsConfig } from "../../drafts/drafts-config.ts";
import { type CheckResult, refused } from "../../plan/check-result.ts";
import type { Issue } from "../../plan/issue.ts";
import { parseYaml } from "../../plan/parse-yaml.ts";
import { AgentsConfig } from "./agents-config.ts";
import { checkToolsConfig } from "../../tools/config/check-tools-config.ts";
import { ToolsConfig } from "../../tools/config/tools-config.ts";
import { ApprovalConfig } from "../../tools/policy/approval-config.ts";
import { checkEscalationsConfig, EscalationsConfig } from "./escalations-config.ts";
import { LimitsConfig } from "./limits-config.ts";
import { checkLoginConfig, LoginConfig } from "./login-config.ts";
import { BudgetsConfig, checkModelsConfig, ModelsConfig } from "./models-config.ts";
import { RetentionConfig } from "./retention-config.ts";
import { checkSlackConfig, SlackConfig } from "./slack-config.ts";
import { checkTelegramConfig, TelegramConfig } from "./telegram-config.ts";

/** `planwright.yaml`. */
export const Config = z.strictObject({
  tools: ToolsConfig.default(ToolsConfig.parse({})).describe("tool sources, and rules for their tools"),
  packs: z.array(z.string().min(1)).default([]).describe("domain packs: files, or names of packs in the package"),
  approval: ApprovalConfig.prefault({}).describe("policy: which calls need a person's approval"),
  drafts: DraftsConfig.default(DraftsConfig.parse({})).describe("rules for Drafts: writes that wait for approval"),
  escalations: EscalationsConfig.prefault({}).describe(
    "questions of runs to people: who is asked, reminders and deadlines",
  ),
  telegram: TelegramConfig.optional().describe("the Telegram bot; none by default"),
  slack: SlackConfig.optional().describe("the Slack app; none by default"),
  models: ModelsConfig.default(ModelsConfig.parse({})).describe("model endpoints; without one, no model is called"),
  budgets: BudgetsConfig.default(BudgetsConfig.parse({})).describe(
    "spending limits for models; without a limit, spending is only recorded",
  ),
  login: LoginConfig.prefault({}).describe("how people log in to the console of planwright start"),
  agents: AgentsConfig.prefault({}).describe("autonomous agents"),
  limits: LimitsConfig.prefault({}).describe("limits on concurrent jobs and on calls of tools"),
  retention: RetentionConfig.prefault({}).describe(
    "how many days finished data is kept; without a value it is kept forever",
  ),
  policy_version: z
    .string()
    .min(1)
    .optional()
    .describe("version that runs pin; after a change, older runs stop with an error instead of continuing"),
});
export type Config = z.infer<typeof Config>;

/** The default without a configuration file: the demo tools and the packs for them. */
const demoConfig: Config = Config.parse({ tools: { demo: true }, packs: ["small-business", "studio"] });

/** The agents of the demo, which are part of the package. */
const demoAgents = fileURLToPath(new URL("../../../examples/08-agents/agents", import.meta.url));

export type LoadedConfig = {
  config: Config;
  /** Base folder of relative paths in the file, and of the pins. */ folder: string;
};

export const configFile = "planwright.yaml";

const noConfig = "Correct --config, or omit it. planwright init creates a configuration.";

/** Loads the named file, otherwise `planwright.yaml` of the folder, otherwise the demo configuration. */
export function loadConfig(folder: string, named?: string): CheckResult<LoadedConfig> {
  const file = resolve(folder, named ?? configFile);
  if (!existsSync(file)) {
    if (named !== undefined)
      return refused({ code: "NOT_FOUND", pointer: "", message: `there is no file ${named}`, hint: noConfig });
    // An own agents folder replaces the demo agents.
    const hasAgents = existsSync(resolve(folder, demoConfig.agents.folder));
    const agents = hasAgents ? demoConfig.agents : { ...demoConfig.agents, folder: demoAgents };
    return { ok: true, value: { config: { ...demoConfig, agents }, folder } };
  }
  const text = readText(file);
  if (text === undefined) {
    const message = `${named ?? configFile} cannot be read as a file`;
    return refused({ code: "CONFIG_MISSING", pointer: "", message, hint: "Name a YAML file that this user can read." });
  }
  const parsed = parseYaml(
    Config,
    { text, file: named ?? configFile },
    ({ tools, drafts, escalations, telegram, slack, models, login }) => [
      ...checkDemoFaults(tools.demo_faults),
      ...checkToolsConfig(tools, "/tools"),
      ...checkDraftsConfig(drafts, "/drafts"),
      ...checkEscalationsConfig(escalations, "/escalations"),
      ...checkTelegramConfig(telegram, "/telegram"),
      ...checkSlackConfig(slack, "/slack"),
      ...checkModelsConfig(models, "/models"),
      ...checkLoginConfig(login, "/login"),
    ],
  );
  return parsed.ok ? { ok: true, value: { config: parsed.value, folder: dirname(file) } } : parsed;
}

function checkDemoFaults(switches: string): Issue[] {
  const faults = parseFaults(switches);
  if (!("problem" in faults)) return [];
  return [{ code: "INVALID_VALUE", pointer: "/tools/demo_faults", message: faults.problem }];
}

/** Undefined for a folder or an unreadable file. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
